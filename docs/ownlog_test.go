package docs_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/replay"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// ForGrantlog copies a log of any engine into a database that grantlog reads. Called again, it adds what the log has had since.
func ForGrantlog(ctx context.Context, own timeline.Log, file string) error {
	to, err := sqlite.Open(ctx, file)
	if err != nil {
		return err
	}
	_, err = timeline.Copy(ctx, own, to)
	return errors.Join(err, to.Close())
}

// ownLog is an engine of the application's own.
type ownLog struct{ timeline.Log }

func openOwn(_ context.Context, address string) (*ownLog, error) {
	if address == "" {
		return nil, errors.New("no address")
	}
	return &ownLog{timeline.Memory()}, nil
}

// Replay is the main of a replay command over an engine of one's own: the LOG of its command line is what opened is called with.
func Replay() {
	replay.Main(opened, nil)
}

func opened(ctx context.Context, address string) (timeline.Log, error) {
	log, err := openOwn(ctx, address)
	if err != nil {
		return nil, err // not the nil pointer: it would be an interface that is not nil
	}
	return log, nil
}

func TestOwnLogForGrantlog(t *testing.T) {
	_ = Replay // compiled; it ends the process
	if log, err := opened(t.Context(), ""); err == nil || log != nil {
		t.Errorf("a log that does not open: %v, %v", log, err)
	}
	own, err := opened(t.Context(), "mine")
	if err != nil {
		t.Fatal(err)
	}
	tl, err := grants.Open(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	for _, text := range []string{"A 12% cut to the mackerel quota.", "Ten, then."} {
		if _, err := tl.Append(t.Context(), grants.OfferMade{Party: grants.PartyUK, Text: text}); err != nil {
			t.Fatal(err)
		}
		if err := ForGrantlog(t.Context(), own, file); err != nil {
			t.Fatal(err)
		}
		copied, err := sqlite.Open(t.Context(), file, sqlite.ReadOnly())
		if err != nil {
			t.Fatal(err)
		}
		want, err := own.Read(t.Context(), timeline.Query{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := copied.Read(t.Context(), timeline.Query{})
		if err := errors.Join(err, copied.Close()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got.Events) == 0 {
			t.Errorf("the copy (+) is another than the log (-), or there is nothing:\n%s", diff)
		}
	}
}
