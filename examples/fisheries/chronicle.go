package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/chronicler"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
)

// chronicle is the second story: a closed round becomes a section, and a negotiator reads the section and what came after.
func chronicle(ctx context.Context, out io.Writer, log timeline.Log) error {
	tl, err := grants.Open(ctx, log)
	if err != nil {
		return err
	}
	round, err := tl.Append(ctx,
		grants.WithID(id("uk opens"), grants.OfferMade{Party: grants.PartyUK, Text: "A 12% cut to the mackerel quota."}),
		grants.WithID(id("norway holds"), grants.OfferMade{Party: grants.PartyNorway, Text: "A 5% cut, no more."}),
		grants.WithID(id("aside"), grants.SideTalk{Party: grants.PartyUK, Audience: grants.PartySetOf(grants.PartyUK, grants.PartyEU), Text: "Hold the line with us."}),
	)
	if err != nil {
		return err
	}
	if _, err := tl.Append(ctx,
		grants.WithID(id("uk moves"), grants.OfferMade{Party: grants.PartyUK, Text: "We could move to 10%."}),
	); err != nil {
		return err
	}

	summarise := pin.Open(tl, "summaries").RecordMissing("chronicler", func(context.Context, prompt.Prompt) (string, error) {
		return "The UK opened at 12%; Norway held at 5%.", nil
	})
	section, err := chronicler.WritePublic(ctx, tl, chronicler.Input{Round: round}, nil, summarise)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nsection %s of %s is written\n\n", section.ID, section.Scope)

	built, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyNorway, Ask: ask}, nil, assembly.At(section.Seq),
		assembly.WithBudget(assembly.Budget{Total: 200, Count: token.Characters}))
	if err != nil {
		return err
	}
	fmt.Fprint(out, render.Labelled(built))
	fmt.Fprintln(out, "read:", kinds(built.Read))
	_, err = trace.Record(ctx, tl, built)
	return err
}

func kinds(refs []assembly.Ref) []string {
	names := []string{}
	for _, r := range refs {
		names = append(names, strings.TrimPrefix(fmt.Sprintf("%T", r), "assembly."))
	}
	return names
}
