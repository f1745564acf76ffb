package logcli

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// cited is the events that a context's sources stand on, by their ids. A section's ref names no event, and the context's seals do.
type cited struct {
	rec    *trace.Recorded
	events map[string]timeline.Event
}

// cite reads them, in one pass over the log up to the last of them.
func cite(ctx context.Context, log timeline.Log, rec *trace.Recorded, refs []trace.ReadRef) (*cited, error) {
	c := &cited{rec, map[string]timeline.Event{}}
	wanted := map[string]bool{}
	for _, r := range refs {
		if id := c.id(r); id != "" {
			wanted[id] = true
		}
	}
	q := timeline.Query{UpTo: rec.Seq}
	for len(c.events) < len(wanted) {
		page, err := log.Read(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, ev := range page.Events {
			q.After = ev.Seq
			if id := ev.ID.String(); wanted[id] {
				c.events[id] = ev
			}
		}
		if !page.More || len(page.Events) == 0 {
			break
		}
	}
	return c, nil
}

func (c *cited) id(r trace.ReadRef) string {
	if r.Section != "" {
		return c.rec.Wrote(r)
	}
	return r.Event
}

// event is what a ref stands on; ok is false for what stands on no event, or on none that the log has.
func (c *cited) event(r trace.ReadRef) (timeline.Event, bool) {
	ev, ok := c.events[c.id(r)]
	return ev, ok
}

// says is what a ref cites, for people.
func (c *cited) says(r trace.ReadRef) string {
	ev, ok := c.event(r)
	switch {
	case ok:
		return printable(fmt.Sprintf("event %d  %s.%s  %s  %s", ev.Seq, ev.Namespace, ev.Type, stamp(ev.At), ev.Attributes.JSON()))
	case c.id(r) != "":
		return "event " + printable(c.id(r)) + ", which is not on the log"
	case r.Given != "":
		return "what the application gave"
	case r.Fixed != "":
		return "a text of the schema"
	case r.Tool != "":
		return "a tool of the schema"
	}
	return ""
}
