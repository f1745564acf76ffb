package schema

import (
	"slices"

	"github.com/grantgen/grantgen/schema/internal/shape"
)

// pattern is a scope of an assertion: a family with each place filled by a value, the member's own, or another's.
type pattern struct {
	family *Scope
	args   []patternArg
}

type patternArg struct {
	ScopeArg
	other bool
}

// patterns resolves a scope of never: or checks:; one scope may belong to a family of each kind. ok is false when it was reported.
func (r *resolver) patterns(w shape.Word, never bool) ([]pattern, bool) {
	kinds := []ScopeKind{BeliefScope, ChronicleScope, MemoryScope, RetrievedScope}
	segments, good := r.segments(w)
	for _, g := range segments {
		if !good || len(g.place) == 0 {
			continue
		}
		if len(g.place) != 2 || g.place[0] != "self" && (g.place[0] != "other" || !never) {
			d := r.fail(w.At(g.at), "scope", "%q has no meaning here", g.text)
			d.Expected = "{self.ROSTER}, or a value"
			if never {
				d.Expected = "{self.ROSTER}, {other.ROSTER}, or a value"
			}
			good = false
			continue
		}
		_, ok := find(r, &r.rosters, w.At(g.at+1+len(g.place[0])+1), "roster", g.place[1])
		good = good && ok
	}
	if !good {
		return nil, false
	}
	var out []pattern
	for _, s := range r.scopes.items {
		args, ok := fill(s, segments, kinds, !never)
		if !ok {
			continue
		}
		p, places := pattern{family: s}, placesOf(s, segments)
		for i, a := range args {
			p.args = append(p.args, patternArg{a, len(places[i]) > 0 && places[i][0] == "other"})
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		r.noScope(w, segments, kinds)
	}
	return out, len(out) > 0
}

// placesOf is the words of each place of the family, as the scope fills it.
func placesOf(s *Scope, segments []segment) [][]string {
	var out [][]string
	for i, f := range s.Segments {
		if f.Roster != nil {
			out = append(out, segments[i].place)
		}
	}
	return out
}

// rosters is those that the pattern takes from the member, and from others.
func (p pattern) rosters() (self, other []*Roster) {
	for _, a := range p.args {
		switch {
		case a.other:
			other = addRoster(other, a.Roster)
		case a.Self:
			self = addRoster(self, a.Roster)
		}
	}
	return self, other
}

func addRoster(rs []*Roster, r *Roster) []*Roster {
	if slices.Contains(rs, r) {
		return rs
	}
	return append(rs, r)
}

// meets says whether the assertion is about the scope with these values in its places. Each {other.x} stands for any value but the
// member's own, by itself.
func (p pattern) meets(values []string, b binding) bool {
	for i, a := range p.args {
		own, member := lookup(b.self, a.Roster)
		switch {
		case a.other && member && values[i] == own, !a.other && a.Self && values[i] != own, !a.other && !a.Self && values[i] != a.Value:
			return false
		}
	}
	return true
}

// text is the scope with the values in place; only a pattern of never: holds {other.x}, which has no one text.
func (p pattern) text(b binding) string {
	ref := &ScopeRef{Family: p.family}
	for _, a := range p.args {
		ref.Args = append(ref.Args, a.ScopeArg)
	}
	return b.scope(ref)
}
