package timelinetest

import (
	"flag"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

var pollFor = flag.Duration("timeline.poll", 500*time.Millisecond, "how long the writers of the poller's law write")

// Who asks for what comes after the last seq that it has seen, again and again, sees every event, in order. A store that gives its numbers before
// the commit fails here: 7 may appear after 8 was read.
func testPoller(t *testing.T, e Engine) {
	log := e.open(t)
	const writers = 8
	poller := e.handles(t, log, 1)[0]
	var appended atomic.Int64
	var writing, polling sync.WaitGroup
	stop := time.Now().Add(*pollFor)
	for w, log := range e.handles(t, log, writers) {
		writing.Go(func() {
			for i := 0; time.Now().Before(stop); i++ {
				batch := make([]timeline.Pending, 1+i%3)
				for j := range batch {
					batch[j] = said("A", fmt.Sprintf("[%d,%d,%d]", w, i, j))
				}
				if _, err := log.Append(ctx, batch...); err != nil {
					t.Errorf("append: %v", err)
					return
				}
				appended.Add(int64(len(batch)))
			}
		})
	}
	done := make(chan struct{})
	var seen timeline.Position
	polling.Go(func() {
		for last := false; ; {
			page, err := poller.Read(ctx, timeline.Query{After: seen})
			if err != nil {
				t.Errorf("poll: %v", err)
				return
			}
			for _, e := range page.Events {
				if e.Seq != seen+1 {
					t.Errorf("after %d the poller saw %d", seen, e.Seq)
				}
				seen = e.Seq
			}
			if last && !page.More {
				return
			}
			select {
			case <-done:
				last = true
			default:
			}
		}
	})
	writing.Wait()
	close(done)
	polling.Wait()
	t.Logf("%d events", appended.Load())
	if seen != appended.Load() || last(t, log) != seen {
		t.Errorf("the poller saw %d of %d events, and the log ends at %d", seen, appended.Load(), last(t, log))
	}
}
