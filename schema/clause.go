package schema

import (
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// shown is the `show` of one event type in one slice.
type shown struct {
	pos    diag.Pos
	fields []string
}

// clauses resolves the clauses of a log or events slice into its Clauses and Items.
func (r *resolver) clauses(s *Slice, forms []shape.Clause, role *Role) bool {
	good, show := true, map[*Event]shown{}
	own := map[*Clause]bool{} // clauses that say more than what they admit: show or owner
	for _, f := range forms {
		body := f.Body
		if body == nil {
			body = &shape.ClauseBody{Events: []shape.EventName{f.Type}}
		}
		for _, name := range body.Events {
			events, ok := r.eventsNamed(name)
			good = good && ok
			for _, ev := range events {
				c := &Clause{Pos: name.Pos(), Event: ev, Owner: body.Owner.String(), Wildcard: name.String() == "*", Written: Written{body.Node}}
				c.Where, ok = r.where(ev, body.Where, scopeOfWhere{self: role.For})
				good = good && ok
				good = r.show(ev, body, show) && good
				own[c] = body.Show != nil || c.Owner != ""
				s.Clauses = append(s.Clauses, c)
			}
		}
	}
	if !good {
		return false
	}
	r.covered(s, own)
	for _, c := range s.Clauses {
		if !slices.ContainsFunc(s.Items, func(i *Item) bool { return i.Event == c.Event }) {
			s.Items = append(s.Items, item(c.Event, show))
		}
	}
	return len(s.Items) > 0
}

// eventsNamed is the event type of that name, or all by name for "*": those of events:, never grantgen's own.
func (r *resolver) eventsNamed(name shape.EventName) ([]*Event, bool) {
	if name.String() != "*" {
		ev, ok := find(r, &r.events, name.Pos(), "event type", name.String())
		if !ok {
			return nil, false
		}
		return []*Event{ev}, true
	}
	all := r.events.sorted(func(e *Event) string { return e.Name })
	if len(all) == 0 && (r.events.misread || len(r.events.names) > 0) {
		return nil, false
	}
	if len(all) == 0 {
		r.fail(name.Pos(), "unknown-name", "\"*\" stands for every event type, and the schema declares none").Expected = "events: at the top"
	}
	return all, len(all) > 0
}

// show remembers which fields are shown, and refuses two different answers in one slice.
func (r *resolver) show(ev *Event, body *shape.ClauseBody, show map[*Event]shown) bool {
	if body.Show == nil {
		return true
	}
	good, now := true, shown{pos: body.Show[0].Pos()}
	names := append(fieldNamesOf(ev.Fields), "at")
	for _, n := range body.Show {
		switch {
		case !slices.Contains(names, n.String()):
			r.unknown(n.Pos(), "field of "+ev.Name, n.String(), names)
			good = false
		case slices.Contains(now.fields, n.String()):
			r.fail(n.Pos(), "duplicate-key", "show: names %q twice", n).Expected = "each name once"
			good = false
		default:
			now.fields = append(now.fields, n.String())
		}
	}
	slices.Sort(now.fields)
	if before, ok := show[ev]; ok && !slices.Equal(before.fields, now.fields) {
		r.fail(now.pos, "show", "the slice shows %s in two ways", ev.Name).Related = []diag.Related{{Pos: before.pos, Message: "the other is here"}}
		good = false
	}
	show[ev] = now
	return good
}

func item(ev *Event, show map[*Event]shown) *Item {
	some, ok := show[ev]
	if !ok {
		return &Item{Event: ev, Fields: ev.Fields}
	}
	it := &Item{Event: ev, At: slices.Contains(some.fields, "at")}
	for _, f := range ev.Fields {
		if slices.Contains(some.fields, f.Name) {
			it.Fields = append(it.Fields, f)
		}
	}
	return it
}
