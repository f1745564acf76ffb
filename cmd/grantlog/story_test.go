package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/chronicler"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// tell writes the story of the fisheries: beliefs, offers, an aside, a section with its pin, and what came after.
func tell(ctx context.Context, log timeline.Log) error {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	tl, err := grants.Open(ctx, log, assemblytest.FixedIDs(), world.WithClock(func() time.Time { return at }))
	if err != nil {
		return err
	}
	uk, mackerel := assemblytest.ID(101), assemblytest.ID(102)
	round, err := tl.Append(ctx,
		grants.Held(grants.PartyNorway).Position(uk, mackerel).Revise("UK will settle at 8%"),
		grants.Held(grants.PartyUK).Position(uk, mackerel).Revise("cut 5%"),
		grants.OfferMade{Party: grants.PartyUK, Text: "A 12% cut to the mackerel quota."},
		grants.SideTalk{Party: grants.PartyUK, Audience: grants.PartySetOf(grants.PartyUK, grants.PartyEU), Text: "Hold the line \x1b[31m\u202ewith us <&>."},
	)
	if err != nil {
		return err
	}
	if _, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyUK, Text: "We could move to 10%."}); err != nil {
		return err
	}
	ledger := pin.Open(tl, "summaries")
	model := ledger.RecordMissing("chronicler", func(context.Context, prompt.Prompt) (string, error) {
		return "The UK opened at 12%; Norway held at 5%.", nil
	})
	if _, err := chronicler.WritePublic(ctx, tl, chronicler.Input{Round: round}, nil, model); err != nil {
		return err
	}
	_, err = tl.Append(ctx, grants.Held(grants.PartyNorway).Position(uk, mackerel).Revise("UK will settle at 10%"))
	return err
}

// quotas records a tool's results in two runs, and commits a miss.
func quotas(ctx context.Context, log timeline.Log) error {
	store, err := world.OpenStore(ctx, log, nil)
	if err != nil {
		return err
	}
	for _, r := range []struct {
		run   string
		years []int
	}{{"spring", []int{2025, 2026}}, {"autumn", []int{2026, 2027}}} {
		ledger := pin.Open(store, r.run)
		tool := ledger.RecordTool("quota", func(context.Context, json.RawMessage) (pin.Result, error) { return pin.TextResult("in " + r.run), nil })
		for _, year := range r.years {
			if _, err := tool.Call(ctx, fmt.Appendf(nil, `{"year":%d}`, year)); err != nil {
				return err
			}
		}
		if err := ledger.Commit(ctx); err != nil {
			return err
		}
	}
	ledger := pin.Open(store, "spring")
	if _, err := ledger.ReplayTool("quota").Call(ctx, []byte(`{"year":2028}`)); !errors.As(err, new(*pin.Miss)) {
		return fmt.Errorf("no miss: %w", err)
	}
	return ledger.CommitMisses(ctx)
}

// wrongSection writes a section that was made from other events than those of its range.
func wrongSection(ctx context.Context, log timeline.Log) error {
	p, err := chronicle.Section{
		From: 5, To: 5, Scope: "chronicle:public", Prose: "The UK moved.", Writer: "chronicler",
		Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}}},
	}.Pending()
	if err != nil {
		return err
	}
	_, err = log.Append(ctx, p)
	return err
}
