package trace

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// sequence is what one item handed out, on one of the two sides.
type sequence struct {
	Item
	refs  []ReadRef
	event func(place int) string // the event behind a source; empty: none
}

// handedOut says which item of a slice the log makes hand out something else than it did; empty when none does. Only a grant that is the
// same makes the two comparable. What the assembler decides is how far it goes into an item, and into which: so where one side is the
// beginning of the other, the log is to blame only if the shorter one was all that there was; and an item that one side did not go into
// says nothing.
func (o *Outcome) handedOut(ctx context.Context, log timeline.Log) (string, error) {
	was, err := o.recordedItems()
	if err != nil || len(was) == 0 {
		return "", err
	}
	is, err := o.itemsNow()
	if err != nil {
		return "", err
	}
	both, further, short := true, false, false
	for _, b := range is {
		known := false
		for _, a := range was {
			if a.Slice != b.Slice || a.Name != b.Name {
				continue
			}
			known = true
			further = further || !a.Whole && !b.Whole // the assembler ended it then, and perhaps went on now
			short = short || a.Whole && !b.Whole
			if says, err := differ(ctx, log, o.Recorded.Position, a, b); err != nil || says != "" {
				return says, err
			}
		}
		both = both && known
	}
	if !both {
		return "", nil
	}
	if short || !further {
		if says, err := o.unreadable(ctx, log); err != nil || says != "" {
			return says, err
		}
	}
	if len(is) != len(was) {
		return "", nil
	}
	return o.otherNotes()
}

// recordedItems are the items as recorded; none, where an older version recorded the context.
func (o *Outcome) recordedItems() ([]sequence, error) {
	r := o.Recorded
	if len(r.Items) == 0 {
		return nil, nil
	}
	read, err := r.Read()
	if err != nil {
		return nil, err
	}
	var out []sequence
	for _, it := range r.Items {
		if err := it.check(len(read)); err != nil {
			return nil, fmt.Errorf("the recorded context %s: %w", r.ID, err)
		}
		out = append(out, sequence{it, read, func(place int) string {
			if read[place].Section != "" {
				return r.sectionEvent(place)
			}
			return read[place].Event
		}})
	}
	return out, nil
}

func (o *Outcome) itemsNow() ([]sequence, error) {
	items, err := itemsOf(o.reading)
	if err != nil {
		return nil, err
	}
	refs, err := refsOf(o.reading.Read)
	if err != nil {
		return nil, err
	}
	var out []sequence
	for _, it := range items {
		out = append(out, sequence{it, refs, func(place int) string { return o.reading.Seals[place].Event }})
	}
	return out, nil
}

// differ says where an item hands out something else than it did; empty when the assembler alone may have gone less far, or further.
func differ(ctx context.Context, log timeline.Log, upto timeline.Position, was, is sequence) (string, error) {
	next, stop := iter.Pull(was.each())
	defer stop()
	for b := range is.each() {
		a, ok := next()
		switch {
		case ok && was.refs[a] == is.refs[b]:
			if was.event(a) != is.event(b) { // two sections of one range
				return is.says(ctx, log, upto, b, "was written by another event when it was recorded")
			}
			continue
		case !ok && !was.Whole:
			return "", nil // it goes further
		case !ok || !was.has(is.refs[b]):
			return is.says(ctx, log, upto, b, "was not handed out when it was recorded")
		case !is.has(was.refs[a]):
			return was.says(ctx, log, upto, a, "was handed out when it was recorded, and is not now")
		}
		return is.says(ctx, log, upto, b, "stood elsewhere in the order when it was recorded")
	}
	if a, ok := next(); ok && is.Whole {
		return was.says(ctx, log, upto, a, "was handed out when it was recorded, and is not now")
	}
	return "", nil
}

// has says whether the item handed out a ref.
func (s sequence) has(ref ReadRef) bool {
	for place := range s.each() {
		if s.refs[place] == ref {
			return true
		}
	}
	return false
}

// says names the source at a place, by its event's seq.
func (s sequence) says(ctx context.Context, log timeline.Log, upto timeline.Position, place int, what string) (string, error) {
	kind, name := s.refs[place].What()
	event := s.event(place)
	seq := s.refs[place].Seq
	if seq == 0 && event != "" {
		e, ok, err := eventOf(ctx, log, upto, event)
		if err != nil {
			return "", err
		}
		if ok {
			seq = e.Seq
		}
	}
	switch {
	case seq == 0:
		return fmt.Sprintf("%s: %s %s %s", s.said(), kind, name, what), nil
	case kind == "event":
		return fmt.Sprintf("%s: event %d (%s) %s", s.said(), seq, event, what), nil
	}
	return fmt.Sprintf("%s: %s %s, of event %d (%s), %s", s.said(), kind, name, seq, event, what), nil
}

// eventOf finds an event by its id.
func eventOf(ctx context.Context, log timeline.Log, upto timeline.Position, id string) (timeline.Event, bool, error) {
	for q := (timeline.Query{UpTo: upto}); upto > 0; {
		page, err := log.Read(ctx, q)
		if err != nil {
			return timeline.Event{}, false, fmt.Errorf("read the log: %w", err)
		}
		for _, e := range page.Events {
			if q.After = e.Seq; e.ID.String() == id {
				return e, true, nil
			}
		}
		if !page.More || len(page.Events) == 0 {
			break
		}
	}
	return timeline.Event{}, false, nil
}

// unreadable says which event stands in the way of what was read without it: it was made again as far as the assembler went then, and an
// event that nobody read does not decode.
func (o *Outcome) unreadable(ctx context.Context, log timeline.Log) (string, error) {
	bad, ok := errors.AsType[*timeline.Undecodable](o.Err)
	if !ok || bad.Seq < 1 || bad.Seq > o.Recorded.Position {
		return "", nil
	}
	seals, _, err := o.Recorded.sealed()
	if err != nil {
		return "", err
	}
	page, err := log.Read(ctx, timeline.Query{After: bad.Seq - 1, UpTo: bad.Seq})
	if err != nil {
		return "", fmt.Errorf("read the log: %w", err)
	}
	if len(page.Events) == 0 {
		return "", nil
	}
	id := page.Events[0].ID.String()
	if _, read := seals[id]; read {
		return "", nil
	}
	return fmt.Sprintf("event %d (%s), which was not read when it was recorded, does not decode", bad.Seq, id), nil
}
