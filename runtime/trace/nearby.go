package trace

import (
	"context"
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// notThere wraps [ErrNotRecorded] for a text that names no context, with what there is in its place.
func notThere(ctx context.Context, log timeline.Log, text string, seq int64) error {
	var before, at, after *timeline.Event
	if err := Each(ctx, log, "", func(e timeline.Event) bool {
		switch {
		case e.Seq < seq:
			before = &e
		case e.Seq == seq:
			at = &e
		default:
			after = &e
		}
		return after == nil
	}); err != nil {
		return err
	}
	if before == nil && at == nil && after == nil {
		return fmt.Errorf("%s: %w; no context is recorded on this log at all (trace.Record does it)", text, ErrNotRecorded)
	}
	if at != nil {
		return fmt.Errorf("%s: %w; did you mean %s? A number alone is the beginning of an id, and #%d the context that event %d recorded", text, ErrNotRecorded, named(*at), seq, seq)
	}
	var near []string
	for _, e := range []*timeline.Event{before, after} {
		if e != nil {
			near = append(near, named(*e))
		}
	}
	last, err := log.Last(ctx)
	if err != nil {
		return fmt.Errorf("read the log: %w", err)
	}
	what := fmt.Sprintf("the log ends at event %d", last)
	if seq <= last {
		page, err := log.Read(ctx, timeline.Query{After: seq - 1, UpTo: seq})
		if err != nil {
			return fmt.Errorf("read the log: %w", err)
		}
		for _, e := range page.Events {
			what = fmt.Sprintf("event %d is of the type %s.%s", e.Seq, e.Namespace, e.Type)
		}
	}
	return fmt.Errorf("%s: %w; %s; the nearest: %s", text, ErrNotRecorded, what, strings.Join(near, ", "))
}

// named is a recorded context by the name that a command takes, with whose it is.
func named(e timeline.Event) string {
	member, _ := e.Attributes.Get("role").AsText()
	at, _ := e.Attributes.Get("position").AsInt()
	return fmt.Sprintf("#%d (%s at %d)", e.Seq, member, at)
}
