package grantdiff

import (
	"fmt"
	"slices"
	"strings"
)

// report makes findings of what was found out.
func (l *look) report() {
	several := map[string]map[string]bool{} // types by path, to say which where there are two
	for _, g := range l.groups {
		for _, lf := range g.leaves {
			if several[lf.path] == nil {
				several[lf.path] = map[string]bool{}
			}
			several[lf.path][lf.typ] = true
		}
	}
	for i, g := range l.groups {
		r := l.results[i]
		f := Finding{Role: l.role, What: l.t.label(), typ: l.t.name, leaves: g.leaves}
		whole := len(l.groups) == 1
		for _, lf := range g.leaves {
			name := lf.path
			if len(several[lf.path]) > 1 {
				name += " " + lf.typ
			}
			if lf.top != "" {
				f.Fields = append(f.Fields, name)
			}
		}
		if !whole {
			f.What += "(" + strings.Join(f.Fields, ", ") + ")"
		}
		switch {
		case r.undecided:
			f.Verdict, f.Widens, f.Detail = Undecided, true, "too large to decide whether more is read"
		case r.widened && r.lost, r.reached && r.lost && l.textual():
			f.Verdict, f.Widens, f.Detail = Changed, true, "events are gained, and others lost"
		case r.widened:
			f.Verdict, f.Widens, f.Detail = Widened, true, "events are gained"
		case r.reached:
			f.Verdict, f.Widens, f.Detail = Reach, true, l.reachDetail()
		case r.lost:
			f.Verdict, f.Detail = Narrowed, "events are lost"
		default:
			continue
		}
		f.Gained, f.Lost = r.gainedBy, r.lostBy
		l.texts(&f, r)
		f.Hash = hash(l.role, f.What, fmt.Sprintf("%q", g.leaves), strings.Join(r.forms, "\n"), f.Owner)
		if r.undecided {
			f.Hash = hash(l.role, f.What, l.r[0].text(), l.r[1].text(), strings.Join(l.sides[0].vocabulary, "\n"), strings.Join(l.sides[1].vocabulary, "\n"), f.Owner)
		}
		l.add(f)
	}
	l.reportWindows()
}

// textual says whether the loss has to do with the role's text: not when the role's clauses over the type are as they were.
func (l *look) textual() bool {
	said := func(side int) []string {
		var out []string
		if l.r[side] != nil {
			for _, n := range sorted(l.r[side].slices) {
				for _, c := range l.r[side].slices[n].over(l.t.events[side]) {
					out = append(out, n+" "+c.text)
				}
			}
		}
		return out
	}
	return !slices.Equal(said(0), said(1))
}

func (l *look) reachDetail() string {
	if l.t.events[0] == nil {
		return "the role's text is the same, and the event type is new"
	}
	return "the role's text is the same, and the world grew"
}

// texts fills in the clauses, where they stand, and who owns them.
func (l *look) texts(f *Finding, r *result) {
	now, was := l.clauseFor(1, r.clauses[1]), l.clauseFor(0, r.clauses[0])
	if now != nil {
		f.Now, f.At = now.text, now.differs(was, f.Fields)
	}
	if was != nil {
		f.Was, f.WasAt = was.text, was.differs(now, f.Fields)
	}
	f.Owner = l.owner(now, was)
}

// clauseFor is the clause of a witness, or else the first over the type.
func (l *look) clauseFor(side int, b *bound) *clause {
	if b != nil {
		return b.clause
	}
	if l.r[side] == nil {
		return nil
	}
	for _, n := range sorted(l.r[side].slices) {
		if cs := l.r[side].slices[n].over(l.t.events[side]); len(cs) > 0 {
			return cs[0]
		}
	}
	return nil
}

// owner is who must acknowledge: the clause's, else its slice's, else the role's, of the newer side first.
func (l *look) owner(clauses ...*clause) string {
	for i, c := range clauses {
		side := 1 - i
		if c != nil && c.owner != "" {
			return c.owner
		}
		if c == nil || l.r[side] == nil {
			continue
		}
		for _, n := range sorted(l.r[side].slices) {
			if s := l.r[side].slices[n]; s.owner != "" && slices.Contains(s.clauses, c) {
				return s.owner
			}
		}
	}
	return roleOwner(l.r[0], l.r[1])
}

func roleOwner(was, now *role) string {
	for _, r := range []*role{now, was} {
		if r != nil && r.owner != "" {
			return r.owner
		}
	}
	return ""
}
