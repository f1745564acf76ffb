package trace_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
	"github.com/grantgen/grantgen/runtime/trace"
)

// Among 10,000 contexts on SQLite, those that read a belief or an event are found, and no others. How long it takes is said, and is the
// machine's.
func TestReadersAmongTenThousand(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a log of 10,000 contexts")
	}
	log, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "many.db"), sqlite.SynchronousNormal())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	tl, err := grants.Open(ctx, log, assemblytest.FixedIDs())
	if err != nil {
		t.Fatal(err)
	}
	parties := []grants.Party{grants.PartyNorway, grants.PartyUK, grants.PartyEU, grants.PartyFaroes}
	for i := range 40 {
		if _, err := tl.Append(ctx, grants.OfferMade{Party: parties[i%4], Text: fmt.Sprintf("Offer %d: a cut of %d%% to the mackerel quota.", i, i)},
			grants.Held(parties[i%4]).Position(assemblytest.ID(200+i/4), mackerel).Revise(fmt.Sprintf("position %d", i))); err != nil {
			t.Fatal(err)
		}
	}
	belief := "v1:fisheries:position(" + assemblytest.ID(203).String() + "," + mackerel.String() + ")" // of 12..15
	const n = 10000
	want := map[string][]timeline.ID{}
	var batch []timeline.Pending
	for i := range n {
		built, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: parties[i%4], Ask: fmt.Sprintf("Question %d?", i)}, nil, assembly.At(int64(1+i%80)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := trace.Pending(built)
		if err != nil {
			t.Fatal(err)
		}
		for _, ref := range built.Read {
			switch ref := ref.(type) {
			case assembly.StateRef:
				if ref.State == belief {
					want["belief"] = append(want["belief"], p.ID)
					want[ref.Scope] = append(want[ref.Scope], p.ID)
				}
			case assembly.EventRef:
				if ref.Seq == 41 {
					want["event"] = append(want["event"], p.ID)
				}
			}
		}
		if batch = append(batch, p); len(batch) == 500 {
			if _, err := tl.Commit(ctx, batch...); err != nil {
				t.Fatal(err)
			}
			batch = nil
		}
	}
	page, err := log.Read(ctx, timeline.Query{After: 40, UpTo: 41})
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]trace.Source{"belief": {State: belief}, "party:uk:held": {State: belief, Scope: "party:uk:held"}, "event": {Event: page.Events[0].ID}, "none": {Event: assemblytest.ID(9)}} {
		start := time.Now()
		readers, err := trace.Readers(ctx, log, source)
		took := time.Since(start)
		if err != nil {
			t.Fatal(err)
		}
		var got []timeline.ID
		for _, r := range readers {
			got = append(got, r.ID)
		}
		if !slices.Equal(got, want[name]) {
			t.Errorf("%s: %d contexts, want %d", name, len(got), len(want[name]))
		}
		t.Logf("%s: %d of %d contexts in %v", name, len(got), n, took.Round(time.Millisecond))
	}
	if len(want["belief"]) == 0 || len(want["event"]) == n {
		t.Errorf("the question is too easy: %d and %d", len(want["belief"]), len(want["event"]))
	}
}
