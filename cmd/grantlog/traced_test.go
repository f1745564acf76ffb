package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/examples/fisheries/negotiators"
	every "github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
	"github.com/grantgen/grantgen/runtime/world"
)

// traced writes a negotiation with the contexts of two roles: Norway's at 4 and 6, the UK's at 8.
func traced(ctx context.Context, log timeline.Log) error {
	tl, err := grants.Open(ctx, log, assemblytest.FixedIDs(), assemblytest.FixedClock(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)))
	if err != nil {
		return err
	}
	uk, mackerel := assemblytest.ID(101), assemblytest.ID(102)
	asNorway := func() (*assembly.Context, error) {
		return norway.Assemble(ctx, tl, norway.Input{Ask: "Respond to the latest offer in one sentence."}, negotiators.Norway,
			assembly.WithBudget(assembly.Budget{Total: 120, Count: token.Characters}))
	}
	for _, step := range []struct {
		events   []grants.Event
		assemble func() (*assembly.Context, error)
	}{
		{[]grants.Event{grants.Held(grants.PartyNorway).Position(uk, mackerel).Revise("UK will settle at 8%"), grants.Held(grants.PartyUK).Position(uk, mackerel).Revise("cut 5%"),
			grants.OfferMade{Party: grants.PartyUK, Text: "A 12% cut to the mackerel quota."}}, asNorway},
		{[]grants.Event{grants.OfferMade{Party: grants.PartyUK, Text: "We could move to 10%."}}, asNorway},
		{[]grants.Event{grants.SideTalk{Party: grants.PartyEU, Audience: grants.PartySetOf(grants.PartyUK, grants.PartyEU), Text: "Hold the line \x1b[31m\u202ewith us <&>."}},
			func() (*assembly.Context, error) {
				return negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyUK, Ask: "What now?"}, nil)
			}},
	} {
		if _, err := tl.Append(ctx, step.events...); err != nil {
			return err
		}
		built, err := step.assemble()
		if err != nil {
			return err
		}
		if _, err := trace.Record(ctx, tl, built); err != nil {
			return err
		}
	}
	return nil
}

// stale writes a log on which evidence and memory are old in every way there is, with one context that read them: at 6, and one fact is of
// another kind.
func stale(ctx context.Context, log timeline.Log) error {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	tl, err := every.Open(ctx, log, assemblytest.FixedIDs(), world.WithClock(func() time.Time { return now }))
	if err != nil {
		return err
	}
	facts, shelf := every.Facts(every.PartyNorway), every.Shelf(every.PartyNorway)
	if _, err := tl.Append(ctx, facts.Remember(memory.Goal, "Quota stays.")); err != nil {
		return err
	}
	now = now.AddDate(0, 0, 40)
	if _, err := tl.Append(ctx, facts.Remember(memory.Goal, "Herring stays out."), facts.Remember(memory.Preference, "Quota talks are held in Bergen.")); err != nil {
		return err
	}
	if _, err := tl.Retrieved(ctx, shelf, evidence.Retrieval{Query: "guide", Index: "v1", Items: []evidence.Item{{Document: "guide", Version: "3", At: now, Text: "New guide."}}}); err != nil {
		return err
	}
	record, err := tl.Retrieved(ctx, shelf, evidence.Retrieval{Query: "quota", Index: "v1", Items: []evidence.Item{
		{Document: "guide", Version: "2", At: now.AddDate(-1, 0, 0), Text: "Old guide."},
		{Document: "report", Version: "1", At: now.AddDate(0, -1, 0), Text: "First report."},
		{Document: "report", Version: "2", At: now, Text: "Second report."},
	}})
	if err != nil {
		return err
	}
	built, err := helper.Assemble(ctx, tl, helper.Input{Self: every.PartyNorway, Ask: "Previously, what of the quota?", Evidence: record, Now: now.AddDate(0, 0, 1)}, nil)
	if err != nil {
		return err
	}
	_, err = trace.Record(ctx, tl, built)
	return err
}

// locks puts the lock files of the two schemas beside a script.
func locks(env *testscript.Env) error {
	for name, from := range map[string]string{"lock.yaml": "examples/fisheries", "desk.yaml": "internal/everything"} {
		b, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(from), "grants.lock.yaml"))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(env.WorkDir, name), b, 0o666); err != nil {
			return err
		}
	}
	return nil
}
