package timelinetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Eight writers, whole batches, no hole; readers beside them see a prefix at any time.
func testWriters(t *testing.T, e Engine) {
	log := e.open(t)
	const writers, batches, size = 8, 25, 3
	var writing, reading sync.WaitGroup
	done := make(chan struct{})
	for range 3 {
		reading.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				page, err := log.Read(ctx, timeline.Query{Newest: true, Limit: 50})
				if err != nil {
					t.Errorf("read: %v", err)
					return
				}
				for i, e := range page.Events {
					if e.Seq != page.Events[0].Seq-int64(i) {
						t.Errorf("a reader saw a hole at %d", e.Seq)
					}
				}
			}
		})
	}
	for w := range writers {
		writing.Go(func() {
			for b := range batches {
				var batch []timeline.Pending
				for range size {
					batch = append(batch, said("A", fmt.Sprintf("[%d,%d]", w, b)))
				}
				r, err := log.Append(ctx, batch...)
				if err != nil || r.To-r.From != size-1 {
					t.Errorf("append: %v, %v", r, err)
				}
			}
		})
	}
	writing.Wait()
	close(done)
	reading.Wait()
	events := all(t, log, timeline.Query{})
	if len(events) != writers*batches*size {
		t.Fatalf("%d events", len(events))
	}
	for i, e := range events {
		if e.Seq != int64(i)+1 {
			t.Fatalf("seq %d stands at %d", e.Seq, i+1)
		}
		if first := events[i-i%size]; string(first.Payload) != string(e.Payload) {
			t.Fatalf("a batch was torn at %d", e.Seq)
		}
	}
}

// Callers that give up at any moment leave whole batches, and a log that goes on.
func testCancel(t *testing.T, e Engine) {
	log := e.open(t)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := log.Append(cancelled, said("A", "1")); err == nil || last(t, log) != 0 {
		t.Errorf("a cancelled append: %v", err)
	}
	var wg sync.WaitGroup
	const size = 5
	acknowledged := make([]int, 8)
	for w := range acknowledged {
		wg.Go(func() {
			for range 20 {
				ctx, cancel := context.WithTimeout(ctx, time.Duration(rand.IntN(3000))*time.Microsecond)
				batch := make([]timeline.Pending, size)
				for i := range batch {
					batch[i] = said("A", fmt.Sprintf(`"%d"`, w))
				}
				if _, err := log.Append(ctx, batch...); err == nil {
					acknowledged[w] += size
				}
				_, _ = log.Read(ctx, timeline.Query{})
				_, _ = log.Last(ctx)
				cancel()
			}
		})
	}
	wg.Wait()
	counts := make([]int, len(acknowledged))
	events := all(t, log, timeline.Query{})
	for i, e := range events {
		if e.Seq != int64(i)+1 {
			t.Fatalf("seq %d stands at %d", e.Seq, i+1)
		}
		counts[e.Payload[1]-'0']++
	}
	for w := range counts {
		if counts[w]%size != 0 || counts[w] < acknowledged[w] {
			t.Errorf("writer %d: %d events, %d acknowledged, in batches of %d", w, counts[w], acknowledged[w], size)
		}
	}
	if r := mustAppend(t, log, said("A", "1")); r.From != int64(len(events))+1 {
		t.Errorf("the next append is %v after %d events", r, len(events))
	}
}
