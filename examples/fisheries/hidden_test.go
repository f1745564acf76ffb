package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/chronicler"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
)

// hide appends one event that Norway's negotiator may not read: of others, of another schema, of no meaning, unreadable.
func hide(t *testing.T, tl *grants.Timeline, r *rand.Rand) {
	t.Helper()
	ctx := context.Background()
	texts := func(kv ...string) timeline.Attributes {
		var out []timeline.Attribute
		for i := 0; i < len(kv); i += 2 {
			out = append(out, timeline.Attribute{Name: kv[i], Value: timeline.Text(kv[i+1])})
		}
		return timeline.NewAttributes(out...)
	}
	own := texts("scope", "party:norway:held", "namespace", "other", "predicate", "position", "belief", "x")
	foreign := texts("scope", "party:uk:held", "namespace", "fisheries", "predicate", "position", "belief", "x")
	raw := func(namespace, kind string, version int, a timeline.Attributes, payload string) timeline.Pending {
		return timeline.Pending{Key: timeline.Key{Namespace: namespace, Type: kind}, Version: version, Attributes: a, Payload: []byte(payload)}
	}
	events := []grants.Event{
		grants.SideTalk{Party: grants.PartyUK, Audience: grants.PartySetOf(grants.PartyUK, grants.PartyEU), Text: "MUST HOLD:\nhidden"},
		grants.Held(grants.PartyUK).Position(id("uk"), id("mackerel")).Revise("hidden"),
		grants.Held(grants.PartyUK).Position(id("uk"), id("mackerel")).Contract(),
		grants.Held(grants.PartyEU).Position(id("norway"), id("mackerel")).Revise("hidden"),
	}
	pending := []timeline.Pending{
		raw("grantgen", "BeliefRevised", 1, own, `{"about":{},"value":"hidden"}`),
		raw("grantgen", "BeliefRevised", 9, foreign, `[]`),
		raw("grantgen", "BeliefRevised", 1, timeline.NewAttributes(timeline.Attribute{Name: "scope", Value: timeline.Int(4)}), `4`),
		raw("grantgen", "SectionWritten", 7, texts("scope", "chronicle:uk", "writer", "x"), `null`),
		raw("grantgen", "SectionWritten", 1, texts("scope", "chronicle:public", "from", "1", "to", "1"), `{}`),
		raw("grantgen", "OfferMade", 1, texts("party", "norway"), `{"text":"hidden"}`),
		raw("other", "OfferMade", 1, texts("party", "norway"), `{"text":"hidden"}`),
		raw("fisheries", "Unknown", 3, texts("party", "norway"), `{"text":"hidden"}`),
		raw("fisheries", "SideTalk", 99, texts("party", "norway", "audience", "norway"), `{}`),
		raw("fisheries", "SideTalk", 1, texts("party", "norway"), `{}`),
		raw("fisheries", "SideTalk", 1, timeline.NewAttributes(timeline.Attribute{Name: "audience", Value: timeline.Set("Norway", "norwayx", "")}), `{}`),
	}
	var err error
	if n := r.IntN(len(events) + len(pending)); n < len(events) {
		_, err = tl.Append(ctx, events[n])
	} else {
		_, err = tl.Commit(ctx, pending[n-len(events)])
	}
	if err != nil {
		t.Fatal(err)
	}
}

// negotiation is a log that a seed decides, with hidden events everywhere or nowhere.
func negotiation(t *testing.T, seed uint64, hidden bool) *grants.Timeline {
	t.Helper()
	ctx := context.Background()
	tl, err := grants.Open(ctx, timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	r, h := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
	offers := 0 // since the last section
	for i := range 14 {
		if hidden {
			for range h.IntN(4) {
				hide(t, tl, h)
			}
		}
		subject := id(fmt.Sprint(r.IntN(3)))
		var e grants.Event
		switch r.IntN(7) {
		case 0, 1:
			offers++
			e = grants.OfferMade{Party: grants.PartyValues()[r.IntN(5)], Text: fmt.Sprint("offer ", i)}
		case 2:
			e = grants.SideTalk{Party: grants.PartyUK, Audience: grants.PartySetOf(grants.PartyNorway), Text: fmt.Sprint("side ", i)}
		case 3, 4:
			e = grants.Held(grants.PartyNorway).Position(subject, id("cod")).Revise(fmt.Sprint("belief ", i))
		case 5:
			e = grants.Held(grants.PartyNorway).Position(subject, id("cod")).Contract()
		case 6:
			last, err := tl.Last(ctx)
			if err == nil && offers > 0 {
				offers = 0
				_, err = chronicler.WritePublic(ctx, tl, chronicler.Input{Through: last}, nil, says(fmt.Sprint("told ", i)))
			}
			if err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, err := tl.Append(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	if hidden {
		for range 30 {
			hide(t, tl, h)
		}
	}
	return tl
}

// prompts is what Norway's negotiator gets under several budgets, and what an operator is told of it, without seqs and ids.
func prompts(t *testing.T, tl *grants.Timeline, opts ...assembly.Option) string {
	t.Helper()
	out := ""
	for _, total := range []int{80, 150, 2000} {
		built, err := negotiator.Assemble(context.Background(), tl, negotiator.Input{Self: grants.PartyNorway, Ask: ask}, nil,
			append(opts, assembly.WithBudget(assembly.Budget{Total: total, Count: token.Characters, Render: render.ByLabel}))...)
		if err != nil {
			t.Fatal(err)
		}
		out += fmt.Sprintf("%s%d read, %v, %d of %d\n", render.Labelled(built), len(built.Read), built.Notes, built.Used, built.Total)
		for _, p := range built.Shed {
			out += p.Slot + " " + p.Content + " " + p.Reason + "\n"
		}
	}
	return out
}

// E1, E2, E4: hidden events before, between and after the granted ones, a flood of them at the end, unreadable ones, beliefs of others
// newer than everything: the prompt stays as it is.
func TestE1E2E4HiddenEventsChangeNothing(t *testing.T) {
	for seed := range uint64(60) {
		alone, among := prompts(t, negotiation(t, seed, false)), prompts(t, negotiation(t, seed, true))
		if alone != among {
			t.Fatalf("seed %d: alone\n%s\namong hidden events\n%s", seed, alone, among)
		}
	}
}

// E5: what a granted event refers to may be there or not.
func TestE5AGrantedTextNamesAHiddenEvent(t *testing.T) {
	ctx := context.Background()
	hidden := id("a side talk")
	var got []string
	for _, there := range []bool{true, false} {
		tl, err := grants.Open(ctx, timeline.Memory())
		if err != nil {
			t.Fatal(err)
		}
		batch := []grants.Event{grants.OfferMade{Party: grants.PartyUK, Text: "As in " + hidden.String()}}
		if there {
			batch = append([]grants.Event{grants.WithID(hidden, grants.SideTalk{Party: grants.PartyUK, Audience: grants.PartySetOf(grants.PartyEU), Text: "x"})}, batch...)
		}
		if _, err := tl.Append(ctx, batch...); err != nil {
			t.Fatal(err)
		}
		got = append(got, prompts(t, tl))
	}
	if got[0] != got[1] {
		t.Errorf("with it\n%s\nwithout\n%s", got[0], got[1])
	}
}

// E7: who was assembled before, in the same process, changes nothing.
func TestE7AnotherMemberFirst(t *testing.T) {
	alone, after := prompts(t, negotiation(t, 7, true)), negotiation(t, 7, true)
	for _, self := range []grants.Party{grants.PartyUK, grants.PartyEU} {
		// The UK's own beliefs hold one that cannot be read: an error there, and nothing to Norway.
		_, _ = negotiator.Assemble(context.Background(), after, negotiator.Input{Self: self, Ask: ask}, nil)
	}
	if got := prompts(t, after); got != alone {
		t.Errorf("alone\n%s\nafter others\n%s", alone, got)
	}
}

// E8: appends while Norway assembles: each prompt is that of its position.
func TestE8AppendsMeanwhile(t *testing.T) {
	tl := negotiation(t, 8, true)
	last, err := tl.Last(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	alone := prompts(t, tl, assembly.At(last))
	var wg sync.WaitGroup
	defer wg.Wait()
	for range 2 {
		wg.Go(func() {
			for i := range 40 {
				if _, err := tl.Append(context.Background(), grants.OfferMade{Party: grants.PartyUK, Text: fmt.Sprint("later ", i)},
					grants.Held(grants.PartyNorway).Position(id("1"), id("cod")).Revise(fmt.Sprint("later ", i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 20 {
		if got := prompts(t, tl, assembly.At(last)); got != alone {
			t.Fatalf("alone\n%s\nmeanwhile\n%s", alone, got)
		}
		built, err := negotiator.Assemble(context.Background(), tl, negotiator.Input{Self: grants.PartyNorway, Ask: ask}, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := negotiator.Assemble(context.Background(), tl, negotiator.Input{Self: grants.PartyNorway, Ask: ask}, nil, assembly.At(built.UptoSeq))
		if err != nil || again.Describe().String() != built.Describe().String() {
			t.Fatalf("at %d: %v\n%s\n%s", built.UptoSeq, err, built.Describe(), again.Describe())
		}
	}
}
