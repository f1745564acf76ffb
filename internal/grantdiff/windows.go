package grantdiff

import (
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/internal/box"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// window is what became of how far a slice reaches among the events that both sides read: last, since, a range.
type window struct {
	gained, lost *Witness
	cause        [2]string // of the loss and the gain
	forms        []string
}

// compareWindows looks, for each slice, at the events that the other side reads too, but not as far.
func (c *cell) compareWindows(old, now []*reader, was, is box.Set) error {
	for side, sides := range [2]struct {
		mine, others []*reader
		read         box.Set // by the others
	}{{old, now, is}, {now, old, was}} {
		for _, s := range sides.mine {
			if err := c.compareWindow(side, s, sides.others, sides.read); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareWindow finds an event that s, of one side, hands out on some log on which none of the other side's slices does, though they
// admit it.
func (c *cell) compareWindow(side int, s *reader, others []*reader, both box.Set) error {
	var wide box.Set
	var narrow []*reader
	pushes := map[*reader]*pusher{}
	for _, o := range others {
		p, ok, err := c.reachesAsFar(1-side, o, side, s)
		if err != nil {
			return err
		}
		if ok {
			wide = append(wide, o.reads...)
		} else {
			narrow = append(narrow, o)
			pushes[o] = p
		}
	}
	if len(narrow) == 0 {
		return nil
	}
	shared, ok := c.And(s.reads, both)
	rest, ok2 := c.Minus(shared, wide)
	if !ok || !ok2 {
		c.undecided = true
		return nil
	}
	p, found := c.Witness(rest)
	if !found {
		return nil
	}
	w := c.windows[s.name]
	if w == nil {
		w = &window{}
		c.windows[s.name] = w
	}
	form, ok := c.Canonical(rest)
	if !ok {
		form = c.r[0].text() + c.r[1].text()
	}
	w.forms = append(w.forms, fmt.Sprint(side, s.kind, s.last, s.since), form)
	for _, o := range narrow {
		w.forms = append(w.forms, fmt.Sprint(o.kind, o.last, o.since))
		if o.last == 0 {
			continue
		}
		push, err := c.pushing(1-side, o, side, s) // what counts for o alone: where it moves, how far s reaches moves too
		if err != nil {
			return err
		}
		w.forms = append(w.forms, push.form)
	}
	mine := &w.gained
	if side == 0 {
		mine = &w.lost
	}
	if *mine != nil {
		return nil
	}
	sc, beside, cause := c.scene(s, narrow, pushes, p)
	if err := c.prove(side, c.self, sc, c.leaves[0]); err != nil {
		return err
	}
	*mine, w.cause[side] = c.told(side, sc.events[0], beside), cause
	return nil
}

// pusher is what keeps a slice from reaching as far as another: an event that counts for it and not for the other (nil: there is none
// such), so that enough of them push any event out.
type pusher struct{ event *timeline.Event }

// reachesAsFar says whether o hands out every event that s hands out and that o admits, on every log.
func (c *cell) reachesAsFar(oSide int, o *reader, sSide int, s *reader) (*pusher, bool, error) {
	none := &pusher{}
	if s.kind == "events" {
		if o.kind == "events" || o.last == 0 && o.since == "" {
			return none, true, nil
		}
	} else if o.kind == "events" || o.since != "" && o.since != s.since || o.last > 0 && (s.last == 0 || s.last > o.last) {
		return none, false, nil
	}
	if o.last == 0 {
		return none, s.kind != "events", nil
	}
	if s.kind == "log" && o.since != s.since {
		return none, false, nil // what a section covers counts for o alone
	}
	push, err := c.pushing(oSide, o, sSide, s)
	if err != nil || !push.decided {
		c.undecided = c.undecided || !push.decided
		return none, true, err
	}
	return &pusher{push.event}, push.event == nil && s.kind == "log", nil
}

// pushKey is a question that every type asks anew.
type pushKey struct {
	side      int
	o, s, own string
}

type push struct {
	event   *timeline.Event
	form    string // of all such events, for hashes
	decided bool
}

// pushing finds the events of any type that o admits and s does not: one of them, and all in canonical form.
func (c *cell) pushing(oSide int, o *reader, sSide int, s *reader) (push, error) {
	key := pushKey{side: oSide, o: o.name, s: s.name, own: fmt.Sprint(c.self)} // fmt sorts maps
	if have, ok := c.pushes[key]; ok {
		return have, nil
	}
	p, err := c.push(oSide, o, sSide, s)
	if err == nil {
		c.pushes[key] = p
	}
	return p, err
}

func (c *cell) push(oSide int, o *reader, sSide int, s *reader) (push, error) {
	var out push
	var form strings.Builder
	for _, t := range c.names {
		if t.events[oSide] == nil {
			continue
		}
		var rs [2]*reader
		for side, r := range map[int]*reader{oSide: o, sSide: s} {
			rs[side] = &reader{slice: r.slice}
			for _, k := range r.slice.over(t.events[side]) {
				b, err := k.bind(c.self)
				if err != nil {
					return push{}, err
				}
				rs[side].clauses = append(rs[side].clauses, b)
			}
		}
		w := newWorld(c.sides, t.events, rs[0].clauses, rs[1].clauses)
		if !w.fill(oSide, []*reader{rs[oSide]}) {
			return push{}, nil
		}
		var counted box.Set
		for _, b := range rs[sSide].clauses {
			counted = append(counted, w.admitted(b.where))
		}
		rest, ok := w.Minus(rs[oSide].reads, counted)
		if !ok {
			return push{}, nil
		}
		p, found := w.Witness(rest)
		if !found {
			continue
		}
		if out.event == nil {
			ev := w.event(t.name, p)
			out.event = &ev
		}
		text, ok := w.Canonical(rest)
		if !ok {
			text = c.r[0].text() + c.r[1].text() // too large for one
		}
		form.WriteString(t.name + " " + text + "\n")
	}
	out.form, out.decided = form.String(), true
	return out, nil
}
