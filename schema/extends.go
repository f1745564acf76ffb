package schema

import (
	"maps"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// lineage is what a role has by itself and from the roles that it extends, before anything is resolved: parents first, in order.
type lineage struct {
	who    []*Roster
	sees   []shape.Entry[shape.Slice]
	parts  []shape.Entry[shape.Part]
	said   bool            // parts: is written somewhere
	names  map[string]bool // of the slices, with those whose form was not understood
	writes []shape.Word
	misled bool // a part, or parts: as a whole, was not understood
	broken bool // a role above was not understood, so that nobody knows what comes from there
}

// lineage resolves `extends`, each role once, so that a diamond costs what its roles cost. path is the roles on the way here.
func (r *resolver) lineage(e shape.Entry[shape.Role], path []string) *lineage {
	name := e.Name()
	if l := r.lines[name]; l != nil {
		return l
	}
	l := &lineage{names: sliceNames(e)}
	path = append(path[:len(path):len(path)], name)
	for _, parent := range e.Val.Extends.All() {
		p := parent.String()
		if i := slices.Index(path, p); i >= 0 {
			r.fail(parent.Pos(), "cycle", "these roles extend each other: %s", strings.Join(append(path[i:], p), " → ")).Expected = "one of these extends: left out"
			continue
		}
		pe, ok := r.roleEntry(p)
		if !ok && (r.roles.known[p] || r.roles.misread) {
			l.broken = true
			continue
		}
		if !ok {
			r.unknown(parent.Pos(), "role", p, r.roles.names)
			continue
		}
		from := r.lineage(pe, path)
		for _, roster := range from.who {
			if !slices.Contains(l.who, roster) {
				l.who = append(l.who, roster)
			}
		}
		l.sees = inherit(r, "slice", l.sees, from.sees)
		l.parts = inherit(r, "part", l.parts, from.parts)
		l.said = l.said || from.said
		l.broken, l.misled = l.broken || from.broken, l.misled || from.misled
		maps.Copy(l.names, from.names)
		l.writes = union(l.writes, from.writes)
	}
	if own := r.familyOf(e.Val.For); own != nil {
		for _, roster := range l.who {
			if !slices.Contains(own, roster) {
				r.fail(e.Val.For.All()[0].Pos(), "extends", "%q extends a family over %s, and is none itself", name, roster.Name).Expected =
					"for: with " + roster.Name + " too, or no for: here"
				own = append(own, roster) // so that what comes from there is not blamed as well
			}
		}
		l.who = own
	}
	l.sees = inherit(r, "slice", l.sees, e.Val.Sees.Entries)
	l.parts = inherit(r, "part", l.parts, e.Val.Parts.Entries)
	l.misled = l.misled || e.Val.Parts.Misread || len(e.Val.Parts.Broken) > 0
	l.said = l.said || e.Val.Parts.Set || e.Val.Parts.Misread
	l.writes = union(l.writes, e.Val.Writes)
	r.lines[name] = l
	return l
}

// sliceNames is the names of the slices that a role writes itself.
func sliceNames(e shape.Entry[shape.Role]) map[string]bool {
	names := map[string]bool{}
	if sees := e.Node.Get("sees"); sees != nil {
		for _, k := range sees.Keys {
			names[k.Text] = true
		}
	}
	return names
}

func (r *resolver) roleEntry(name string) (shape.Entry[shape.Role], bool) {
	i, ok := r.roleAt[name]
	if !ok {
		return shape.Entry[shape.Role]{}, false
	}
	return r.doc.Roles.Entries[i], true
}

func (r *resolver) familyOf(names shape.Names) []*Roster {
	var out []*Roster
	for _, n := range names.All() {
		roster, ok := find(r, &r.rosters, n.Pos(), "roster", n.String())
		if !ok {
			continue
		}
		if slices.Contains(out, roster) {
			r.fail(n.Pos(), "duplicate-key", "for: names %q twice", n).Expected = "each name once"
			continue
		}
		out = append(out, roster)
	}
	return out
}

// inherit is the union of two maps: one name with two bodies is an error, with one body it is one entry.
func inherit[T any](r *resolver, what string, have, more []shape.Entry[T]) []shape.Entry[T] {
	if len(more) == 0 {
		return have
	}
	at := make(map[string]int, len(have))
	for i, e := range have {
		at[e.Name()] = i
	}
	have = have[:len(have):len(have)]
	for _, e := range more {
		i, ok := at[e.Name()]
		switch {
		case !ok:
			have = append(have, e)
		case !tree.Equal(have[i].Node, e.Node):
			first, second := have[i].Key.Pos, e.Key.Pos
			if second.Compare(first) < 0 {
				first, second = second, first
			}
			r.fail(second, "extends", "the %s %q has two bodies in one role", what, e.Name()).Related =
				[]diag.Related{{Pos: first, Message: "the other is here"}}
		}
	}
	return have
}

func union(have, more []shape.Word) []shape.Word {
	for _, w := range more {
		if !slices.ContainsFunc(have, func(h shape.Word) bool { return h.String() == w.String() }) {
			have = append(have[:len(have):len(have)], w)
		}
	}
	return have
}
