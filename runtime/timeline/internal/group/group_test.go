package group

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/timeline"
)

func events(t testing.TB, ids ...byte) []timeline.Event {
	t.Helper()
	batch := make([]timeline.Pending, len(ids))
	for i, id := range ids {
		batch[i] = timeline.Pending{ID: timeline.ID{id}, Key: timeline.Key{Namespace: "n", Type: "A"}, Version: 1 + int(id)/100, Payload: []byte("1")}
	}
	out, err := timeline.Prepare(batch, 1)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A group settles as its requests would one after the other, on the log in memory.
func TestPlan(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := timeline.Memory()
		standing, last := map[timeline.ID]timeline.Standing{}, timeline.Position(0)
		for range rapid.IntRange(1, 4).Draw(rt, "groups") {
			var batch []*Request
			for range rapid.IntRange(1, 5).Draw(rt, "requests") {
				ids := rapid.SliceOfNDistinct(rapid.ByteRange(1, 6), 1, 3, rapid.ID[byte]).Draw(rt, "ids")
				batch = append(batch, New(int64(rapid.IntRange(-3, 6).Draw(rt, "expect")), events(t, ids...)))
				if r := batch[len(batch)-1]; r.Expect < 0 {
					r.Expect = -1
				}
			}
			insert := Plan(batch, standing, last)
			for _, r := range batch {
				var want timeline.Range
				var err error
				pending := make([]timeline.Pending, len(r.Events))
				for i, e := range r.Events {
					pending[i] = e.Pending
				}
				if r.Expect < 0 {
					want, err = log.Append(t.Context(), pending...)
				} else {
					want, err = log.AppendAt(t.Context(), r.Expect, pending...)
				}
				if r.Range != want && err == nil || fmt.Sprint(r.Err) != fmt.Sprint(err) {
					rt.Fatalf("%v, %v; want %v, %v", r.Range, r.Err, want, err)
				}
			}
			for _, e := range insert {
				if last++; e.Seq != last {
					rt.Fatalf("seq %d, want %d", e.Seq, last)
				}
				standing[e.ID] = timeline.Standing{Seq: e.Seq, Key: e.Key, Version: e.Version, Hash: e.Hash}
			}
			if at, _ := log.Last(t.Context()); at != last {
				rt.Fatalf("the plan ends at %d, want %d", last, at)
			}
		}
	})
}

// Those who wait while one commits are committed together, in their order; one who gives up meanwhile is not.
func TestTogether(t *testing.T) {
	q := NewQueue()
	if err := q.Lock(t.Context()); err != nil {
		t.Fatal(err)
	}
	var groups [][]byte
	commit := func(batch []*Request) {
		var ids []byte
		for _, r := range batch {
			r.Err = nil
			ids = append(ids, r.Events[0].ID[0])
		}
		groups = append(groups, ids)
	}
	var wg sync.WaitGroup
	gone, leave := context.WithCancel(t.Context())
	for id := byte(1); id <= 5; id++ {
		r := New(-1, events(t, id))
		wg.Go(func() {
			ctx := t.Context()
			if id == 3 {
				ctx = gone
			}
			if q.Do(ctx, r, commit); id == 3 != errors.Is(r.Err, context.Canceled) {
				t.Errorf("request %d: %v", id, r.Err)
			}
		})
		for q.length() < int(id) {
			runtime.Gosched()
		}
	}
	leave()
	for q.length() == 5 {
		runtime.Gosched()
	}
	q.Unlock()
	wg.Wait()
	if !reflect.DeepEqual(groups, [][]byte{{1, 2, 4, 5}}) {
		t.Errorf("%v", groups)
	}
}

// A commit that panics leaves nobody waiting, and nobody with a success.
func TestPanic(t *testing.T) {
	q := NewQueue()
	r := New(-1, events(t, 1))
	func() {
		defer func() { _ = recover() }()
		q.Do(t.Context(), r, func([]*Request) { panic("out of cheese") })
	}()
	if !errors.Is(r.Err, errUnfinished) {
		t.Errorf("%v", r.Err)
	}
	next := New(-1, events(t, 2))
	q.Do(t.Context(), next, func(batch []*Request) { Fail(batch, nil) })
	if next.Err != nil {
		t.Errorf("%v", next.Err)
	}
}

// A group is bounded; its leader goes on until its own request is done.
func TestBounded(t *testing.T) {
	q := NewQueue()
	if err := q.Lock(t.Context()); err != nil {
		t.Fatal(err)
	}
	large := events(t, 1)
	for range mostEvents - 1 {
		large = append(large, large[0])
	}
	var wg sync.WaitGroup
	sizes := 0
	for i := range 3 {
		wg.Go(func() {
			q.Do(t.Context(), New(-1, large), func(batch []*Request) {
				if Fail(batch, nil); len(batch) != 1 {
					t.Errorf("%d requests in one commit", len(batch))
				}
				sizes++
			})
		})
		for q.length() <= i {
			runtime.Gosched()
		}
	}
	q.Unlock()
	wg.Wait()
	if sizes != 3 {
		t.Errorf("%d commits", sizes)
	}
}
