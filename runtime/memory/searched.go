package memory

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Searched is the event that records what an application's search for memory came to, in the namespace grantgen. Attributes: scope,
// slice, role (the member: assistant@ada), query (the sha256 of its text, in hex), and asked, a hash of all four, by which it is looked
// up. The payload is {"found":[ids],"dropped":n}, or
// {"failure":kind}.
const Searched = "MemorySearched"

// Asked is one question to one slice.
type Asked struct {
	Role, Slice, Scope string
	Query              string // its text, which is never written down
}

// Outcome is what a search came to.
type Outcome struct {
	Found   []string // ids of facts, best first
	Dropped int      // ids that the searcher named and that were not among the facts
	Failure Failure  // empty: none
}

// Admit keeps of the ids that a searcher named those that are among facts, once each and at most top.
func Admit(ids []string, facts []Doc, top int) Outcome {
	o := Outcome{Found: []string{}}
	for _, id := range ids {
		switch {
		case slices.Contains(o.Found, id):
		case !slices.ContainsFunc(facts, func(d Doc) bool { return d.Fact.ID == id }):
			o.Dropped++
		case len(o.Found) < top:
			o.Found = append(o.Found, id)
		}
	}
	return o
}

type outcomePayload struct {
	Found   *[]string `json:"found,omitempty"`
	Dropped int       `json:"dropped,omitempty"`
	Failure Failure   `json:"failure,omitempty"`
}

// Record is the event that records an outcome.
func (a Asked) Record(o Outcome) (timeline.Pending, error) {
	p := outcomePayload{Failure: o.Failure}
	if o.Failure == "" {
		found := append([]string{}, o.Found...)
		p = outcomePayload{Found: &found, Dropped: o.Dropped}
	}
	payload, err := appendJSON(p)
	if err != nil {
		return timeline.Pending{}, fmt.Errorf("record a search of %s: %w", a.Scope, err)
	}
	return timeline.Pending{Key: key(Searched), Version: Version, Payload: payload, Attributes: timeline.NewAttributes(
		timeline.Attribute{Name: "scope", Value: timeline.Text(a.Scope)},
		timeline.Attribute{Name: "slice", Value: timeline.Text(a.Slice)},
		timeline.Attribute{Name: "role", Value: timeline.Text(a.Role)},
		timeline.Attribute{Name: "query", Value: timeline.Text(hash(a.Query))},
		timeline.Attribute{Name: "asked", Value: timeline.Text(a.key())},
	)}, nil
}

// key is one value for the four, so that one index finds a question's outcomes however many others there are.
func (a Asked) key() string {
	var all strings.Builder
	for _, part := range []string{a.Role, a.Slice, a.Scope, a.Query} {
		fmt.Fprintf(&all, "%d:%s", len(part), part)
	}
	return hash(all.String())
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Recorded is the newest outcome at or before a position; the failure [Unrecorded] when there is none.
func (a Asked) Recorded(ctx context.Context, log timeline.Log, at timeline.Position) (Outcome, error) {
	if at < 1 { // UpTo 0 would mean the end
		return Outcome{Failure: Unrecorded}, nil
	}
	page, err := log.Read(ctx, timeline.Query{UpTo: at, Newest: true, Limit: 1,
		Clauses: []timeline.Clause{{Key: key(Searched), Where: []timeline.Constraint{timeline.In("asked", timeline.Text(a.key()))}}}})
	if err != nil {
		return Outcome{}, fmt.Errorf("read what a search of %s came to: %w", a.Scope, err)
	}
	if len(page.Events) == 0 {
		return Outcome{Failure: Unrecorded}, nil
	}
	e := page.Events[0]
	var p outcomePayload
	if err := json.Unmarshal(e.Payload, &p); err != nil || e.Version > Version || (p.Found == nil) == (p.Failure == "") {
		return Outcome{Failure: Unreadable}, nil
	}
	if p.Failure != "" {
		return Outcome{Failure: p.Failure}, nil
	}
	return Outcome{Found: *p.Found, Dropped: p.Dropped}, nil
}

// SearchedType is the type of these events with the attribute by which they are looked up, for a log's indexes.
func SearchedType() timeline.Type {
	return timeline.Type{Key: key(Searched), Version: Version, Attributes: []timeline.AttributeDecl{{Name: "asked", Kind: timeline.KindText}}}
}
