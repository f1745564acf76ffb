package memory_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func record(t *testing.T, log timeline.Log, a memory.Asked, o memory.Outcome) {
	t.Helper()
	p, err := a.Record(o)
	if err == nil {
		_, err = log.Append(ctx, p)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A question finds the newest outcome of its own at or before the position, and no other's; what it asked stands nowhere.
func TestRecorded(t *testing.T) {
	log := timeline.Memory()
	a := memory.Asked{Role: "assistant@ada", Slice: "facts", Scope: "user:ada:facts", Query: "a secret question"}
	others := []memory.Asked{a, a, a, a}
	others[0].Role, others[1].Slice, others[2].Scope, others[3].Query = "assistant@bob", "more", "user:bob:facts", "another"
	one, two := memory.Outcome{Found: []string{"x", "y"}, Dropped: 1}, memory.Outcome{Found: []string{}}
	record(t, log, a, one)
	for _, o := range others {
		record(t, log, o, memory.Outcome{Failure: memory.Failed})
	}
	record(t, log, a, two)
	record(t, log, a, memory.Outcome{Found: []string{"z"}, Failure: memory.Late})
	odd, err := a.Record(two)
	if err != nil {
		t.Fatal(err)
	}
	for _, payload := range []string{`{}`, `[1]`, `{"found":null}`} {
		odd.Payload = []byte(payload)
		odd.ID = timeline.NewID()
		if _, err := log.Append(ctx, odd); err != nil {
			t.Fatal(err)
		}
	}
	odd.ID, odd.Version, odd.Payload = timeline.NewID(), memory.Version+1, []byte(`{"found":[]}`)
	if _, err := log.Append(ctx, odd); err != nil {
		t.Fatal(err)
	}
	unreadable := memory.Outcome{Failure: memory.Unreadable}
	for at, want := range map[int64]memory.Outcome{
		0: {Failure: memory.Unrecorded}, 1: one, 5: one, 6: two, 7: {Failure: memory.Late}, 8: unreadable, 9: unreadable, 10: unreadable, 11: unreadable,
	} {
		got, err := a.Recorded(ctx, log, at)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("at %d (-want +got):\n%s", at, diff)
		}
	}
	page, err := log.Read(ctx, timeline.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Events {
		if strings.Contains(string(e.Attributes.JSON())+string(e.Payload), "secret") {
			t.Errorf("event %d holds the query", e.Seq)
		}
	}
	if got := string(page.Events[0].Payload); got != `{"found":["x","y"],"dropped":1}` {
		t.Errorf("the payload is %s", got)
	}
}

func TestAdmit(t *testing.T) {
	facts := docs("a", "b", "c")
	for i, name := range []string{"a", "b", "c"} {
		facts[i].Fact.ID = name
	}
	got := memory.Admit([]string{"c", "x", "c", "a", "the text of a fact", "b"}, facts, 2)
	if diff := cmp.Diff(memory.Outcome{Found: []string{"c", "a"}, Dropped: 2}, got); diff != "" {
		t.Error(diff)
	}
}

func TestGuard(t *testing.T) {
	never := make(chan struct{})
	defer close(never)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for name, c := range map[string]struct {
		ctx      context.Context
		deadline time.Duration
		do       func(context.Context) (int, error)
		want     memory.Failure
		value    int
		err      error
	}{
		"fine":              {ctx, time.Hour, func(context.Context) (int, error) { return 7, nil }, "", 7, nil},
		"no deadline":       {ctx, 0, func(context.Context) (int, error) { return 7, nil }, "", 7, nil},
		"an error":          {ctx, time.Hour, func(context.Context) (int, error) { return 7, errors.New("x") }, memory.Failed, 0, nil},
		"a panic":           {ctx, time.Hour, func(context.Context) (int, error) { panic("x") }, memory.Panicked, 0, nil},
		"a goroutine's end": {ctx, time.Hour, func(context.Context) (int, error) { runtime.Goexit(); return 7, nil }, memory.Panicked, 0, nil},
		"late":              {ctx, time.Nanosecond, func(ctx context.Context) (int, error) { <-ctx.Done(); return 7, ctx.Err() }, memory.Late, 0, nil},
		"deaf":              {ctx, time.Nanosecond, func(context.Context) (int, error) { <-never; return 7, nil }, memory.Late, 0, nil},
		"its own deadline":  {ctx, time.Hour, func(context.Context) (int, error) { return 0, context.DeadlineExceeded }, memory.Failed, 0, nil},
		"the caller left":   {cancelled, time.Hour, func(context.Context) (int, error) { <-never; return 7, nil }, "", 0, context.Canceled},
	} {
		value, failure, err := memory.Guard(c.ctx, c.deadline, c.do)
		if value != c.value || failure != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %d, %q, %v", name, value, failure, err)
		}
	}
}
