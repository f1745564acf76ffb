package belief_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/timeline"
)

var ctx = context.Background()

var (
	scopes     = []string{"party:norway:held", "party:uk:held"}
	predicates = []string{"position", "trust"}
)

// draw makes an event: a revision, a contraction, one of another type, or one whose attributes are odd.
func draw(t *rapid.T, i int) timeline.Pending {
	k := belief.Key{Namespace: "fisheries", Predicate: rapid.SampledFrom(predicates).Draw(t, "predicate"), Scope: rapid.SampledFrom(scopes).Draw(t, "scope")}
	about := []belief.Subject{{Name: "a", Value: rapid.SampledFrom([]string{"x", "y", "z"}).Draw(t, "about")}}
	var p timeline.Pending
	var err error
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	switch {
	case kind < 5:
		p, err = k.Revise(about, fmt.Append(nil, i))
	default:
		p, err = k.Contract(about)
	}
	if err != nil {
		t.Fatal(err)
	}
	switch kind {
	case 8:
		p.Key = timeline.Key{Namespace: "fisheries", Type: belief.Revised} // looks alike, and is the application's
	case 9:
		at := rapid.IntRange(0, 3).Draw(t, "odd")
		p.Attributes[at].Value = rapid.SampledFrom([]timeline.Value{{}, timeline.Int(1), timeline.Text("")}).Draw(t, "value")
		p.Payload = []byte(`"not what it should be"`)
	}
	return p
}

// replay is the plain meaning: walk the prefix, keep the last word on each belief.
func replay(events []timeline.Event, scope, predicate string) []timeline.Position {
	held := map[string]timeline.Position{}
	for _, e := range events {
		text := func(name string) string { s, _ := e.Attributes.Get(name).AsText(); return s }
		if e.Namespace != "grantgen" || text("scope") != scope || text("predicate") != predicate || text("namespace") != "fisheries" || text("belief") == "" {
			continue
		}
		delete(held, text("belief"))
		if e.Type == belief.Revised {
			held[text("belief")] = e.Seq
		}
	}
	var out []timeline.Position
	for _, seq := range held {
		out = append(out, seq)
	}
	slices.Sort(out)
	return out
}

func heldAt(t *rapid.T, f belief.Reader, scope, predicate string, at timeline.Position) []timeline.Position {
	states, err := f.Held(ctx, "fisheries", scope, predicate, at)
	if err != nil {
		t.Fatal(err)
	}
	var out []timeline.Position
	for _, s := range states {
		id, _ := s.Event.Attributes.Get("belief").AsText()
		if s.ID != id || s.Scope != scope {
			t.Fatalf("state %+v", s)
		}
		out = append(out, s.Event.Seq)
	}
	return out
}

// A read as of any position is a replay of the prefix, whatever the fold has seen since, and however the log was cut into pages.
func TestAsOfIsAReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := timeline.Memory()
		n := rapid.IntRange(1, 40).Draw(t, "events")
		var batch []timeline.Pending
		for i := range n {
			batch = append(batch, draw(t, i))
		}
		if _, err := log.Append(ctx, batch...); err != nil {
			t.Fatal(err)
		}
		page, err := log.Read(ctx, timeline.Query{})
		if err != nil {
			t.Fatal(err)
		}
		f := belief.New()
		for _, cut := range rapid.SliceOfN(rapid.Int64Range(0, int64(n)), 0, 4).Draw(t, "cuts") {
			if err := timeline.CatchUp(ctx, log, f, cut); err != nil {
				t.Fatal(err)
			}
		}
		if err := timeline.CatchUp(ctx, log, f, int64(n)); err != nil {
			t.Fatal(err)
		}
		for at := range int64(n) + 1 {
			for _, scope := range scopes {
				for _, predicate := range predicates {
					want := replay(page.Events[:at], scope, predicate)
					if got := heldAt(t, f, scope, predicate, at); !slices.Equal(got, want) {
						t.Fatalf("%s %s at %d: %v, want %v", scope, predicate, at, got, want)
					}
				}
			}
		}
	})
}

func TestFoldIsItsOwn(t *testing.T) {
	f := belief.New()
	p, err := key.Revise([]belief.Subject{{Name: "a", Value: "x"}}, []byte(`"one"`))
	if err != nil {
		t.Fatal(err)
	}
	events, err := timeline.Prepare([]timeline.Pending{p}, 1)
	if err != nil {
		t.Fatal(err)
	}
	events[0].Seq = 1
	if err := f.Fold(ctx, 1, events); err != nil {
		t.Fatal(err)
	}
	want := string(p.Payload)
	clear(events[0].Payload)
	for range 2 {
		states, err := f.Held(ctx, "fisheries", key.Scope, "position", 1)
		if err != nil || len(states) != 1 || string(states[0].Event.Payload) != want {
			t.Fatalf("%v, %v", states, err)
		}
		clear(states[0].Event.Payload)
		clear(states[0].Event.Attributes)
	}
	if states, _ := f.Held(ctx, "other", key.Scope, "position", 1); len(states) != 0 {
		t.Error("a belief of another namespace was read")
	}
}

func TestConcurrentCatchUps(t *testing.T) {
	log := timeline.Memory()
	const n = 3000
	var batch []timeline.Pending
	for i := range n {
		p, err := key.Revise([]belief.Subject{{Name: "a", Value: int64(i % 7)}}, fmt.Append(nil, i))
		if err != nil {
			t.Fatal(err)
		}
		batch = append(batch, p)
	}
	if _, err := log.Append(ctx, batch...); err != nil {
		t.Fatal(err)
	}
	f := belief.New()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for upto := int64(i) * 100; upto <= n; upto += 500 {
				if err := timeline.CatchUp(ctx, log, f, upto); err != nil {
					t.Error(err)
				}
				if _, err := f.Held(ctx, "fisheries", key.Scope, "position", upto); err != nil {
					t.Error(err)
				}
			}
			if err := timeline.CatchUp(ctx, log, f, n); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, at := range []int64{7, 1000, n} {
		states, err := f.Held(ctx, "fisheries", key.Scope, "position", at)
		if err != nil || len(states) != 7 || states[0].Event.Seq != at-6 || states[6].Event.Seq != at {
			t.Errorf("at %d: %d states, %v", at, len(states), err)
		}
	}
}

// The cost of a read does not follow the chain's length.
func BenchmarkHeld(b *testing.B) {
	for _, chain := range []int{10, 10_000} {
		b.Run(fmt.Sprint(chain), func(b *testing.B) {
			f := belief.New()
			var events []timeline.Event
			for i := range chain {
				p, err := key.Revise([]belief.Subject{{Name: "a", Value: "x"}}, fmt.Append(nil, i))
				if err != nil {
					b.Fatal(err)
				}
				events = append(events, timeline.Event{Seq: int64(i) + 1, Pending: p})
			}
			if err := f.Fold(ctx, int64(chain), events); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if states, err := f.Held(ctx, "fisheries", key.Scope, "position", int64(chain)/2); err != nil || len(states) != 1 {
					b.Fatal(states, err)
				}
			}
		})
	}
}
