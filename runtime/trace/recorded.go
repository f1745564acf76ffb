package trace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Recorded is a context as it stands on the log.
type Recorded struct {
	ID  timeline.ID       `json:"-"`
	Seq timeline.Position `json:"-"`
	At  timeline.Micros   `json:"-"`

	Role      string            `json:"role"`   // as the schema calls it
	Member    string            `json:"member"` // the role or the member, as contexts show it
	Position  timeline.Position `json:"position"`
	Input     json.RawMessage   `json:"input"`
	Assembler string            `json:"assembler"`         // import/path.Func
	Grant     string            `json:"grant"`             // sha256 of the closed grant, hex
	Outline   string            `json:"outline,omitempty"` // sha256 of what the lock said of the role's slices, without clauses, hex; empty: an older version recorded it
	Layout    string            `json:"layout,omitempty"`
	Budget    *Budget           `json:"budget,omitempty"`
	Context   json.RawMessage   `json:"context"`         // Describe
	Seals     []string          `json:"seals"`           // of read, in its order: the first 16 digits of each event's hash
	Marks     []string          `json:"marks,omitempty"` // of read, in its order: the event's mark, of its type, version and time; empty: it is of no event
	Items     []Item            `json:"items,omitempty"` // that the assembler went through; none: an older version recorded it, or it went through none
	Reasons   []string          `json:"reasons"`         // of shed, in its order
	Used      int               `json:"used,omitempty"`
	Measured  *Measured         `json:"measured,omitempty"` // nil: of a context made by hand, or by an older version
	Rendered  string            `json:"rendered"`           // sha256 of the prompt, hex
	Renderer  string            `json:"renderer"`
	Pin       string            `json:"pin,omitempty"`

	prompt *prompt.Prompt // that is to be recorded; nil: the one that the budget says
}

// Budget is the budget that applied.
type Budget struct {
	Total    int      `json:"total"`
	Counter  string   `json:"counter"`
	Order    []string `json:"order,omitempty"`
	Renderer string   `json:"renderer,omitempty"` // empty: parts were counted by themselves
}

// ErrNotRecorded is of an id that no recorded context has.
var ErrNotRecorded = errors.New("no context was recorded under that id")

// Clause is the clause that admits recorded contexts; of one role or member, unless it is empty.
func Clause(member string) timeline.Clause {
	c := timeline.Clause{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: Assembled}}
	if member != "" {
		c.Where = []timeline.Constraint{timeline.In("role", timeline.Text(member))}
	}
	return c
}

// Decode reads a recorded context. One that is newer than the code, or that does not decode, is a [timeline.Undecodable].
func Decode(e timeline.Event) (*Recorded, error) {
	if e.Version > Version {
		return nil, e.Refuse(fmt.Sprintf("the program knows it up to version %d", Version), nil)
	}
	r := &Recorded{ID: e.ID, Seq: e.Seq, At: e.At}
	if err := json.Unmarshal(e.Payload, r); err != nil || r.Role == "" || r.Context == nil || string(r.Context) == "null" {
		return nil, e.Refuse("its payload is no recorded context", err)
	}
	return r, nil
}

// Each calls see with every recorded context of a member (empty: of all) in the order of the log, until it says no.
func Each(ctx context.Context, log timeline.Log, member string, see func(timeline.Event) bool) error {
	q := timeline.Query{Clauses: []timeline.Clause{Clause(member)}}
	for {
		page, err := log.Read(ctx, q)
		if err != nil {
			return fmt.Errorf("read recorded contexts: %w", err)
		}
		for _, e := range page.Events {
			if !see(e) {
				return nil
			}
			q.After = e.Seq
		}
		if !page.More || len(page.Events) == 0 {
			return nil
		}
	}
}

// Find reads one recorded context by its id.
func Find(ctx context.Context, log timeline.Log, id timeline.ID) (*Recorded, error) {
	var found *timeline.Event
	if err := Each(ctx, log, "", func(e timeline.Event) bool {
		if e.ID == id {
			found = &e
		}
		return found == nil
	}); err != nil {
		return nil, err
	}
	if found == nil {
		return nil, fmt.Errorf("%s: %w", id, ErrNotRecorded)
	}
	return Decode(*found)
}
