// Package excepted has exceptions, needed ones and others.
package excepted

import (
	"example.com/app/grants"
	"example.com/app/grants/norway"
)

// Seed writes what norway thought before the first call.
//
//grant:sealed what is held before the first call has no model to write it
func Seed() grants.Event {
	return grants.Held(grants.PartyNorway).Position(grants.ID{}).Revise("x")
}

func seeds() {
	_ = grants.Held(grants.PartyUK) //grant:sealed the UK has no agent
	_ = grants.Held(grants.PartyUK) //grant:sealed // want `//grant:sealed has no reason`
	_ = grants.PartyUK              //grant:sealed once a seed // want `//grant:sealed is not needed: nothing is found here`
	_ = norway.Input{}
}
