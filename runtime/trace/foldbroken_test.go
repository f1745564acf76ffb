package trace_test

import (
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// An event that a hand put in for a fold and that no fold can take is the log's fault too, wherever it makes reading fail.
func TestBrokenEventsOfFoldsAreTheLogs(t *testing.T) {
	tl, _ := told(t, timeline.Memory())
	rng, err := tl.Append(ctx, grants.SideTalk{Party: grants.PartyEU, Audience: grants.PartySetOf(grants.PartyEU), Text: "The UK hears nothing of it."})
	if err != nil {
		t.Fatal(err)
	}
	built, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyUK, Ask: "What now?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	record(t, tl, built)
	recs := recorded(t, tl)
	rec := recs[len(recs)-1]
	scope := timeline.Attribute{Name: "scope", Value: timeline.Text("party:uk:held")}
	public := timeline.Attribute{Name: "scope", Value: timeline.Text("chronicle:public")}
	section := pending(t, chronicle.Section{From: 1, To: 2, Scope: "chronicle:public", Prose: "x", Writer: "chronicler",
		Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}}}})
	broken := section
	broken.Payload = []byte(`[5]`)
	newer := section
	newer.Version = 7
	event := func(typ string, version int, payload string, attributes ...timeline.Attribute) timeline.Pending {
		return timeline.Pending{ID: timeline.DeriveID("hand", typ, payload), Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: typ}, Version: version,
			Attributes: timeline.NewAttributes(attributes...), Payload: []byte(payload)}
	}
	differing := 0
	for name, p := range map[string]timeline.Pending{
		"a section that does not decode": broken, "a section of a later version": newer, "a section": section,
		"a section without attributes":     event(chronicle.Written, 1, `{}`),
		"a section of a scope alone":       event(chronicle.Written, 1, `{}`, public),
		"a belief without attributes":      event(belief.Revised, 1, `{}`),
		"a belief of a scope alone":        event(belief.Revised, 1, `[]`, scope),
		"a belief of a later version":      event(belief.Revised, 9, `{}`, scope),
		"a contraction without attributes": event(belief.Contracted, 1, `null`),
		"a memory without attributes":      event(memory.Remembered, 1, `{}`),
		"a type that nobody knows":         event("Nothing", 1, `{}`),
	} {
		store, err := grants.Open(ctx, copyOf(t, tl.Log(), func(e []timeline.Pending) []timeline.Pending { e[rng.From-1] = p; return e }))
		if err != nil {
			t.Fatal(err)
		}
		o, err := theirs().Rebuild(ctx, store.Store, rec)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !o.Equal() {
			differing++
		}
		if !o.Equal() && o.Cause != trace.LogDiffers {
			t.Errorf("%s: %s\n%v", name, o, o.Err)
		}
	}
	if differing < 3 {
		t.Errorf("only %d of them make a difference", differing)
	}
}
