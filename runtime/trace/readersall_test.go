package trace_test

import (
	"slices"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/chronicler"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	every "github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// readTest is a log with contexts on it, and what each of them was handed.
type readTest struct {
	t     *testing.T
	tl    trace.Appender
	log   timeline.Log
	built map[timeline.ID]*assembly.Context
	order []timeline.ID
}

func (r *readTest) record(built *assembly.Context, err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	id, err := trace.Record(ctx, r.tl, built)
	if err != nil {
		r.t.Fatal(err)
	}
	r.built[id] = built
	r.order = append(r.order, id)
}

// holds that the readers of every event of the log are the contexts that were handed something that stands on it, and gives how many.
func (r *readTest) holds() map[int64]int {
	r.t.Helper()
	page, err := r.log.Read(ctx, timeline.Query{})
	if err != nil {
		r.t.Fatal(err)
	}
	n := map[int64]int{}
	for _, e := range page.Events {
		readers, err := trace.Readers(ctx, r.log, trace.Source{Event: e.ID})
		if err != nil {
			r.t.Fatal(err)
		}
		var got, want []timeline.ID
		for _, reader := range readers {
			got = append(got, reader.ID)
		}
		for _, id := range r.order {
			if slices.ContainsFunc(r.built[id].Seals(), func(s assembly.Seal) bool { return s.Event == e.ID.String() }) {
				want = append(want, id)
			}
		}
		if !slices.Equal(got, want) {
			r.t.Errorf("event %d (%s): read by %v, want %v", e.Seq, e.Type, got, want)
		}
		n[e.Seq] = len(got)
	}
	return n
}

// Readers are found by whatever door they read: the room, an aside, beliefs of a member, a chronicle's sections with what they leave out, the
// range of an events slice, memory and evidence.
func TestReadersByEveryDoor(t *testing.T) {
	log := timeline.Memory()
	tl, err := grants.Open(ctx, log, assemblytest.FixedIDs())
	if err != nil {
		t.Fatal(err)
	}
	r := &readTest{t: t, tl: tl, log: log, built: map[timeline.ID]*assembly.Context{}}
	asks := func() {
		for _, party := range []grants.Party{grants.PartyUK, grants.PartyNorway, grants.PartyEU} {
			r.record(negotiator.Assemble(ctx, tl, negotiator.Input{Self: party, Ask: "Now?"}, nil))
		}
		r.record(asNorway(tl, 80), nil)
	}
	round, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyUK, Text: "Twelve."}, grants.Held(grants.PartyUK).Position(uk, mackerel).Revise("eight"),
		grants.SideTalk{Party: grants.PartyEU, Audience: grants.PartySetOf(grants.PartyUK, grants.PartyEU), Text: "Hold."}, grants.OfferMade{Party: grants.PartyEU, Text: "Ten."})
	if err != nil {
		t.Fatal(err)
	}
	asks()
	r.record(chronicler.Assemble(ctx, tl, chronicler.Input{Round: round}, nil))
	rng, err := log.Append(ctx, pending(t, chronicle.Section{From: round.From, To: round.To, Scope: "chronicle:public", Prose: "They met.", Writer: "chronicler",
		Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}}}}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyFaroes, Text: "Nine."}); err != nil {
		t.Fatal(err)
	}
	asks()
	n := r.holds()
	// The first offer: four at first and the chronicler, then Norway alone, for whom no section stands for it. The belief: the UK's alone.
	for seq, want := range map[int64]int{1: 6, 2: 2, 3: 4, 4: 6, rng.From: 3, rng.From + 1: 4} {
		if n[seq] != want {
			t.Errorf("event %d has %d readers, want %d", seq, n[seq], want)
		}
	}
}

func TestReadersOfMemoryAndEvidence(t *testing.T) {
	log := timeline.Memory()
	tl, err := every.Open(ctx, log, assemblytest.FixedIDs(), assemblytest.FixedClock(day))
	if err != nil {
		t.Fatal(err)
	}
	r := &readTest{t: t, tl: tl, log: log, built: map[timeline.ID]*assembly.Context{}}
	if _, err := tl.Append(ctx, every.Facts(every.PartyNorway).Remember(memory.Goal, "Quota stays."), every.Facts(every.PartyUK).Remember(memory.Goal, "Quota goes."), every.Ping{Text: "a"}); err != nil {
		t.Fatal(err)
	}
	var records []timeline.ID
	for _, doc := range []string{"guide", "report"} {
		id, err := tl.Retrieved(ctx, every.Shelf(every.PartyNorway), evidence.Retrieval{Query: "quota", Index: "v1", Items: []evidence.Item{{Document: doc, Version: "1", Text: "Text."}, {Document: "same", Version: "1", Text: "Text."}}})
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, id)
	}
	for i, ask := range []string{"Previously, what of the quota?", "What of the quota?", "Last time?"} {
		r.record(helper.Assemble(ctx, tl, helper.Input{Self: every.PartyNorway, Ask: ask, Evidence: records[i%2], Now: day.AddDate(0, 0, 1)}, nil))
	}
	r.record(helper.Assemble(ctx, tl, helper.Input{Self: every.PartyUK, Ask: "Do you remember the quota?", Now: day.AddDate(0, 0, 1)}, nil))
	n := r.holds()
	for seq, want := range map[int64]int{1: 1, 2: 1, 3: 4, 4: 2, 5: 1} {
		if n[seq] != want {
			t.Errorf("event %d has %d readers, want %d", seq, n[seq], want)
		}
	}
}
