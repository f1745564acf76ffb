package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/examples/fisheries/negotiators"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
)

const ask = "Respond to the latest offer in one sentence."

// offer is the first story: Norway answers an offer from what it may know, within a budget, by a pinned model.
func offer(ctx context.Context, out io.Writer, log timeline.Log) error {
	tl, err := grants.Open(ctx, log)
	if err != nil {
		return err
	}
	uk, mackerel := id("uk"), id("mackerel")
	said, err := tl.Append(ctx,
		grants.WithID(id("norway thinks"), grants.Held(grants.PartyNorway).Position(uk, mackerel).Revise("UK will settle at 8%")),
		grants.WithID(id("uk holds"), grants.Held(grants.PartyUK).Position(uk, mackerel).Revise("cut 5%")),
		grants.WithID(id("uk offers"), grants.OfferMade{Party: grants.PartyUK, Text: "A 12% cut to the mackerel quota."}),
	)
	if err != nil {
		return err
	}

	built, err := assemble(ctx, tl, said.To, ask, 120)
	if err != nil {
		return err
	}
	fmt.Fprint(out, render.Labelled(built))
	fmt.Fprintln(out, "shed:", slots(built.Shed))
	fmt.Fprintln(out, "read:", len(built.Read))

	tight, err := assemble(ctx, tl, said.To, ask, 80)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "\nwith a total of 80:")
	fmt.Fprintln(out, "shed:", slots(tight.Shed))
	for _, c := range []*assembly.Context{built, tight} {
		if _, err := trace.Record(ctx, tl, c); err != nil {
			return err
		}
	}

	ledger := pin.Open(tl, "run-1")
	model := ledger.RecordMissing("negotiator", func(context.Context, prompt.Prompt) (string, error) {
		return "Norway can accept 6%, no more.", nil
	})
	answer, err := model.Complete(ctx, render.Labelled(built))
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "\nthe model says:")
	fmt.Fprintln(out, answer)
	if err := ledger.Commit(ctx); err != nil {
		return err
	}
	return replay(ctx, out, tl, built)
}

// replay answers from the pin without a model, and misses once a letter of the prompt is another.
func replay(ctx context.Context, out io.Writer, tl *grants.Timeline, built *assembly.Context) error {
	pins := pin.Open(tl, "run-1").Replay("negotiator")
	answer, err := pins.Complete(ctx, render.Labelled(built))
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "replayed without a model:", answer)

	changed, err := assemble(ctx, tl, built.UptoSeq, "Respond to the latest offer in one sentense.", 120)
	if err != nil {
		return err
	}
	_, err = pins.Complete(ctx, render.Labelled(changed))
	var miss *pin.Miss
	if !errors.As(err, &miss) {
		return fmt.Errorf("a changed prompt was answered from the pin of another: %w", err)
	}
	fmt.Fprintln(out, "after one letter changed:", miss)
	return nil
}

// assemble reads as of a position, so that a second run, whose log is longer, comes to the same contexts.
func assemble(ctx context.Context, tl *grants.Timeline, at timeline.Position, ask string, total int) (*assembly.Context, error) {
	return norway.Assemble(ctx, tl, norway.Input{Ask: ask}, negotiators.Norway, assembly.At(at),
		assembly.WithBudget(assembly.Budget{Total: total, Count: token.Characters}))
}

func slots(parts []assembly.Part) []string {
	names := []string{}
	for _, p := range parts {
		names = append(names, p.Slot)
	}
	return names
}
