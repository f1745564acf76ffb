package grantdiff

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grantgen/grantgen/internal/box"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// event is a point of the world as an event of the log.
func (w *world) event(name string, p []box.Point) timeline.Event {
	var attrs []timeline.Attribute
	for _, a := range w.attrs {
		if v := w.value(a, p); v.Kind() != timeline.KindNone {
			attrs = append(attrs, timeline.Attribute{Name: a, Value: v})
		}
	}
	return timeline.Event{Seq: 1, Pending: timeline.Pending{Key: timeline.Key{Type: name}, Attributes: timeline.NewAttributes(attrs...)}}
}

func (w *world) value(attr string, p []box.Point) timeline.Value {
	switch v := p[w.dim[attr]]; v.Kind {
	case box.OfText:
		return timeline.Text(v.Text)
	case box.OfInt:
		return timeline.Int(v.Int)
	case box.OfFloat:
		return timeline.Float(v.Float)
	case box.OfBool:
		return timeline.Bool(v.Bool)
	case box.OfSet:
		return timeline.Set(w.set(attr, p)...)
	}
	return timeline.Value{}
}

// set is the members at a point; where they make no difference, the first that both sides know, since a set with somebody in it reads
// better than an empty one.
func (w *world) set(attr string, p []box.Point) []string {
	var out []string
	for _, m := range sorted(w.members[attr]) {
		if p[w.members[attr][m]].Bool {
			out = append(out, m)
		}
	}
	was, now := w.roster(0, attr), w.roster(1, attr)
	if len(out) > 0 || was == nil || now == nil {
		return out
	}
	for _, v := range now.values {
		if _, asked := w.members[attr][v]; !asked && was.has(v) {
			return []string{v}
		}
	}
	return nil
}

// witness is an event of a set, proved: side shows it, and the other does not.
func (c *cell) witness(set box.Set, side int) (*Witness, []box.Point, error) {
	p, ok := c.Witness(set)
	if !ok {
		return nil, nil, nil
	}
	ev := c.event(c.t.name, p)
	sc := scene{events: []timeline.Event{ev}, ranged: true}
	if err := c.prove(side, c.self, sc, c.leaves[0]); err != nil {
		return nil, nil, err
	}
	return c.told(side, ev, ""), p, nil
}

func (c *cell) told(side int, ev timeline.Event, beside string) *Witness {
	lf := c.leaves[0]
	for _, l := range c.leaves { // a field says more than that the event was there
		if lf.top == "" {
			lf = l
		}
	}
	return &Witness{Member: memberOf(c.r[side], c.self), Event: said(c.sides[side], ev), Without: c.without(ev), Shows: lf.path, Beside: beside}
}

// without is the attributes that an event has not and of which a clause of either side speaks: that they are absent may be why the one
// side admits it.
func (c *cell) without(ev timeline.Event) []string {
	asked := map[string]bool{}
	for _, rs := range c.readers {
		for _, r := range rs {
			for _, b := range r.clauses {
				for _, w := range b.where {
					if ev.Attributes.Get(w.Attribute).Kind() == timeline.KindNone {
						asked[w.Attribute] = true
					}
				}
			}
		}
	}
	return sorted(asked)
}

// memberOf is what a member of a family is called; empty for a role that is none.
func memberOf(r *role, self map[string]string) string {
	if r == nil || len(r.family) == 0 {
		return ""
	}
	name := r.name
	for _, roster := range r.family {
		name += "@" + self[roster]
	}
	return name
}

// said is an event as checks: writes an example.
func said(c *Closed, ev timeline.Event) string {
	types := map[string]string{}
	if e := c.typeOf(ev.Type); e != nil {
		types = e.types()
	}
	parts := make([]string, len(ev.Attributes))
	for i, a := range ev.Attributes {
		parts[i] = a.Name + ": " + saidValue(a.Value, strings.TrimSuffix(types[a.Name], "?"))
	}
	return "{" + ev.Type + ": {" + strings.Join(parts, ", ") + "}}"
}

func saidValue(v timeline.Value, typ string) string {
	if names, ok := v.AsSet(); ok {
		return "[" + strings.Join(names, ", ") + "]"
	}
	if n, ok := v.AsInt(); ok && typ == "time" {
		return time.UnixMicro(n).UTC().Format(time.RFC3339Nano)
	}
	if text, ok := v.AsText(); ok {
		if slices.Contains([]string{"string", "id", ""}, typ) || !plain(text) {
			return strconv.Quote(text)
		}
		return text
	}
	return v.String()
}

func plain(s string) bool { return s != "" && wordRE.FindString(s) == s }
