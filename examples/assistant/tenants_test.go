package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/assistant/assemblers"
	"github.com/grantgen/grantgen/examples/assistant/grants"
	"github.com/grantgen/grantgen/examples/assistant/grants/assistant"
	"github.com/grantgen/grantgen/examples/assistant/grants/summariser"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/schema"
)

var tenants = []grants.Tenant{grants.TenantFerries, grants.TenantRail}

// Whatever the other tenant says, remembers and files, a tenant's prompt is the same to the byte, also through summaries and facts.
func TestATenantsPromptDoesNotMoveWithTheOthers(t *testing.T) {
	all := transcribed(t)
	const ask = "Before we restart the booking queue: what is known?"
	for _, own := range tenants {
		prompts := map[string]string{}
		for _, others := range []string{"as they are", "changed", "changed again"} {
			world := told{runbooks: map[grants.Tenant][]evidence.Item{}}
			for _, e := range all.events {
				if turn, ok := e.(grants.TurnTaken); ok && turn.Tenant != own && others != "as they are" {
					turn.Text = "The booking queue is " + others + ": " + strings.ToUpper(turn.Text)
					e = turn
				}
				world.events = append(world.events, e)
			}
			if others == "changed again" {
				for _, other := range tenants {
					if other != own {
						world.events = append(world.events, grants.Facts(other).Remember(memory.Rule, "Nobody restarts the booking queue."))
					}
				}
			}
			tl := opened(t, world)
			for _, other := range tenants {
				if other != own && others != "as they are" {
					stepped(t, tl, other, ask, []evidence.Item{{Document: "secret", Source: "s", Version: "1", Text: "The booking queue holds " + others}})
				}
			}
			built := stepped(t, tl, own, ask, all.runbooks[own])
			prompts[others], _ = counted(t, built)
		}
		for others, got := range prompts {
			if got != prompts["as they are"] {
				t.Errorf("%s: with the others %s the prompt is\n%s\nand was\n%s", own, others, got, prompts["as they are"])
			}
		}
		for _, e := range all.events {
			if turn, ok := e.(grants.TurnTaken); ok && turn.Tenant != own && strings.Contains(prompts["as they are"], turn.Text) {
				t.Errorf("the prompt of %s holds what %s said: %s", own, turn.Tenant, turn.Text)
			}
		}
	}
}

// A change of a tenant's own does move its prompt, so that the test above proves something.
func TestATenantsPromptMovesWithItsOwn(t *testing.T) {
	all := transcribed(t)
	for _, own := range tenants {
		was, _ := counted(t, stepped(t, opened(t, all), own, handover, nil))
		more := all
		more.events = append(more.events[:len(more.events):len(more.events)], grants.TurnTaken{Tenant: own, Speaker: grants.SpeakerOperator, Text: "One more thing."})
		if now, _ := counted(t, stepped(t, opened(t, more), own, handover, nil)); now == was {
			t.Errorf("the prompt of %s did not move", own)
		}
	}
}

// What a role writes goes to its own tenant, and the other's evidence is refused by name.
func TestDoorsAreTheTenantsOwn(t *testing.T) {
	ctx := context.Background()
	all := transcribed(t)
	tl := opened(t, all)
	var asked string
	model := pin.Open(tl).RecordMissing("m", func(_ context.Context, p prompt.Prompt) (string, error) {
		asked = p.String()
		return "Sales stop at noon.", nil
	})
	in := assistant.Input{Self: grants.TenantRail, Ask: "What should be remembered?", Now: morning}
	write := func(to grants.Tenant) error {
		_, err := assistant.WriteFacts(ctx, tl, in, assemblers.Assistant, model, func(answer string) ([]grants.MemoryWrite, error) {
			return []grants.MemoryWrite{grants.Facts(to).Remember(memory.Rule, answer)}, nil
		})
		return err
	}
	if err := write(grants.TenantFerries); !errors.Is(err, assembly.ErrNotGranted) {
		t.Errorf("another's facts: %v", err)
	}
	if err := write(grants.TenantRail); err != nil || strings.Contains(asked, "quay") {
		t.Errorf("own facts (%v), asked by\n%s", err, asked)
	}
	record, err := tl.Retrieved(ctx, grants.Runbooks(grants.TenantFerries), evidence.Retrieval{Query: "q", Items: all.runbooks[grants.TenantFerries]})
	if err != nil {
		t.Fatal(err)
	}
	in.Evidence = record
	if _, err := assistant.Assemble(ctx, tl, in, assemblers.Assistant); !errors.Is(err, assembly.ErrNotGranted) || strings.Contains(err.Error(), "tenant:ferries") {
		t.Errorf("another's evidence: %v", err)
	}
	last, err := tl.Last(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := summariser.WriteHistory(ctx, tl, summariser.Input{Self: grants.TenantRail, Through: last}, assemblers.Summariser, model); err != nil || strings.Contains(asked, "quay") || !strings.Contains(asked, "Noted. I will say when the feed is on time.") {
		t.Errorf("the summary (%v) was made from\n%s", err, asked)
	}
}

// Nothing is lost between the summary and the turns, and nothing is told twice.
func TestSummaryAndTurnsMeet(t *testing.T) {
	all := transcribed(t)
	built := stepped(t, opened(t, all), grants.TenantFerries, handover, nil)
	turns := 0
	for _, p := range built.Parts {
		if p.Slot == "turn" {
			turns++
		}
	}
	var ref assembly.SectionRef
	for _, r := range built.Read {
		if s, ok := r.(assembly.SectionRef); ok {
			ref = s
		}
	}
	uncovered := 0
	for i, e := range all.events {
		if turn, ok := e.(grants.TurnTaken); ok && turn.Tenant == grants.TenantFerries && int64(i)+1 > int64(ref.ToSeq) {
			uncovered++
		}
	}
	if turns != keptAsTurns || uncovered != turns {
		t.Errorf("%d turns stand in the prompt, and the summary leaves %d", turns, uncovered)
	}
}

// never: is what refuses a schema in which a tenant would see another's, straight or through a writer.
func TestASchemaThatLeaksIsRefused(t *testing.T) {
	source, err := os.ReadFile("assistant.grant.yaml")
	if err != nil {
		t.Fatal(err)
	}
	fixed := func(name string) ([]byte, error) { return os.ReadFile(name) }
	for name, c := range map[string]struct{ old, new, says string }{
		"as it is":              {"", "", ""},
		"all turns":             {`[{events: [TurnTaken], where: {tenant: "{self.tenant}"}, show: [speaker, text]}], since`, `[TurnTaken], since`, `never "own-conversation"`},
		"another's facts":       {`facts:    {memory: "tenant:{self.tenant}:facts"`, `facts:    {memory: "tenant:rail:facts"`, `never "own-facts"`},
		"another's runbooks":    {`{retrieved: "tenant:{self.tenant}:runbooks"}`, `{retrieved: "tenant:rail:runbooks"}`, `never "own-runbooks"`},
		"a summary of all":      {`{events: [{events: [TurnTaken], where: {tenant: "{self.tenant}"}, show: [speaker, text]}]}`, `{events: [TurnTaken]}`, `never "own-conversation" is broken through a writer`},
		"a writer of summaries": {"never:\n", "  porter:\n    sees: {all: {log: [TurnTaken]}, round: {events: [TurnTaken]}}\n    writes: [\"tenant:rail:history\"]\nnever:\n", `never "own-conversation" is broken through a writer`},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(string(source), c.old, c.new, 1)
			if c.old != "" && text == string(source) {
				t.Fatalf("the schema does not say %s", c.old)
			}
			_, diags := schema.Parse([]schema.File{{Name: "assistant.grant.yaml", Bytes: []byte(text)}}, fixed)
			var said strings.Builder
			for _, d := range diags {
				said.WriteString(d.Message + "\n")
			}
			if diags.HasErrors() != (c.says != "") || !strings.Contains(said.String(), c.says) {
				t.Errorf("want %q, got\n%s", c.says, said.String())
			}
		})
	}
}

// Default differs from the hand-written assembler in one thing: it keeps the older versions of a document.
func TestDefaultKeepsOlderVersions(t *testing.T) {
	all := transcribed(t)
	tl := opened(t, all)
	record, err := tl.Retrieved(context.Background(), grants.Runbooks(grants.TenantFerries), evidence.Retrieval{Query: "q", Items: all.runbooks[grants.TenantFerries]})
	if err != nil {
		t.Fatal(err)
	}
	in := assistant.Input{Self: grants.TenantFerries, Evidence: record, Ask: handover, Now: morning}
	texts := func(write assistant.Assembler) (kept []string) {
		built, err := assistant.Assemble(context.Background(), tl, in, write)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range built.Parts {
			kept = append(kept, p.Slot+" "+p.Content)
		}
		return kept
	}
	ours, byDefault := texts(assemblers.Assistant), texts(nil)
	var without []string
	for _, text := range byDefault {
		if !strings.Contains(text, "Stop the queue on quay-1") {
			without = append(without, text)
		}
	}
	if len(without)+1 != len(byDefault) || strings.Join(without, "\n") != strings.Join(ours, "\n") {
		t.Errorf("Default\n%s\nand ours\n%s", strings.Join(byDefault, "\n"), strings.Join(ours, "\n"))
	}
}
