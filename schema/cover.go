package schema

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
)

// covered warns of a clause all of whose events another clause of the slice admits: it is harmless, and probably not what was meant.
// A clause that brings a show or an owner is not idle, and one of a wildcard's expansion was not written.
func (r *resolver) covered(s *Slice, own map[*Clause]bool) {
	byEvent, at := map[*Event][]*Clause{}, map[*Clause]int{}
	for i, c := range s.Clauses {
		byEvent[c.Event] = append(byEvent[c.Event], c)
		at[c] = i
	}
	for i, c := range s.Clauses {
		if c.Wildcard || own[c] {
			continue
		}
		for _, by := range byEvent[c.Event] {
			if by == c || !covers(by, c) || covers(c, by) && at[by] > i && !by.Wildcard && !own[by] {
				continue // of two that are equal, the later is the idle one
			}
			r.warn(c.Pos, "covered", "this clause over %s admits nothing that another does not", c.Event.Name).Related =
				[]diag.Related{{Pos: by.Pos, Message: "the other is here"}}
			break
		}
	}
}

// covers says whether b admits only what a admits. It is enough to look at one attribute at a time; where it says no, it may be
// that several clauses together cover b.
func covers(a, b *Clause) bool {
	for _, w := range a.Where {
		i := slices.IndexFunc(b.Where, func(x *Where) bool { return x.Field == w.Field })
		if i < 0 || !w.includes(b.Where[i]) {
			return false
		}
	}
	return true
}

// includes says whether every value that v admits, w admits.
func (w *Where) includes(v *Where) bool {
	switch w.Op {
	case Present:
		return v.Op != Absent && v.Op != Lacks
	case Absent:
		return v.Op == Absent
	case In:
		return v.Op == In && !slices.ContainsFunc(v.Values, func(l Literal) bool { return !w.admits(l) })
	case Between:
		if v.Op == In {
			return !slices.ContainsFunc(v.Values, func(l Literal) bool { return !w.span().has(l) })
		}
		return v.Op == Between && v.span().in(w.span())
	case Prefix:
		p := w.Values[0].Text
		return (v.Op == In || v.Op == Prefix) && !slices.ContainsFunc(v.Values, func(l Literal) bool { return !strings.HasPrefix(l.Text, p) })
	case Lacks:
		return v.Op == Absent || v.Op == Lacks && v.Values[0].compare(w.Values[0]) == 0
	case Has:
		return v.Op == Has && v.Values[0].compare(w.Values[0]) == 0
	}
	return false
}

// admits says whether l is one of an In's values, as written.
func (w *Where) admits(l Literal) bool {
	return slices.ContainsFunc(w.Values, func(v Literal) bool { return v.compare(l) == 0 })
}
