package browsertest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	fisheries "github.com/grantgen/grantgen/examples/fisheries/grants/replay"
	"github.com/grantgen/grantgen/examples/fisheries/negotiators"
	every "github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	everything "github.com/grantgen/grantgen/internal/everything/grants/replay"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/trace"
	tracepage "github.com/grantgen/grantgen/runtime/trace/page"
	"github.com/grantgen/grantgen/runtime/world"
)

var (
	ctx   = context.Background()
	today = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
)

func clock() world.Option { return world.WithClock(func() time.Time { return today }) }

func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// scene is a log with recorded contexts, and how each is assembled with another total.
type scene struct {
	store *world.Store
	roles *trace.Roles
	again []func(total int) (*assembly.Context, error)
}

func (s *scene) page(t *testing.T, name string) tracepage.Page {
	t.Helper()
	return must(trace.Page(ctx, s.store.Log(), name, trace.Filter{}, func(ctx context.Context, rec *trace.Recorded) (*trace.Outcome, error) {
		return s.roles.Rebuild(ctx, s.store, rec)
	}))(t)
}

// record records what assemble makes with a total, and remembers how.
func (s *scene) record(t *testing.T, total int, assemble func(total int, at ...assembly.Option) (*assembly.Context, error)) *assembly.Context {
	t.Helper()
	built := must(assemble(total))(t)
	must(trace.Record(ctx, s.store, built))(t)
	s.again = append(s.again, func(total int) (*assembly.Context, error) { return assemble(total, assembly.At(built.UptoSeq)) })
	return built
}

var words = strings.Fields("quota mackerel round offer cut season vessel port letter answer share percent herring delegation clause draft recess annex table hold")

func sentence(r *rand.Rand, n int) string {
	var out []string
	for range n {
		out = append(out, words[r.IntN(len(words))])
	}
	return strings.Join(out, " ") + "."
}

// negotiation is a log of offers, beliefs and asides, with contexts of several roles along it.
func negotiation(t *testing.T, rounds int) *scene {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	tl := must(grants.Open(ctx, timeline.Memory(), clock()))(t)
	s := &scene{store: tl.Store, roles: fisheries.Roles()}
	uk, mackerel := timeline.DeriveID("uk"), timeline.DeriveID("mackerel")
	parties := []grants.Party{grants.PartyUK, grants.PartyNorway, grants.PartyFaroes, grants.PartyIceland, grants.PartyEU}
	for i := range rounds {
		p := parties[i%len(parties)]
		batch := []grants.Event{grants.OfferMade{Party: p, Text: sentence(r, 4+r.IntN(14))}}
		if i%3 == 0 {
			batch = append(batch, grants.SideTalk{Party: p, Audience: grants.PartySetOf(p, grants.PartyNorway), Text: sentence(r, 9)})
		}
		if i%4 == 0 {
			batch = append(batch, grants.Held(parties[(i/4)%len(parties)]).Position(uk, mackerel).Revise(sentence(r, 3+i%5)))
		}
		must(tl.Append(ctx, batch...))(t)
		if i%2 == 0 {
			continue
		}
		s.record(t, 200+30*i, func(total int, opts ...assembly.Option) (*assembly.Context, error) {
			return norway.Assemble(ctx, tl, norway.Input{Ask: "Respond to the latest offer in one sentence."}, negotiators.Norway,
				append(opts, assembly.WithBudget(assembly.Budget{Total: total, Count: token.Characters}))...)
		})
		s.record(t, 150+12*i, func(total int, opts ...assembly.Option) (*assembly.Context, error) {
			return negotiator.Assemble(ctx, tl, negotiator.Input{Self: p, Ask: "What now?"}, nil,
				append(opts, assembly.WithBudget(assembly.Budget{Total: total, Count: token.Estimate, Render: render.ByLabel}))...)
		})
	}
	return s
}

// desk is a log with memory, evidence and tools, under a layout.
func desk(t *testing.T) *scene {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	tl := must(every.Open(ctx, timeline.Memory(), clock()))(t)
	s := &scene{store: tl.Store, roles: everything.Roles()}
	must(tl.Append(ctx, every.Facts(every.PartyNorway).Remember(memory.Goal, "Quota stays where it was last year."),
		every.Facts(every.PartyNorway).Remember(memory.Preference, "Quota talks are held in Bergen.")))(t)
	var items []evidence.Item
	for i := range 9 {
		items = append(items, evidence.Item{Document: fmt.Sprintf("report-%d", i), Source: "library", Version: "2", Text: sentence(r, 30+20*i)})
	}
	record := must(tl.Retrieved(ctx, every.Shelf(every.PartyNorway), evidence.Retrieval{Query: "quota", Index: "v7", Items: items}))(t)
	for i := range 4 {
		must(tl.Append(ctx, every.Ping{Text: sentence(r, 10+i*9)}))(t)
		in := helper.Input{Self: every.PartyNorway, Ask: "Previously, what of the quota?", Evidence: record, Now: today.AddDate(0, 0, 3)}
		s.record(t, 430+300*i, func(total int, opts ...assembly.Option) (*assembly.Context, error) {
			return helper.Assemble(ctx, tl, in, nil, append(opts, assembly.WithBudget(assembly.Budget{Total: total}))...)
		})
	}
	return s
}
