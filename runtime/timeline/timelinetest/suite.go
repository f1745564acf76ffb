package timelinetest

import (
	"context"
	"os"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Engine opens logs of one engine. A nil function other than Open skips the laws that need it.
type Engine struct {
	// Open gives an empty log; the suite closes it.
	Open func(t testing.TB) timeline.Log
	// Reopen closes a log and opens what it left; nil for an engine that keeps nothing.
	Reopen func(t testing.TB, log timeline.Log) timeline.Log
	// Address says in one line where a log lies, and Attach opens it there a second time, perhaps in another process. The suite
	// starts that process as the test binary with -test.run on the test that called Run; so Run should be the first that it does.
	Address func(log timeline.Log) string
	Attach  func(address string) (timeline.Log, error)
	// Tamper tries to change, to delete and to replace the events of a log, past the engine, as any other program could. It returns the
	// database's answer to each attempt, under the attempt's name.
	Tamper func(t testing.TB, log timeline.Log) map[string]error
}

// Run runs the suite.
func Run(t *testing.T, e Engine) {
	if address := os.Getenv(writerAddress); address != "" {
		writeUntilKilled(e, address)
	}
	for _, test := range []struct {
		name string
		run  func(t *testing.T, e Engine)
	}{
		{"append", testAppend},
		{"idempotence", testIdempotence},
		{"expected position", testAppendAt},
		{"refusals", testRefusals},
		{"bytes", testBytes},
		{"sizes", testSizes},
		{"isolation", testIsolation},
		{"pages", testPages},
		{"page bytes", testPageBytes},
		{"push-down", testPushDown},
		{"push-down of hostile values", testHostileValues},
		{"indexes", testIndexes},
		{"writers", testWriters},
		{"rollbacks", testRollbacks},
		{"races", testRaces},
		{"poller", testPoller},
		{"cancel", testCancel},
		{"kill", testKill},
		{"tampering", testTampering},
		{"reopen", testReopen},
		{"closed", testClosed},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, e) })
	}
}

var ctx = context.Background()

func (e Engine) open(t testing.TB) timeline.Log {
	t.Helper()
	log := e.Open(t)
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return log
}

// said is a small event.
func said(typ, payload string, attributes ...timeline.Attribute) timeline.Pending {
	return timeline.Pending{
		Key: timeline.Key{Namespace: "talk", Type: typ}, Version: 1, Attributes: attributes, Payload: []byte(payload),
	}
}

func attr(name string, v timeline.Value) timeline.Attribute {
	return timeline.Attribute{Name: name, Value: v}
}

func mustAppend(t testing.TB, log timeline.Log, batch ...timeline.Pending) timeline.Range {
	t.Helper()
	r, err := log.Append(ctx, batch...)
	if err != nil {
		t.Fatalf("append: %v", err)
	}
	return r
}

func last(t testing.TB, log timeline.Log) timeline.Position {
	t.Helper()
	at, err := log.Last(ctx)
	if err != nil {
		t.Fatalf("last: %v", err)
	}
	return at
}

// all reads page by page, in the query's direction.
func all(t testing.TB, log timeline.Log, q timeline.Query) []timeline.Event {
	t.Helper()
	var out []timeline.Event
	for {
		page, err := log.Read(ctx, q)
		if err != nil {
			t.Fatalf("read: %v", err)
		}
		out = append(out, page.Events...)
		if !page.More {
			return out
		}
		if len(page.Events) == 0 {
			t.Fatal("an empty page says that there is more")
		}
		at := page.Events[len(page.Events)-1].Seq
		if !q.Newest {
			q.After = at
		} else if q.UpTo = at - 1; q.UpTo == 0 {
			return out
		}
	}
}
