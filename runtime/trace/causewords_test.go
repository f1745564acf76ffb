package trace_test

import (
	"strings"
	"testing"
	"time"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	every "github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	everything "github.com/grantgen/grantgen/internal/everything/grants/replay"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
	"github.com/grantgen/grantgen/runtime/world"
)

// copyOf is a log with what edit makes of the events of another.
func copyOf(t *testing.T, log timeline.Log, edit func([]timeline.Pending) []timeline.Pending) timeline.Log {
	t.Helper()
	var events []timeline.Pending
	for q := (timeline.Query{}); ; {
		page, err := log.Read(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Events {
			events = append(events, e.Pending)
			q.After = e.Seq
		}
		if !page.More {
			break
		}
	}
	out := timeline.Memory()
	if _, err := out.Append(ctx, edit(events)...); err != nil {
		t.Fatal(err)
	}
	return out
}

func pending(t *testing.T, e interface {
	Pending() (timeline.Pending, error)
}) timeline.Pending {
	t.Helper()
	p, err := e.Pending()
	if err != nil {
		t.Fatal(err)
	}
	p.ID = timeline.DeriveID("put in by hand")
	return p
}

// An event that was put in, taken out or swapped is named with the slice and the item that hand it out, or did.
func TestTheEventThatMovedIsNamed(t *testing.T) {
	tl, _ := told(t, timeline.Memory())
	built, err := norway.Assemble(ctx, tl, norway.Input{Ask: "Respond."}, nil, assembly.At(3))
	if err != nil {
		t.Fatal(err)
	}
	rec := recordOf(t, built, 9)
	read, err := rec.Read()
	if err != nil {
		t.Fatal(err)
	}
	offer := pending(t, grants.OfferMade{Party: grants.PartyEU, Text: "Seven."})
	other := pending(t, grants.Held(grants.PartyNorway).Position(uk, uk).Revise("UK is tired"))
	gone := pending(t, grants.Held(grants.PartyNorway).Position(uk, mackerel).Contract())
	newer := offer
	newer.Version = 9
	broken := offer
	broken.Payload = []byte(`[]`)
	id := offer.ID.String()
	for name, c := range map[string]struct {
		edit func([]timeline.Pending) []timeline.Pending
		want string
	}{
		"an offer before the first":   {func(e []timeline.Pending) []timeline.Pending { e[1] = offer; return e }, "slice room, OfferMade: event 2 (" + id + ") was not handed out when it was recorded"},
		"a belief more":               {func(e []timeline.Pending) []timeline.Pending { e[1] = other; return e }, "slice own_beliefs, party:norway:held.position: belief v1:fisheries:position(" + uk.String() + "," + uk.String() + "), of event 2 (" + id + "), was not handed out when it was recorded"},
		"a belief less":               {func(e []timeline.Pending) []timeline.Pending { e[1] = gone; return e }, "slice own_beliefs, party:norway:held.position: belief v1:fisheries:position(" + uk.String() + "," + mackerel.String() + "), of event 1 (" + read[1].Event + "), was handed out when it was recorded, and is not now"},
		"from a later version":        {func(e []timeline.Pending) []timeline.Pending { e[1] = newer; return e }, "slice room, OfferMade: event 2 (" + id + ") was not handed out"},
		"that does not decode":        {func(e []timeline.Pending) []timeline.Pending { e[1] = broken; return e }, "slice room, OfferMade: event 2 (" + id + ") was not handed out"},
		"for the offer that was read": {func(e []timeline.Pending) []timeline.Pending { e[2] = offer; return e }, "which was read, is not on the log at or before 3"},
	} {
		log := copyOf(t, tl.Log(), c.edit)
		store, err := grants.Open(ctx, log)
		if err != nil {
			t.Fatal(err)
		}
		o, err := theirs().Rebuild(ctx, store.Store, rec)
		if err != nil {
			t.Fatal(err)
		}
		if o.Cause != trace.LogDiffers || !strings.Contains(o.Detail, c.want) {
			t.Errorf("%s: %s\nwant %q", name, o, c.want)
		}
		old := *rec
		old.Items = nil // as an older version recorded it
		if o, err = theirs().Rebuild(ctx, store.Store, &old); err != nil || o.Equal() {
			t.Errorf("%s, recorded by an older version: %v %v", name, o, err)
		}
	}
}

// Memory and evidence: what the log finds is the log's, and what a function of the application decides is not.
func TestTheCauseOfWhatIsFound(t *testing.T) {
	now := world.WithClock(func() time.Time { return day })
	tl, err := every.Open(ctx, timeline.Memory(), now)
	if err != nil {
		t.Fatal(err)
	}
	facts, shelf := every.Facts(every.PartyNorway), every.Shelf(every.PartyNorway)
	if _, err := tl.Append(ctx, facts.Remember(memory.Goal, "Quota stays."), facts.Remember(memory.Setting, "Quota talk is short.")); err != nil {
		t.Fatal(err)
	}
	record, err := tl.Retrieved(ctx, shelf, evidence.Retrieval{Query: "quota", Index: "v1", Items: []evidence.Item{{Document: "guide", Version: "2", At: day, Text: "A guide."}}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		if _, err := tl.Append(ctx, every.Ping{Text: strings.Repeat("x", i+1)}); err != nil {
			t.Fatal(err)
		}
	}
	recordedBy := func(ask string) *trace.Recorded {
		built, err := helper.Assemble(ctx, tl, helper.Input{Self: every.PartyNorway, Ask: ask, Evidence: record, Now: day.AddDate(0, 0, 1)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return recordOf(t, built, 99)
	}
	found, nothing := recordedBy("Previously, what of the quota?"), recordedBy("Previously, what of herring?")
	fact := pending(t, facts.Remember(memory.Goal, "Quota, quota and quota."))
	// In the place of the fact of a kind that the role does not read, which it never read.
	inPlace := func(p timeline.Pending) func([]timeline.Pending) []timeline.Pending {
		return func(e []timeline.Pending) []timeline.Pending { e[1] = p; return e }
	}
	same := func(e []timeline.Pending) []timeline.Pending { return e }
	for name, c := range map[string]struct {
		rec   *trace.Recorded
		edit  func([]timeline.Pending) []timeline.Pending
		opts  []world.Option
		cause trace.Cause
		want  string
	}{
		"the same":                        {found, same, nil, trace.None, ""},
		"another fact":                    {found, inPlace(fact), nil, trace.LogDiffers, "slice facts, facts:norway: memory " + fact.ID.String() + ", of event 2 ("},
		"a fact that is not found":        {nothing, inPlace(fact), nil, trace.LogDiffers, "nothing found: memory slice 'facts': none of the 2 facts"},
		"one ping less":                   {found, func(e []timeline.Pending) []timeline.Pending { return append(e[:6], fact) }, nil, trace.LogDiffers, "which was read, is not on the log"},
		"a fact of another day":           {found, func(e []timeline.Pending) []timeline.Pending { e[0].At -= 86_400_000_000; return e }, nil, trace.LogDiffers, "is not what it was when it was read"},
		"a function that needs no memory": {found, same, []world.Option{world.WithNeed(func(string) bool { return false })}, trace.AssemblerChanged, ""},
	} {
		t.Run(name, func(t *testing.T) {
			again, err := every.Open(ctx, copyOf(t, tl.Log(), c.edit), append(c.opts, now)...)
			if err != nil {
				t.Fatal(err)
			}
			o, err := everything.Roles().Rebuild(ctx, again.Store, c.rec)
			if err != nil {
				t.Fatal(err)
			}
			if o.Cause != c.cause || !strings.Contains(o.Detail, c.want) {
				t.Errorf("%serror: %v\nwant %s: %q", o, o.Err, c.cause, c.want)
			}
		})
	}
}

// A context that another version recorded, with other things beside what was shown, is recorded all the same, and nothing is appended.
func TestARecordOfAnotherVersionStands(t *testing.T) {
	tl := opened(t, offers(2, "there")...)
	built, err := norway.Assemble(ctx, tl, norway.Input{Ask: "What now?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := trace.Pending(built)
	if err != nil {
		t.Fatal(err)
	}
	older := p
	older.Payload = []byte(strings.Replace(string(p.Payload), `"outline":"`, `"outline":"0`, 1))
	if string(older.Payload) == string(p.Payload) {
		t.Fatal("a record has no outline")
	}
	if _, err := tl.Commit(ctx, older); err != nil {
		t.Fatal(err)
	}
	id, err := trace.Record(ctx, tl, built)
	last, lastErr := tl.Last(ctx)
	if err != nil || lastErr != nil || id != p.ID || last != 3 {
		t.Errorf("%v %v, the log ends at %d, %v", id, err, last, lastErr)
	}
}
