package schema

import (
	"slices"
	"strings"
)

// binding is the values that {self.x} stands for, each for its roster.
type binding struct{ self []bound }

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

// literal is l with the member's own value in place.
func (b binding) literal(l Literal) Literal {
	if v, ok := lookup(b.self, l.Self); l.Self != nil && ok {
		return Literal{Kind: OfRoster, Text: v}
	}
	return l
}

// others is the values of a roster that are not the member's own: what {other.x} stands for. A role that is no family over the
// roster has no own value.
func (b binding) others(r *Roster) []string {
	own, _ := lookup(b.self, r)
	return slices.DeleteFunc(r.lookedNames(), func(v string) bool { return v == own })
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
	values, parts := b.args(s), make([]string, len(s.Family.Segments))
	for i, g := range s.Family.Segments {
		if parts[i] = g.Literal; g.Roster != nil {
			parts[i], values = values[0], values[1:]
		}
	}
	return strings.Join(parts, ":")
}

// args is the values of a reference's places.
func (b binding) args(s *ScopeRef) []string {
	out := make([]string, len(s.Args))
	for i, a := range s.Args {
		if out[i] = a.Value; a.Self {
			out[i], _ = lookup(b.self, a.Roster)
		}
	}
	return out
}

// manyMembers is how many combinations of values one proof looks at, and manyLooks how many all proofs of a schema look at together,
// so that no schema takes minutes. A roster that big would be an open one.
const (
	manyMembers = 2_000_000
	manyLooks   = 5_000_000
)

// bindings calls yield with each combination of self values, in the rosters' order, until it says no. It says whether there were not
// too many.
func (r *resolver) bindings(self []*Roster, yield func(binding) bool) bool {
	n := 1
	for _, roster := range self {
		if n *= len(roster.looked()); n > manyMembers {
			return false
		}
	}
	enough := true
	product(self, nil, func(s []bound) bool {
		if enough = r.look(); !enough {
			return false
		}
		return yield(binding{slices.Clone(s)})
	})
	return enough
}

// look counts one look, and says whether it may be taken.
func (r *resolver) look() bool {
	r.looks++
	return r.looks <= manyLooks
}

func product(rosters []*Roster, head []bound, yield func([]bound) bool) bool {
	if len(rosters) == 0 {
		return yield(head)
	}
	for _, v := range rosters[0].looked() {
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
			v = r.looked()[0].Name
		}
		name += "@" + v
	}
	return name
}
