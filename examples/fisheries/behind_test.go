package main

import (
	"context"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/chronicler"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Another process writes a section while this one's chronicle is behind. What it says is neither lost nor told twice: a slice that reads
// the chronicle, and one that only looks at it to know what is told already, are brought up or refused.
func TestAChronicleThatIsBehindIsStale(t *testing.T) {
	ctx := context.Background()
	log := timeline.Memory()
	here := opening(t, log)
	there, err := grants.Open(ctx, log)
	if err != nil {
		t.Fatal(err)
	}
	in := negotiator.Input{Self: grants.PartyNorway, Ask: ask}
	if _, err := negotiator.Assemble(ctx, here, in, nil); err != nil { // both folds at 3
		t.Fatal(err)
	}
	if _, err := chronicler.WritePublic(ctx, there, chronicler.Input{Round: timeline.Range{From: 1, To: 3}}, nil, says("The UK opened at 12%.")); err != nil {
		t.Fatal(err)
	}
	reads := map[string]negotiator.Assembler{
		"reads": func(g *negotiator.Grant, p *negotiator.Parts) {
			for s := range g.Past() {
				p.Past(s)
			}
		},
		"looks": func(g *negotiator.Grant, p *negotiator.Parts) {
			for o := range g.Room().OfferMade() {
				p.Offer(o.Text, o)
			}
		},
	}
	for _, read := range reads {
		_, err = negotiator.Assemble(ctx, here, in, read, assembly.NoCatchUp())
		want[*assembly.StaleRead](t, err, "the chronicle fold is at 3 and this slice reads at 4", assembly.ErrStaleRead)
	}
	built, err := negotiator.Assemble(ctx, here, in, reads["looks"])
	if err != nil || len(built.Parts) != 0 {
		t.Errorf("%v: what the section tells is told again: %v", err, built)
	}
	if built, err = negotiator.Assemble(ctx, here, in, reads["reads"]); err != nil || render.Labelled(built).String() != "SUMMARISED (advisory prose, not canon):\nThe UK opened at 12%.\n" {
		t.Errorf("%v\n%s", err, render.Labelled(built))
	}
	// Ahead of the position is no fault: the section is not visible there, and the offer is.
	if built, err = negotiator.Assemble(ctx, here, in, reads["looks"], assembly.At(3), assembly.NoCatchUp()); err != nil || len(built.Parts) != 1 {
		t.Errorf("%v: %v", err, built)
	}
}
