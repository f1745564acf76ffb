package trace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// ErrAmbiguous is of the beginning of an id that several recorded contexts have.
var ErrAmbiguous = errors.New("several contexts have an id that begins so")

// Lookup reads the recorded context that text names: an id, the beginning of one that no other context has, or #seq, the seq under
// which it was recorded.
func Lookup(ctx context.Context, log timeline.Log, text string) (*Recorded, error) {
	if seq, ok := strings.CutPrefix(text, "#"); ok {
		return at(ctx, log, text, seq)
	}
	if id, err := timeline.ParseID(text); err == nil {
		return Find(ctx, log, id)
	}
	if text = strings.ToLower(text); text == "" || strings.Trim(text, "0123456789abcdef-") != "" {
		return nil, fmt.Errorf("%q is neither an id, nor the beginning of one, nor #seq (the event that recorded the context)", text)
	}
	seq, err := strconv.ParseInt(text, 10, 64)
	isSeq := err == nil && seq > 0
	var found []timeline.Event
	if err := Each(ctx, log, "", func(e timeline.Event) bool {
		if strings.HasPrefix(e.ID.String(), text) {
			found = append(found, e)
		}
		return len(found) < 4
	}); err != nil {
		return nil, err
	}
	switch len(found) {
	case 0:
		if isSeq {
			return nil, notThere(ctx, log, text, seq)
		}
		return nil, fmt.Errorf("%s: %w", text, ErrNotRecorded)
	case 1:
		if !isSeq || found[0].Seq == seq {
			return Decode(found[0])
		}
		if _, err := at(ctx, log, "#"+text, text); errors.Is(err, ErrNotRecorded) {
			return Decode(found[0])
		} else if err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w or a seq: %s %s, and #%s", text, ErrAmbiguous, found[0].ID, named(found[0]), text)
	}
	var ids []string
	for _, e := range found {
		ids = append(ids, fmt.Sprintf("%s %s", e.ID, named(e)))
	}
	return nil, fmt.Errorf("%s: %w: %s", text, ErrAmbiguous, strings.Join(ids, ", "))
}

func at(ctx context.Context, log timeline.Log, text, digits string) (*Recorded, error) {
	seq, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || seq < 1 {
		return nil, fmt.Errorf("%q is no seq: they begin with 1", text)
	}
	page, err := log.Read(ctx, timeline.Query{After: seq - 1, UpTo: seq, Clauses: []timeline.Clause{Clause("")}})
	if err != nil {
		return nil, fmt.Errorf("read recorded contexts: %w", err)
	}
	if len(page.Events) == 0 {
		return nil, notThere(ctx, log, text, seq)
	}
	return Decode(page.Events[0])
}

// Filter says which recorded contexts are meant. The zero Filter means all of them.
type Filter struct {
	Role  string          // as the schema calls it (all its members), or a member
	From  int64           // positions at which they read, both included; 0: no bound
	To    int64           //
	Since timeline.Micros // when they were recorded: at or after, and before; 0: no bound
	Until timeline.Micros
	Last  int // the newest so many of these; 0: all
}

// Select reads the recorded contexts that a filter means, in the order of the log. With the error of the first that cannot be read it gives
// all that can.
func Select(ctx context.Context, log timeline.Log, f Filter) ([]*Recorded, error) {
	q := timeline.Query{Clauses: []timeline.Clause{f.clause()}, Newest: f.Last > 0}
	var out []*Recorded
	var failed error
	for {
		page, err := log.Read(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("read recorded contexts: %w", err)
		}
		for _, e := range page.Events {
			if q.After = e.Seq; q.Newest {
				q.After, q.UpTo = 0, e.Seq-1
			}
			if !f.envelope(e) {
				continue
			}
			r, err := Decode(e)
			if err != nil {
				if failed == nil {
					failed = err
				}
				continue
			}
			if out = append(out, r); len(out) == f.Last {
				slices.Reverse(out)
				return out, failed
			}
		}
		if !page.More || len(page.Events) == 0 || q.Newest && q.UpTo == 0 {
			break
		}
	}
	if q.Newest {
		slices.Reverse(out)
	}
	return out, failed
}

// clause pushes the positions down into the store's index.
func (f Filter) clause() timeline.Clause {
	c := Clause("")
	if f.From <= 0 && f.To <= 0 {
		return c
	}
	var lo, hi *timeline.Bound
	if f.From > 0 {
		lo = timeline.AtLeast(timeline.Int(f.From))
	}
	if f.To > 0 {
		hi = timeline.AtMost(timeline.Int(f.To))
	}
	c.Where = []timeline.Constraint{timeline.Between("position", lo, hi)}
	return c
}

// admits decides by the envelope alone, whatever Last is.
func (f Filter) admits(e timeline.Event) bool {
	at, _ := e.Attributes.Get("position").AsInt()
	return f.envelope(e) && (f.From <= 0 || at >= f.From) && (f.To <= 0 || at <= f.To)
}

// envelope decides what the store was not asked.
func (f Filter) envelope(e timeline.Event) bool {
	member, _ := e.Attributes.Get("role").AsText()
	role, _, _ := strings.Cut(member, "@")
	return (f.Role == "" || f.Role == member || f.Role == role) && (f.Since == 0 || e.At >= f.Since) && (f.Until == 0 || e.At < f.Until)
}
