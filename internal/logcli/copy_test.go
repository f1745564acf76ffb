package logcli

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

func someLog(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "some.db")
	log, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := log.Append(t.Context(), timeline.Pending{Key: timeline.Key{Namespace: "n", Type: "A"}, Version: 1, Payload: []byte("1")}); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// watchedRead runs a look before each read.
type watchedRead struct {
	timeline.Log
	look func() error
}

func (w watchedRead) Read(ctx context.Context, q timeline.Query) (timeline.Page, error) {
	if err := w.look(); err != nil {
		return timeline.Page{}, err
	}
	return w.Log.Read(ctx, q)
}

// A copy that is not whole yet, or that could not be made whole, does not stand under the name that was asked for.
func TestACopyAppearsWhole(t *testing.T) {
	log, err := sqlite.Open(t.Context(), someLog(t), sqlite.ReadOnly())
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	e := &env{out: io.Discard, err: io.Discard}
	dir := t.TempDir()
	place := filepath.Join(dir, "copy.db")
	looks, broken := 0, errors.New("broken off")
	look := func() error {
		if _, err := os.Lstat(place); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("it is there already (%v)", err)
		}
		looks++
		return broken
	}
	if err := e.copy(t.Context(), "fork", upTo{watchedRead{log, look}, 3}, place, ""); !errors.Is(err, broken) || looks == 0 {
		t.Errorf("%v after %d reads", err, looks)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	broken = nil
	if err := e.copy(t.Context(), "fork", upTo{watchedRead{log, look}, 3}, place, ""); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 || left[0].Name() != "copy.db" {
		t.Errorf("%v (%v)", left, err)
	}
}

type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// What could not be written is said, whatever the command found.
func TestOutputThatIsNotWritten(t *testing.T) {
	path := someLog(t)
	for _, args := range [][]string{{"tail", path}, {"show", path, "1"}, {"verify", path}, {"export", path}, {"pins", "ls", path}, {"--help"}} {
		var said bytes.Buffer
		if code := Run(t.Context(), args, nil, fullDisk{}, &said); code != exitTrouble || !strings.Contains(said.String(), errFull.Error()) {
			t.Errorf("%v: exit code %d, %s", args, code, said.String())
		}
	}
}

// The lines before one that cannot be read are kept.
func TestAnImportOfAFileThatEndsInTrouble(t *testing.T) {
	var lines, said bytes.Buffer
	if code := Run(t.Context(), []string{"export", someLog(t)}, nil, &lines, io.Discard); code != 0 {
		t.Fatal(code)
	}
	in := io.MultiReader(&lines, brokenReader{})
	path := filepath.Join(t.TempDir(), "new.db")
	if code := Run(t.Context(), []string{"import", path}, in, io.Discard, &said); code != exitTrouble || !strings.HasPrefix(said.String(), "3 lines read, 3 events appended\n") {
		t.Errorf("exit code %d, %s", code, said.String())
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestMessagesOfOthers(t *testing.T) {
	if got := printableLines("failed:\n\tone\x1b[31m\n\ttwo"); got != "failed:\n  one\\x1b[31m\n  two" {
		t.Errorf("%q", got)
	}
}

// Folding a long log says how far it is.
func TestAReadSaysHowFarItIs(t *testing.T) {
	log, err := sqlite.Open(t.Context(), someLog(t), sqlite.ReadOnly())
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var at []int64
	watched := readThrough{log, func(seq int64) { at = append(at, seq) }}
	for _, q := range []timeline.Query{{Limit: 2}, {After: 2}, {After: 3}} {
		if _, err := watched.Read(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(at, []int64{2, 3}) {
		t.Errorf("%v", at)
	}
}

// An export of a log that is damaged ends before the damage, and says so.
func TestAnExportOfADamagedLog(t *testing.T) {
	for _, harm := range []string{
		"DROP TRIGGER events_no_delete; DELETE FROM events WHERE seq = 2",
		"DROP TRIGGER events_no_update; UPDATE events SET payload = X'32' WHERE seq = 2",
	} {
		path := someLog(t)
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.Exec(harm)
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		var out, said bytes.Buffer
		code := Run(t.Context(), []string{"export", path}, nil, &out, &said)
		if code != exitTrouble || strings.Count(out.String(), "\n") != 1 || !strings.Contains(said.String(), "event 2 is damaged or not there") {
			t.Errorf("%s: exit code %d, %s%s", harm, code, out.String(), said.String())
		}
		if code := Run(t.Context(), []string{"export", path, "--after", "2"}, nil, io.Discard, io.Discard); code != exitFine {
			t.Errorf("%s: after it: exit code %d", harm, code)
		}
	}
}
