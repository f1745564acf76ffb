package world_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

var ctx = context.Background()

var offerMade = timeline.Key{Namespace: "fisheries", Type: "OfferMade"}

// event is what generated code makes of its types.
type event interface{ world.Event }

type offer string

func (o offer) Pending() (timeline.Pending, error) {
	if o == "" {
		return timeline.Pending{}, errors.New("text is required")
	}
	return timeline.Pending{Key: offerMade, Version: 1, Payload: timeline.Text(string(o)).JSON()}, nil
}

type revision struct {
	pending timeline.Pending
	err     error
}

func (r revision) Pending() (timeline.Pending, error) { return r.pending, r.err }

func revise(scope, value string) revision {
	p, err := belief.Key{Namespace: "fisheries", Predicate: "position", Scope: scope}.Revise([]belief.Subject{{Name: "stock", Value: "mackerel"}}, timeline.Text(value).JSON())
	return revision{p, err}
}

// told is what generated code makes of a store.
type told struct{ *world.Store }

func (w *told) Append(ctx context.Context, events ...event) (timeline.Range, error) {
	return world.Append(ctx, w.Store, events)
}

func (w *told) AppendAt(ctx context.Context, expect timeline.Position, events ...event) (timeline.Range, error) {
	return world.AppendAt(ctx, w.Store, expect, events)
}

func open(t testing.TB, opts ...world.Option) *told {
	t.Helper()
	store, err := world.OpenStore(ctx, timeline.Memory(), []timeline.Type{{Key: offerMade, Version: 1}}, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return &told{store}
}

func TestAppendAndRead(t *testing.T) {
	ids := 0
	next := func() timeline.ID { ids++; return timeline.DeriveID(fmt.Sprint(ids)) }
	clock := func() time.Time { return time.UnixMicro(42) }
	w := open(t, world.WithIDs(next), world.WithClock(clock))
	r, err := w.Append(ctx, revise("party:norway:held", "8%"), offer("12%"), revise("party:norway:held", "9%"))
	if err != nil || r != (timeline.Range{From: 1, To: 3}) {
		t.Fatalf("%v, %v", r, err)
	}
	if _, err := w.AppendAt(ctx, 1, offer("late")); !errors.As(err, new(*timeline.Conflict)) {
		t.Errorf("%v", err)
	}
	if _, err := w.AppendAt(ctx, 3, offer("in time")); err != nil {
		t.Error(err)
	}
	page, err := w.Log().Read(ctx, timeline.Query{Limit: 1})
	if err != nil || page.Events[0].ID != timeline.DeriveID("1") || page.Events[0].At != 42 {
		t.Errorf("%+v, %v", page, err)
	}
	for at, want := range map[int64]string{1: "8%", 2: "8%", 3: "9%", 4: "9%"} {
		if err := w.CatchUp(ctx, at); err != nil {
			t.Fatal(err)
		}
		states, err := w.Beliefs().Held(ctx, "fisheries", "party:norway:held", "position", at)
		if err != nil || len(states) != 1 {
			t.Fatalf("at %d: %v, %v", at, states, err)
		}
		if p, err := states[0].Decode(); err != nil || string(p.Value) != `"`+want+`"` {
			t.Errorf("at %d: %s, %v", at, p.Value, err)
		}
		if e, err := w.Registry().Current(states[0].Event); err != nil || e.Type != belief.Revised {
			t.Errorf("grantgen's own events are not known: %v", err)
		}
	}
	if err := w.CatchUp(ctx, 99); !errors.As(err, new(*timeline.PastEnd)) {
		t.Errorf("%v", err)
	}
	if sections, err := w.Chronicle().Sections(ctx, "chronicle:public", 4); err != nil || len(sections) != 0 {
		t.Errorf("%v, %v", sections, err)
	}
}

// One event that cannot be encoded keeps all of them off the log, and the error says which.
func TestAllOrNothing(t *testing.T) {
	w := open(t)
	for want, events := range map[string][]event{
		"append: event 2 of 2: text is required":  {offer("a"), offer("")},
		"append: event 1 of 1: it is nil":         {nil},
		"append: event 3 of 3: revise fisheries.": {offer("a"), offer("b"), revise("", "x")},
	} {
		if _, err := w.Append(ctx, events...); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if at, err := w.Last(ctx); err != nil || at != 0 {
		t.Errorf("the log ends at %d, %v", at, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	closed := timeline.Memory()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	reserved := timeline.Type{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: chronicle.Written}, Version: 1}
	unknown := timeline.Upcaster{Key: offerMade, From: 1, Up: func(timeline.Event) ([]byte, error) { return nil, nil }}
	for name, try := range map[string]func() error{
		"no log":     func() error { _, err := world.OpenStore(ctx, nil, nil); return err },
		"closed log": func() error { _, err := world.OpenStore(ctx, closed, nil); return err },
		"reserved":   func() error { _, err := world.OpenStore(ctx, timeline.Memory(), []timeline.Type{reserved}); return err },
		"upcaster": func() error {
			_, err := world.OpenStore(ctx, timeline.Memory(), nil, world.WithUpcasters(unknown))
			return err
		},
	} {
		if err := try(); err == nil || !strings.HasPrefix(err.Error(), "open a timeline: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCommitLeavesItsArguments(t *testing.T) {
	w := open(t)
	p, err := offer("a").Pending()
	if err != nil {
		t.Fatal(err)
	}
	batch := []timeline.Pending{p}
	if _, err := w.Commit(ctx, batch...); err != nil || !batch[0].ID.IsZero() || batch[0].At != 0 {
		t.Errorf("%+v, %v", batch[0], err)
	}
}

func TestConcurrentUse(t *testing.T) {
	w := open(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 30 {
				r, err := w.Append(ctx, offer("x"), revise("party:norway:held", fmt.Sprint(i, j)))
				if err != nil {
					t.Error(err)
					return
				}
				if err := w.CatchUp(ctx, r.To); err != nil {
					t.Error(err)
				}
				states, err := w.Beliefs().Held(ctx, "fisheries", "party:norway:held", "position", r.To)
				if err != nil || len(states) != 1 || states[0].Event.Seq != r.To {
					t.Errorf("at %d: %v, %v", r.To, states, err)
				}
			}
		})
	}
	wg.Wait()
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := w.CatchUp(cancelled, 1); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
