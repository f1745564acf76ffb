package main

import (
	"context"
	"slices"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/runtime/assembly"
)

// Offers that a section tells of are left out of the room. An assembler that does not read the sections loses them: that is noted.
func TestOffersThatNobodyTellsOfAreNoted(t *testing.T) {
	tl, _ := closedRound(t)
	assemble := func(write negotiator.Assembler) *assembly.Context {
		t.Helper()
		built, err := negotiator.Assemble(context.Background(), tl, negotiator.Input{Self: grants.PartyNorway, Ask: ask}, write)
		if err != nil {
			t.Fatal(err)
		}
		return built
	}
	note := assembly.Note{Kind: "untold", Text: "events of slice 'room' stand in sections of 'past', which was not read"}
	if built := assemble(nil); slices.Contains(built.Notes, note) {
		t.Errorf("the sections were read: %v", built.Notes)
	}
	forgetful := assemble(func(g *negotiator.Grant, p *negotiator.Parts) {
		p.Ask(g.Ask())
		for o := range g.Room().OfferMade() {
			p.Offer(o.Text, o)
		}
	})
	if !slices.Contains(forgetful.Notes, note) {
		t.Errorf("nothing says that offers are missing: %v", forgetful.Notes)
	}
	if built := assemble(func(g *negotiator.Grant, p *negotiator.Parts) { p.Ask(g.Ask()) }); slices.Contains(built.Notes, note) {
		t.Errorf("a slice that is not read leaves nothing out: %v", built.Notes)
	}
}
