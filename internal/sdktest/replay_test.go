package sdktest

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
	"github.com/grantgen/grantgen/runtime/world"
)

const prompt = "Respond to the latest offer in one sentence.\nA 12% cut to the mackerel quota."

func open(t *testing.T) (*world.Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.db")
	log, err := sqlite.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	store, err := world.OpenStore(context.Background(), log, nil)
	if err != nil {
		t.Fatal(err)
	}
	return store, path
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Recorded, the server gone, replayed from another ledger: the same answers, call by call, and no call is made. A letter changed is
// a miss that names it.
func TestReplay(t *testing.T) {
	each(t, func(t *testing.T, ask ask) {
		ctx := context.Background()
		s, store, path := newServer(t), (*world.Store)(nil), ""
		store, path = open(t)
		ledger := pin.Open(store, "run-1")
		recording := &http.Client{Transport: ledger.RecordTransport(nil, pin.HTTP{})}
		var recorded []string
		for range 2 {
			answer, err := ask(ctx, recording, s.URL, prompt)
			must(t, err)
			recorded = append(recorded, answer)
		}
		must(t, ledger.Commit(ctx))
		if recorded[0] == recorded[1] || !strings.HasPrefix(recorded[0], "Answer 1: 6 % – no more.") {
			t.Fatalf("recorded %q", recorded)
		}
		s.Close()
		calls := s.calls.Load()

		again := pin.Open(store, "run-1")
		replaying := &http.Client{Transport: again.ReplayTransport(pin.HTTP{})}
		for _, want := range recorded {
			if got, err := ask(ctx, replaying, s.URL, prompt); err != nil || got != want {
				t.Errorf("replayed %q, %v, want %q", got, err, want)
			}
		}
		_, err := ask(ctx, replaying, s.URL, strings.Replace(prompt, "sentence", "sentense", 1))
		var miss *pin.Miss
		if !errors.As(err, &miss) || miss.Near == nil || !strings.Contains(miss.Near.Diff, "in one [-sentence-]{+sentense+}.") {
			t.Fatalf("%v", err)
		}
		if misses := again.Misses(); len(misses) != 1 || misses[0] != miss {
			t.Errorf("the ledger has %v", misses)
		}
		if s.calls.Load() != calls {
			t.Error("a replay made a call")
		}
		noSecrets(t, path)
	})
}

// noSecrets looks at the bytes of the database, of its write-ahead log too.
func noSecrets(t *testing.T, path string) {
	t.Helper()
	files, err := filepath.Glob(path + "*")
	must(t, err)
	found := false
	for _, name := range files {
		b, err := os.ReadFile(name)
		must(t, err)
		found = found || bytes.Contains(b, []byte("mackerel quota"))
		for _, secret := range secrets {
			if bytes.Contains(b, []byte(secret)) {
				t.Errorf("%s holds %s", filepath.Base(name), secret)
			}
		}
	}
	if !found {
		t.Error("the files do not hold what was recorded: this looks at the wrong ones")
	}
}

// A miss is said at once: no SDK tries it again.
func TestAMissIsNotTriedAgain(t *testing.T) {
	each(t, func(t *testing.T, ask ask) {
		store, _ := open(t)
		counting := &counting{RoundTripper: pin.Open(store).ReplayTransport(pin.HTTP{})}
		_, err := ask(context.Background(), &http.Client{Transport: counting}, "http://127.0.0.1:1", prompt)
		if !errors.As(err, new(*pin.Miss)) || counting.n != 1 {
			t.Errorf("%d tries, %v", counting.n, err)
		}
	})
}

type counting struct {
	http.RoundTripper
	n int
}

func (c *counting) RoundTrip(r *http.Request) (*http.Response, error) {
	c.n++
	return c.RoundTripper.RoundTrip(r)
}

// What an SDK tries again answers to the number that the failed call would have had.
func TestRetriesAreOneCall(t *testing.T) {
	each(t, func(t *testing.T, ask ask) {
		ctx := context.Background()
		s := newServer(t)
		s.fail.Store(1)
		store, _ := open(t)
		ledger := pin.Open(store)
		want, err := ask(ctx, &http.Client{Transport: ledger.RecordTransport(nil, pin.HTTP{})}, s.URL, prompt)
		must(t, err)
		must(t, ledger.Commit(ctx))
		s.Close()
		counting := &counting{RoundTripper: pin.Open(store).ReplayTransport(pin.HTTP{})}
		if got, err := ask(ctx, &http.Client{Transport: counting}, s.URL, prompt); err != nil || got != want || counting.n != 1 {
			t.Errorf("replayed %q, %v with %d tries, want %q", got, err, counting.n, want)
		}
	})
}

// A stream that was cut short is not pinned.
func TestCutStreams(t *testing.T) {
	each(t, func(t *testing.T, ask ask) {
		if !strings.Contains(t.Name(), "streaming") {
			t.Skip("no stream")
		}
		ctx := context.Background()
		s := newServer(t)
		s.cut.Store(true)
		store, _ := open(t)
		ledger := pin.Open(store)
		if _, err := ask(ctx, &http.Client{Transport: ledger.RecordTransport(nil, pin.HTTP{})}, s.URL, prompt); err == nil {
			t.Error("the SDK took a stream that was cut short for a whole one")
		}
		must(t, ledger.Commit(ctx))
		if last, err := store.Last(ctx); err != nil || last != 0 {
			t.Errorf("%d events, %v", last, err)
		}
	})
}
