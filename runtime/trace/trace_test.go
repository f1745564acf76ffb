package trace_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
	"github.com/grantgen/grantgen/runtime/world"
)

var (
	ctx          = context.Background()
	uk, mackerel = assemblytest.ID(101), assemblytest.ID(102)
	day          = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
)

// told is a log of two offers and two beliefs of Norway's, with a context of Norway's after each and one of the UK's.
func told(t testing.TB, log timeline.Log) (*grants.Timeline, []*trace.Recorded) {
	t.Helper()
	now := day
	tl, err := grants.Open(ctx, log, assemblytest.FixedIDs(), world.WithClock(func() time.Time { now = now.Add(time.Minute); return now }))
	if err != nil {
		t.Fatal(err)
	}
	step := func(total int, events ...grants.Event) {
		if _, err := tl.Append(ctx, events...); err != nil {
			t.Fatal(err)
		}
		record(t, tl, asNorway(tl, total))
	}
	step(120, grants.Held(grants.PartyNorway).Position(uk, mackerel).Revise("UK will settle at 8%"), grants.Held(grants.PartyUK).Position(uk, mackerel).Revise("cut 5%"),
		grants.OfferMade{Party: grants.PartyUK, Text: "A 12% cut to the mackerel quota."})
	step(120, grants.OfferMade{Party: grants.PartyNorway, Text: "Five, and no more."})
	step(400, grants.Held(grants.PartyNorway).Position(uk, mackerel).Revise("UK will settle at 10%, and soon"))
	built, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: grants.PartyUK, Ask: "What now?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	record(t, tl, built)
	return tl, recorded(t, tl)
}

func asNorway(tl *grants.Timeline, total int) *assembly.Context {
	built, err := norway.Assemble(ctx, tl, norway.Input{Ask: "Respond to the latest offer in one sentence."}, nil,
		assembly.WithBudget(assembly.Budget{Total: total, Count: token.Characters}))
	if err != nil {
		panic(err)
	}
	return built
}

func record(t testing.TB, tl *grants.Timeline, built *assembly.Context) {
	t.Helper()
	if _, err := trace.Record(ctx, tl, built); err != nil {
		t.Fatal(err)
	}
}

func recorded(t testing.TB, tl *grants.Timeline) []*trace.Recorded {
	t.Helper()
	recs, err := trace.Select(ctx, tl.Log(), trace.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return recs
}

// What is described back is what the context was: every part with its fate, its count and its place.
func TestARecordedContextIsDescribedBack(t *testing.T) {
	tl, _ := told(t, timeline.Memory())
	for _, total := range []int{44, 80, 100, 120, 1000} {
		built := asNorway(tl, total)
		rec := recordOf(t, built, 9)
		d, err := rec.Described()
		if err != nil {
			t.Fatal(err)
		}
		kept, shed := built.Parts, built.Shed
		for i, p := range d.Parts {
			from := &kept
			if !p.Kept {
				from = &shed
			}
			was := (*from)[0]
			*from = (*from)[1:]
			if p.Place != i || p.Slot != was.Slot || p.Content != was.Content || p.Count != was.Count || p.Register != was.Register.String() || p.Reason != was.Reason || len(p.Sources) != len(was.Sources) {
				t.Errorf("total %d, part %d: %+v is not %+v", total, i, p, was)
			}
		}
		if len(kept)+len(shed) > 0 {
			t.Errorf("total %d: parts are missing", total)
		}
		if prompt := d.Prompt(); len(prompt) != len(d.Parts) || prompt[0].Slot != "ask" {
			t.Errorf("the prompt's order: %+v", prompt)
		}
	}
}

// A context that an older version recorded has no measures, and is described all the same.
func TestWithoutMeasures(t *testing.T) {
	_, recs := told(t, timeline.Memory())
	rec := *recs[0]
	rec.Measured = nil
	d, err := rec.Described()
	if err != nil || len(d.Parts) != 3 {
		t.Errorf("%+v %v", d, err)
	}
	rec.Measured = &trace.Measured{Fates: "ks"}
	if _, err := rec.Described(); err == nil {
		t.Error("measures of another context were taken")
	}
}

// With any total, Refit is what Assemble makes.
func TestRefitIsAssemble(t *testing.T) {
	tl, _ := told(t, timeline.Memory())
	for _, budget := range []assembly.Budget{{Count: token.Characters}, {Count: token.Estimate, Render: render.ByLabel}} {
		assemble := func(total int) (*assembly.Context, error) {
			b := budget
			b.Total = total
			return norway.Assemble(ctx, tl, norway.Input{Ask: "Respond."}, nil, assembly.WithBudget(b), assembly.At(5))
		}
		built, err := assemble(60)
		if err != nil {
			t.Fatal(err)
		}
		was := built.Describe().String()
		rapid.Check(t, func(t *rapid.T) {
			total := rapid.IntRange(-1, 200).Draw(t, "total")
			want, wantErr := assemble(total)
			got, err := built.Refit(total)
			if (err == nil) != (wantErr == nil) || err != nil && !strings.HasSuffix(wantErr.Error(), err.Error()) {
				t.Fatalf("Refit: %v; Assemble: %v", err, wantErr)
			}
			if err == nil && (got.Describe().String() != want.Describe().String() || got.Used != want.Used || !slices.Equal(got.Fates(), want.Fates())) {
				t.Fatalf("Refit:\n%s\nAssemble:\n%s", got.Describe(), want.Describe())
			}
		})
		if built.Describe().String() != was {
			t.Error("Refit changed the context")
		}
	}
	without, err := norway.Assemble(ctx, tl, norway.Input{Ask: "Respond."}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := without.Refit(10); !errors.Is(err, assembly.ErrNoBudget) {
		t.Errorf("without a budget: %v", err)
	}
}

// recordOf is a context as it would be recorded, standing at a seq.
func recordOf(t interface{ Fatal(...any) }, built *assembly.Context, seq timeline.Position) *trace.Recorded {
	p, err := trace.Pending(built)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := trace.Decode(timeline.Event{Seq: seq, Pending: p})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}
