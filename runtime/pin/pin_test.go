package pin_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/internal/seal"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

var ctx = context.Background()

func open(t *testing.T) *world.Store {
	t.Helper()
	s, err := world.OpenStore(ctx, timeline.Memory(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func say(text string) prompt.Prompt { return prompt.New(seal.Runtime, text) }

// stub answers with the number of calls it had.
func stub(calls *int, answers ...string) pin.Call {
	return func(context.Context, prompt.Prompt) (string, error) {
		*calls++
		return answers[(*calls-1)%len(answers)], nil
	}
}

func complete(t *testing.T, m interface {
	Complete(context.Context, prompt.Prompt) (string, error)
}, text string) string {
	t.Helper()
	answer, err := m.Complete(ctx, say(text))
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func last(t *testing.T, s *world.Store) timeline.Position {
	t.Helper()
	at, err := s.Last(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestRecordThenReplay(t *testing.T) {
	s := open(t)
	calls := 0
	ledger := pin.Open(s, "run-1")
	model := ledger.Record("norway", stub(&calls, "6%", "5%"))
	if a, b := complete(t, model, "ask"), complete(t, model, "ask"); a != "6%" || b != "5%" {
		t.Fatalf("recorded %q, %q", a, b)
	}
	replays := func(l *pin.Ledger) {
		t.Helper()
		m := l.Replay("norway")
		if a, b := complete(t, m, "ask"), complete(t, m, "ask"); a != "6%" || b != "5%" {
			t.Errorf("replayed %q, %q", a, b)
		}
	}
	replays(ledger) // before the commit too
	for range 2 {
		if err := ledger.Commit(ctx); err != nil {
			t.Fatal(err)
		}
		if at := last(t, s); at != 2 {
			t.Fatalf("the log ends at %d after a commit, want 2", at)
		}
	}
	replays(pin.Open(s, "run-1"))
	if calls != 2 {
		t.Errorf("%d calls, want 2", calls)
	}
	if _, err := pin.Open(s).Replay("norway").Complete(ctx, say("ask")); !errors.As(err, new(*pin.Miss)) {
		t.Errorf("another run answered: %v", err)
	}
}

func TestRecordRefusesWhatStands(t *testing.T) {
	s := open(t)
	calls := 0
	first := pin.Open(s, "run-1")
	complete(t, first.Record("norway", stub(&calls, "6%")), "ask")
	if err := first.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	again := pin.Open(s, "run-1")
	var stands *pin.Stands
	_, err := again.Record("norway", stub(&calls, "7%")).Complete(ctx, say("ask"))
	if !errors.As(err, &stands) || calls != 1 {
		t.Fatalf("got %v after %d calls, want Stands after 1", err, calls)
	}
	const want = `already: record in another run, or use RecordMissing`
	if !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%q does not say %q", err, want)
	}
	missing := again.RecordMissing("norway", stub(&calls, "new"))
	if a, b := complete(t, missing, "ask"), complete(t, missing, "other"); a != "6%" || b != "new" || calls != 2 {
		t.Errorf("record-missing: %q, %q, %d calls", a, b, calls)
	}
	if err := again.Commit(ctx); err != nil || last(t, s) != 2 {
		t.Errorf("commit: %v, the log ends at %d", err, last(t, s))
	}
}

func TestFailedCallsAreNotPinned(t *testing.T) {
	s := open(t)
	ledger := pin.Open(s)
	fail := true
	model := ledger.Record("norway", func(context.Context, prompt.Prompt) (string, error) {
		if fail {
			return "", errors.New("overloaded")
		}
		return "6%", nil
	})
	if _, err := model.Complete(ctx, say("ask")); err == nil || len(model.Uncommitted()) != 0 {
		t.Fatalf("%v, %d pins", err, len(model.Uncommitted()))
	}
	func() {
		defer func() { _ = recover() }()
		ledger.Record("norway", func(context.Context, prompt.Prompt) (string, error) { panic("no") }).Complete(ctx, say("ask"))
	}()
	fail = false
	complete(t, model, "ask") // the retry answers to the number that the failed call had
	if got := complete(t, ledger.Replay("norway"), "ask"); got != "6%" {
		t.Errorf("replayed %q", got)
	}
}

func TestRefused(t *testing.T) {
	s := open(t)
	calls := 0
	call := stub(&calls, "x")
	for name, m := range map[string]*pin.Model{
		"no name":     pin.Open(s).Record("", call),
		"no function": pin.Open(s).Record("norway", nil),
		"no run":      pin.Open(s, "").Record("norway", call),
		"two runs":    pin.Open(s, "a", "b").Record("norway", call),
		"control":     pin.Open(s, "a\x00").Record("norway", call),
		"no timeline": pin.Open(nil).Record("norway", call),
		"not UTF-8":   pin.Open(s).Record("norway", func(context.Context, prompt.Prompt) (string, error) { return "\xff", nil }),
	} {
		if _, err := m.Complete(ctx, say("ask")); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := pin.Open(s).Record("norway", call).Complete(ctx, prompt.Prompt{}); err == nil {
		t.Error("a zero prompt was taken")
	}
	if calls != 0 {
		t.Errorf("%d calls", calls)
	}
}

// A write door appends the pins in one batch with what they led to.
func TestWriteDoor(t *testing.T) {
	s := open(t)
	calls := 0
	ledger := pin.Open(s)
	shared := ledger.Record("norway", stub(&calls, "a", "b", "c"))
	door, other := shared.Apart(), shared.Apart()
	complete(t, door, "one")
	complete(t, other, "two")
	if n := len(shared.Uncommitted()); n != 0 {
		t.Errorf("the shared model lists %d pins of its doors", n)
	}
	if err := ledger.Commit(ctx); err != nil || last(t, s) != 0 {
		t.Fatalf("a commit took a door's pins: %v", err)
	}
	batch := door.Uncommitted()
	if len(batch) != 1 {
		t.Fatalf("%d pins", len(batch))
	}
	if _, err := s.Commit(ctx, batch...); err != nil {
		t.Fatal(err)
	}
	door.Committed(batch)
	other.Rejoin() // its door failed; the ledger keeps what the model said
	for range 2 {
		if err := ledger.Commit(ctx); err != nil || last(t, s) != 2 {
			t.Fatalf("%v, the log ends at %d", err, last(t, s))
		}
	}
	if n := len(door.Uncommitted()) + len(other.Uncommitted()) + len(shared.Uncommitted()); n != 0 {
		t.Errorf("%d pins are left", n)
	}
}

func TestTwoLedgersOfOneRun(t *testing.T) {
	s := open(t)
	calls := 0
	a, b, c := pin.Open(s, "r"), pin.Open(s, "r"), pin.Open(s, "r")
	complete(t, a.Record("norway", stub(&calls, "6%")), "ask")
	complete(t, b.Record("norway", stub(new(int), "6%")), "ask")
	complete(t, c.Record("norway", stub(new(int), "7%")), "ask")
	complete(t, c.Record("norway", stub(new(int), "more")), "another ask")
	for _, l := range []*pin.Ledger{a, b} {
		if err := l.Commit(ctx); err != nil || last(t, s) != 1 {
			t.Fatalf("%v, the log ends at %d", err, last(t, s))
		}
	}
	var stands *pin.Stands
	if err := c.Commit(ctx); !errors.As(err, &stands) || !stands.Meanwhile || last(t, s) != 2 {
		t.Errorf("%v, the log ends at %d", err, last(t, s))
	}
}

func TestKeyIsCanonical(t *testing.T) {
	a, errA := pin.Key([]byte(`{"a":1.0,"b":"\u0041"}`))
	b, errB := pin.Key([]byte(` {"b":"A","a":1}`))
	c, errC := pin.Key([]byte(`{"a":9007199254740993}`))
	d, errD := pin.Key([]byte(`{"a":9007199254740992}`))
	if err := errors.Join(errA, errB, errC, errD); err != nil || a != b || c == d {
		t.Errorf("%s %s %s %s %v", a, b, c, d, err)
	}
	if _, err := pin.Key([]byte(`{"a":1,"a":2}`)); err == nil {
		t.Error("a duplicate key has a key")
	}
}
