package grantdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// scene is a small log on which one side shows its first event and the other does not. It is what a witness is checked on, by the
// runtime's matcher and the rules of windows, with nothing of the algebra that found it.
type scene struct {
	events []timeline.Event    // the witness first; seqs from 1
	told   map[string][2]int64 // by scope: the seqs that a section covers, its clauses admitting all of them
	ranged bool                // the range that Input gives is the whole log; otherwise it is empty
}

// shows says whether a member of r sees a leaf of the scene's first event.
func (c *Closed) shows(r *role, self map[string]string, sc scene, lf leaf) (bool, error) {
	if r == nil || !c.possible(sc.events[0]) {
		return false, nil
	}
	e := c.typeOf(sc.events[0].Type)
	for _, name := range sorted(r.slices) {
		s := r.slices[name]
		if !s.sees(e, lf) || !c.leaves(e)[lf] {
			continue
		}
		first, err := s.handsOutFirst(r, self, sc)
		if first || err != nil {
			return first, err
		}
	}
	return false, nil
}

// handsOutFirst says whether a slice hands out the scene's first event: as slice.Log and slice.Events read.
func (s *slice) handsOutFirst(r *role, self map[string]string, sc scene) (bool, error) {
	var clauses []timeline.Clause
	for _, c := range s.clauses {
		b, err := c.match.Bind(self)
		if err != nil {
			return false, err
		}
		clauses = append(clauses, b)
	}
	admits := func(e timeline.Event) bool {
		return slices.ContainsFunc(clauses, func(c timeline.Clause) bool { return c.Match(e) })
	}
	switch s.kind {
	case "events":
		return sc.ranged && admits(sc.events[0]), nil
	case "log":
	default:
		return false, nil
	}
	var told [2]int64
	if s.since != "" {
		told = sc.told[bindScope(r.slices[s.since].scope, self)]
	}
	var out []int64
	for _, e := range sc.events {
		if admits(e) && !(e.Seq >= told[0] && e.Seq <= told[1]) {
			out = append(out, e.Seq)
		}
	}
	if s.last > 0 && len(out) > s.last {
		out = out[len(out)-s.last:]
	}
	return slices.Contains(out, 1), nil
}

// typeOf is the type that an event of that name is of, or nil.
func (c *Closed) typeOf(name string) *event { return c.byName[name] }

// possible says whether the vocabulary has such an event: its type is known, and each of its attributes has a value of its type.
func (c *Closed) possible(ev timeline.Event) bool {
	e := c.typeOf(ev.Type)
	if e == nil {
		return false
	}
	for name, typ := range e.types() {
		if !c.fits(ev.Attributes.Get(name), typ) {
			return false
		}
	}
	return true
}

func (c *Closed) fits(v timeline.Value, typ string) bool {
	kind, optional := strings.CutSuffix(typ, "?")
	if v.Kind() == timeline.KindNone {
		return optional
	}
	if member, isSet := strings.CutPrefix(kind, "set "); isSet {
		names, ok := v.AsSet()
		r := c.rosters[strings.TrimSpace(member)]
		return ok && !slices.ContainsFunc(names, func(n string) bool { return r != nil && !r.has(n) })
	}
	text, isText := v.AsText()
	switch kind {
	case "string", "id":
		return isText
	case "int", "time", "duration":
		return v.Kind() == timeline.KindInt
	case "float":
		return v.Kind() == timeline.KindFloat
	case "bool":
		return v.Kind() == timeline.KindBool
	}
	r := c.rosters[kind]
	return r == nil || isText && r.has(text)
}

// prove runs a scene on both sides: side must show the leaf, and the other not. Anything else is a fault of ours, and never told as fact.
func (l *look) prove(side int, self map[string]string, sc scene, lf leaf) error {
	for _, i := range []int{0, 1} {
		shown, err := l.sides[i].shows(l.r[i], self, sc, lf)
		if err != nil {
			return err
		}
		if shown != (i == side) {
			return fmt.Errorf("internal error: the witness %s of %s fails its check: shown is %t where %t was expected, on side %d", said(l.sides[i], sc.events[0]), l.t.label(), shown, i == side, i)
		}
	}
	return nil
}
