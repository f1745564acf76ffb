package timelinetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// handles are n ways to one log: as many connections of its own as the engine can give, as processes have, else the log itself.
func (e Engine) handles(t testing.TB, log timeline.Log, n int) []timeline.Log {
	out := make([]timeline.Log, n)
	for i := range out {
		out[i] = log
		if e.Attach == nil || i%2 == 1 { // every other one shares, so that both kinds of neighbours are there
			continue
		}
		other, err := e.Attach(e.Address(log))
		if err != nil {
			t.Fatalf("attach: %v", err)
		}
		t.Cleanup(func() { other.Close() })
		out[i] = other
	}
	return out
}

// Batches that are refused stand among good ones: they leave no hole, and fail nobody else.
func testRollbacks(t *testing.T, e Engine) {
	log := e.open(t)
	const writers, rounds = 8, 20
	taken := said("A", `"taken"`)
	taken.ID = timeline.NewID()
	mustAppend(t, log, taken)
	var wg sync.WaitGroup
	for w, log := range e.handles(t, log, writers) {
		wg.Go(func() {
			for i := range rounds {
				if w%2 == 0 {
					if r, err := log.Append(ctx, said("A", fmt.Sprintf("[%d,%d]", w, i)), said("B", "2")); err != nil || r.To != r.From+1 {
						t.Errorf("a good batch: %v, %v", r, err)
					}
					continue
				}
				other := taken
				other.Payload = []byte(`"other"`)
				var isTaken *timeline.IDTaken
				if _, err := log.Append(ctx, said("B", "1"), other); !errors.As(err, &isTaken) || isTaken.Seq != 1 {
					t.Errorf("an id with other content: %v", err)
				}
				var partly *timeline.PartlyThere
				if _, err := log.Append(ctx, taken, said("B", "1")); !errors.As(err, &partly) {
					t.Errorf("a batch that is there in part: %v", err)
				}
				var conflict *timeline.Conflict
				if _, err := log.AppendAt(ctx, 0, said("B", "1")); !errors.As(err, &conflict) {
					t.Errorf("a stale expectation: %v", err)
				}
				if r, err := log.Append(ctx, taken); err != nil || r != (timeline.Range{From: 1, To: 1}) {
					t.Errorf("a batch that is there: %v, %v", r, err)
				}
			}
		})
	}
	wg.Wait()
	events := all(t, log, timeline.Query{})
	if want := 1 + writers/2*rounds*2; len(events) != want {
		t.Errorf("%d events, want %d", len(events), want)
	}
	for i, e := range events {
		if e.Seq != int64(i)+1 {
			t.Fatalf("seq %d stands at %d", e.Seq, i+1)
		}
	}
}

// Of those who race for one id, all learn the same seq; of those who race for one position, one wins.
func testRaces(t *testing.T, e Engine) {
	log := e.open(t)
	const writers, rounds = 8, 15
	var won atomic.Int64
	handles := e.handles(t, log, writers)
	for round := range rounds {
		same := []timeline.Pending{said("A", fmt.Sprint(round)), said("A", fmt.Sprint(round))}
		same[0].ID, same[1].ID = timeline.NewID(), timeline.NewID()
		expect := last(t, log) + int64(len(same))
		ranges := make([]timeline.Range, writers)
		var wg sync.WaitGroup
		all := make(chan struct{})
		var ready sync.WaitGroup
		ready.Add(writers)
		for w, log := range handles {
			wg.Go(func() {
				r, err := log.Append(ctx, same...)
				if err != nil {
					t.Errorf("the same batch at once: %v", err)
				}
				ranges[w] = r
				ready.Done()
				<-all
				var conflict *timeline.Conflict
				switch _, err := log.AppendAt(ctx, expect, said("B", fmt.Sprint(w))); {
				case err == nil:
					won.Add(1)
				case !errors.As(err, &conflict):
					t.Errorf("a lost race: %v", err)
				}
			})
		}
		ready.Wait()
		close(all)
		wg.Wait()
		for _, r := range ranges {
			if r != (timeline.Range{From: expect - 1, To: expect}) {
				t.Fatalf("the same batch stands at %v, want to end at %d", ranges, expect)
			}
		}
		if won.Load() != int64(round)+1 || last(t, log) != expect+1 {
			t.Fatalf("%d won in %d rounds, and the log ends at %d, want %d", won.Load(), round+1, last(t, log), expect+1)
		}
	}
}
