package pin_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
)

func missOf(t *testing.T, l *pin.Ledger, name, text string) *pin.Miss {
	t.Helper()
	var miss *pin.Miss
	answer, err := l.Replay(name).Complete(ctx, say(text))
	if !errors.As(err, &miss) || answer != "" {
		t.Fatalf("got %q, %v, want a miss", answer, err)
	}
	return miss
}

func TestMissNamesWhatMoved(t *testing.T) {
	s := open(t)
	ledger := pin.Open(s, "run-1")
	model := ledger.Record("norway", stub(new(int), "a secret answer"))
	complete(t, model, "MUST HOLD:\nRespond to the latest offer in one sentence.\n\nCONSIDER:\nUK: A 12% cut.\n")
	complete(t, model, "Something else altogether.\n")

	miss := missOf(t, ledger, "norway", "MUST HOLD:\nRespond to the latest offer in one sentense.\n\nCONSIDER:\nUK: A 12% cut.\n")
	const moved = "  line 2: Respond to the latest offer in one [-sentence-]{+sentense+}."
	if miss.Near == nil || miss.Near.Diff != moved || !strings.Contains(miss.Error(), moved) {
		t.Errorf("%v", miss)
	}
	if strings.Contains(miss.Error(), "secret") {
		t.Error("the miss tells an answer")
	}

	miss = missOf(t, ledger, "norway", "MUST HOLD:\nRespond to the latest offer in one sentence.\n\nCONSIDER:\nFirst.\nUK: A 12% cut.\n")
	if want := "  + First."; miss.Near.Diff != want {
		t.Errorf("got %q, want %q", miss.Near.Diff, want)
	}
	for name, want := range map[string]string{
		"uk": `: the run holds no pins of "uk", only of norway`,
	} {
		if miss := missOf(t, ledger, name, "x"); !strings.HasSuffix(miss.Error(), want) {
			t.Errorf("%v", miss)
		}
	}
	if miss := missOf(t, pin.Open(s, "none"), "uk", "x"); !strings.HasSuffix(miss.Error(), ": the run holds no pins") {
		t.Errorf("%v", miss)
	}
	replay := ledger.Replay("norway")
	complete(t, replay, "Something else altogether.\n")
	_, err := replay.Complete(ctx, say("Something else altogether.\n"))
	if err == nil || !strings.HasSuffix(err.Error(), ": the prompt is the same, but call 1 was the last with it") {
		t.Errorf("%v", err)
	}
}

func TestMissIsShortAndPrintable(t *testing.T) {
	s := open(t)
	ledger := pin.Open(s)
	complete(t, ledger.Record("m", stub(new(int), "x")), strings.Repeat("one two three\n", 3000)+strings.Repeat("z", 100_000))
	miss := missOf(t, ledger, "m", strings.Repeat("one\x1b[31m two three\n", 3000)+strings.Repeat("y", 100_000))
	if text := miss.Error(); len(text) > 8000 || strings.Contains(text, "\x1b") || !strings.Contains(text, "more changed lines") {
		t.Errorf("%d bytes: %.300q", len(text), text)
	}
}

// The same pins, recorded in any order, give the same miss.
func TestMissIsDeterministic(t *testing.T) {
	var texts []string
	for round := range 5 {
		ledger := pin.Open(open(t))
		model := ledger.Record("m", stub(new(int), "x"))
		for i := range 20 {
			complete(t, model, fmt.Sprintf("ask %d of the room", (i*7+round)%20))
		}
		texts = append(texts, missOf(t, ledger, "m", "ask 99 of the room").Error())
	}
	for _, text := range texts {
		if text != texts[0] {
			t.Errorf("%s\n%s", text, texts[0])
		}
	}
}

func TestConcurrentCalls(t *testing.T) {
	s := open(t)
	ledger := pin.Open(s)
	model := ledger.RecordMissing("m", func(_ context.Context, p prompt.Prompt) (string, error) { return "to " + p.String(), nil })
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 10 {
				if _, err := model.Complete(ctx, say(fmt.Sprintf("ask %d", (i+j)%5))); err != nil {
					t.Error(err)
				}
				if err := ledger.Commit(ctx); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := ledger.Commit(ctx); err != nil || last(t, s) != 80 {
		t.Errorf("%v, the log ends at %d, want 80", err, last(t, s))
	}
}
