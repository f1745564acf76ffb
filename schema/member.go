package schema

import (
	"slices"
	"strings"
)

// binding is the values that {self.x} and {other.x} stand for, each for its roster.
type binding struct{ self, other []bound }

type bound struct {
	roster *Roster
	value  string
}

func lookup(bs []bound, r *Roster) (string, bool) {
	for _, b := range bs {
		if b.roster == r {
			return b.value, true
		}
	}
	return "", false
}

// literal is l with the values in place.
func (b binding) literal(l Literal) Literal {
	for _, p := range []struct {
		roster *Roster
		values []bound
	}{{l.Self, b.self}, {l.Other, b.other}} {
		if v, ok := lookup(p.values, p.roster); p.roster != nil && ok {
			return Literal{Kind: OfRoster, Text: v}
		}
	}
	return l
}

// where is w with the values in place.
func (b binding) where(w *Where) *Where {
	out := *w
	out.Values = make([]Literal, len(w.Values))
	for i, v := range w.Values {
		out.Values[i] = b.literal(v)
	}
	return &out
}

// scope is a reference with the values in place.
func (b binding) scope(s *ScopeRef) string {
	parts, arg := make([]string, len(s.Family.Segments)), 0
	for i, g := range s.Family.Segments {
		if parts[i] = g.Literal; g.Roster == nil {
			continue
		}
		parts[i] = s.Args[arg].Value
		if s.Args[arg].Self {
			parts[i], _ = lookup(b.self, g.Roster)
		}
		arg++
	}
	return strings.Join(parts, ":")
}

// manyMembers is how many combinations of values a proof looks at. A roster that big would be an open one.
const manyMembers = 2_000_000

// bindings calls yield with each combination of self values, and of others that differ from them, in the rosters' order, until it
// says no. It says whether there were not too many.
func bindings(self, other []*Roster, yield func(binding) bool) bool {
	n := 1
	for _, r := range slices.Concat(self, other) {
		if n *= len(r.Values); n > manyMembers {
			return false
		}
	}
	product(self, nil, func(s []bound) bool {
		return product(other, nil, func(o []bound) bool {
			for _, b := range o {
				if v, ok := lookup(s, b.roster); ok && v == b.value {
					return true // an other is not the member's own
				}
			}
			return yield(binding{slices.Clone(s), slices.Clone(o)})
		})
	})
	return true
}

func product(rosters []*Roster, head []bound, yield func([]bound) bool) bool {
	if len(rosters) == 0 {
		return yield(head)
	}
	for _, v := range rosters[0].Values {
		if !product(rosters[1:], append(head[:len(head):len(head)], bound{rosters[0], v.Name}), yield) {
			return false
		}
	}
	return true
}

// member is a role's name with a member's values: negotiator@norway. Values that were not looked at are the first of their roster.
func (role *Role) member(b binding) string {
	if len(b.self) == 0 {
		return role.Name
	}
	name := role.Name
	for _, r := range role.For {
		v, ok := lookup(b.self, r)
		if !ok {
			v = r.Values[0].Name
		}
		name += "@" + v
	}
	return name
}
