package schema

import "testing"

// Proofs look at so much and no more, one by one and together: then they say that they did not decide.
func TestProofsAreBounded(t *testing.T) {
	roster := &Roster{Name: "party", Values: make([]RosterValue, 2000)}
	never := func(binding) bool { t.Error("a member was looked at"); return false }
	if (&resolver{}).bindings([]*Roster{roster, {Name: "mood", Values: make([]RosterValue, 2000)}}, never) {
		t.Error("four million members are not too many")
	}
	if (&resolver{looks: manyLooks}).bindings([]*Roster{roster}, never) {
		t.Error("another proof is not too many")
	}
	n := 0
	r := &resolver{looks: manyLooks - 1999}
	if r.bindings([]*Roster{roster}, func(binding) bool { n++; return true }) || n != 1999 {
		t.Errorf("%d members were looked at", n)
	}
}
