package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

func said(payload string) timeline.Pending {
	return timeline.Pending{Key: timeline.Key{Namespace: "talk", Type: "Said"}, Version: 1, Payload: []byte(payload)}
}

// raw opens the file as any other program would.
func raw(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path}).String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func run(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestFileModes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path)
	defer log.Close()
	if _, err := log.Append(ctx, said("1")); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + suffix)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", suffix, info.Mode(), err)
		}
	}
}

// tamper tries to change the log as any other program could.
func tamper(t testing.TB, path string) map[string]error {
	db := raw(t, path)
	const rest = `namespace, type, version, at, attributes, payload, hash FROM events WHERE seq = 1`
	answers := map[string]error{}
	for _, statement := range []string{
		`UPDATE events SET payload = x'00' WHERE seq = 1`,
		`UPDATE events SET seq = 9 WHERE seq = 2`,
		`DELETE FROM events`,
		`DELETE FROM events WHERE seq = 2`,
		`INSERT OR REPLACE INTO events SELECT 1, randomblob(16), ` + rest,
		`INSERT OR REPLACE INTO events SELECT 4, id, ` + rest,
		`INSERT INTO events SELECT 5, randomblob(16), ` + rest,
		`INSERT INTO events SELECT NULL, randomblob(16), ` + rest,
		`INSERT INTO events SELECT 4, x'00', ` + rest,
		`INSERT INTO events (id, namespace, type, version, at, attributes, payload, hash) SELECT randomblob(16), ` + rest,
	} {
		_, err := db.Exec(statement)
		answers[statement] = err
		if err != nil && !strings.Contains(err.Error(), "append-only") && !strings.Contains(err.Error(), "constraint") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	return answers
}

func TestRefusedFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(file("text"), []byte("not a database, and long enough to be looked at"+strings.Repeat(".", 4096)), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, raw(t, file("other")), `CREATE TABLE accounts (id)`)
	run(t, raw(t, file("numbered")), `PRAGMA user_version = 3`)
	run(t, raw(t, file("named")), `PRAGMA application_id = 77`)
	open(t, file("newer")).Close()
	run(t, raw(t, file("newer")), `PRAGMA user_version = 2`)
	if err := os.Mkdir(file("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{
		"text": sqlite.ErrNotALog, "other": sqlite.ErrNotALog, "numbered": sqlite.ErrNotALog, "named": sqlite.ErrNotALog,
		"newer": sqlite.ErrNewer, "folder": nil, "none/log.db": os.ErrNotExist,
	} {
		before, _ := os.ReadFile(file(name))
		log, err := sqlite.Open(ctx, file(name))
		if err == nil {
			log.Close()
			t.Errorf("%s was opened", name)
			continue
		}
		if want != nil && !errors.Is(err, want) || !strings.HasPrefix(err.Error(), "open the log "+file(name)+": ") {
			t.Errorf("%s: %v", name, err)
		}
		if after, _ := os.ReadFile(file(name)); !bytes.Equal(before, after) {
			t.Errorf("%s was changed", name)
		}
	}
	for _, path := range []string{"", "file:x.db", "a\x00b"} {
		if log, err := sqlite.Open(ctx, path); err == nil {
			log.Close()
			t.Errorf("path %q was opened", path)
		}
	}
}

// While another process holds the write lock an append waits, then says so; the next call works, and reads work all along.
func TestLockedByAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path, sqlite.BusyTimeout(50*time.Millisecond))
	defer log.Close()
	other, err := raw(t, path).Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	_, err = log.Append(ctx, said("1"))
	if err == nil || !strings.HasPrefix(err.Error(), "append: another process is writing") {
		t.Errorf("%v", err)
	}
	if at, err := log.Last(ctx); err != nil || at != 0 {
		t.Errorf("%d, %v", at, err)
	}
	if _, err := other.ExecContext(ctx, "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(ctx, said("1")); err != nil {
		t.Error(err)
	}
}

// A disk that fills up leaves whole batches and a log that goes on.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path)
	defer log.Close()
	limit := func(pages string) {
		t.Helper()
		if err := log.Pragma(ctx, "max_page_count = "+pages); err != nil {
			t.Fatal(err)
		}
	}
	limit("20")
	big := said(`"` + strings.Repeat("x", 40_000) + `"`)
	var err error
	n := 0
	for ; err == nil && n < 10; n++ {
		_, err = log.Append(ctx, said("1"), big)
	}
	if err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Fatalf("%v", err)
	}
	if at, err := log.Last(ctx); err != nil || at != 2*int64(n-1) {
		t.Errorf("the log ends at %d after %d appends, %v", at, n-1, err)
	}
	limit("1000000")
	if _, err := log.Append(ctx, big); err != nil {
		t.Error(err)
	}
}

func TestOpenGivesUpWithItsContext(t *testing.T) {
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if log, err := sqlite.Open(cancelled, filepath.Join(t.TempDir(), "log.db")); err == nil {
		log.Close()
		t.Error("no error")
	}
}

func TestDurabilityIsSet(t *testing.T) {
	for want, opts := range map[string][]sqlite.Option{"2": nil, "1": {sqlite.SynchronousNormal()}} {
		log := open(t, filepath.Join(t.TempDir(), "log.db"), opts...)
		got, err := log.PragmaValue(ctx, "synchronous")
		if err != nil || got != want {
			t.Errorf("synchronous is %s, want %s, %v", got, want, err)
		}
		if mode, err := log.PragmaValue(ctx, "journal_mode"); err != nil || mode != "wal" {
			t.Errorf("journal_mode is %s, %v", mode, err)
		}
		log.Close()
	}
}

// A read that is cut off says why, and leaves the pool as it was.
func TestCancelledRead(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "log.db"), ":memory:"} {
		log := open(t, path)
		defer log.Close()
		if _, err := log.Append(ctx, said("1")); err != nil {
			t.Fatal(err)
		}
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		for range 20 {
			if _, err := log.Read(cancelled, timeline.Query{}); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", path, err)
			}
		}
		if page, err := log.Read(ctx, timeline.Query{}); err != nil || len(page.Events) != 1 {
			t.Errorf("%s: %v, %v", path, page, err)
		}
	}
}
