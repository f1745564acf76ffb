package postgres_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/grantgen/grantgen/internal/pgtest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/postgres"
)

func said(payload string, attributes ...timeline.Attribute) timeline.Pending {
	return timeline.Pending{Key: timeline.Key{Namespace: "talk", Type: "Said"}, Version: 1, Attributes: attributes, Payload: []byte(payload)}
}

// run runs statements as any other program would.
func run(t testing.TB, dsn string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, s := range statements {
		if _, err := conn.Exec(ctx, s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// Many processes may meet an empty database at the same moment.
func TestOpenTogether(t *testing.T) {
	dsn := pgtest.Database(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			log, err := postgres.Open(ctx, dsn, "one")
			if err != nil {
				t.Error(err)
				return
			}
			defer log.Close()
			if _, err := log.Append(ctx, said(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	log := open(t, dsn, "one")
	defer log.Close()
	if at, err := log.Last(ctx); err != nil || at != 8 {
		t.Errorf("the log ends at %d, %v", at, err)
	}
}

// Logs of one database know nothing of one another: neither seqs nor ids.
func TestManyLogs(t *testing.T) {
	dsn := pgtest.Database(t)
	p := said("1")
	p.ID = timeline.NewID()
	for _, name := range []string{"a", "A", "ä", "a b", "a'; DROP TABLE grantgen.logs; --"} {
		log := open(t, dsn, name)
		defer log.Close()
		if r, err := log.Append(ctx, said("0"), p); err != nil || r != (timeline.Range{From: 1, To: 2}) {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
	names, err := postgres.Logs(ctx, dsn)
	if err != nil || strings.Join(names, "|") != "A|a|a b|a'; DROP TABLE grantgen.logs; --|ä" {
		t.Errorf("%q, %v", names, err)
	}
	for _, name := range []string{"", "a\nb", "a\x00", "\xff", strings.Repeat("x", 201)} {
		if log, err := postgres.Open(ctx, dsn, name); err == nil {
			log.Close()
			t.Errorf("the name %q was taken", name)
		}
	}
}

func TestDropLog(t *testing.T) {
	dsn := pgtest.Database(t)
	if err := postgres.DropLog(ctx, dsn, "a"); !errors.Is(err, postgres.ErrNotALog) {
		t.Errorf("without tables: %v", err)
	}
	a, b := open(t, dsn, "a"), open(t, dsn, "b")
	defer a.Close()
	defer b.Close()
	for _, log := range []timeline.Log{a, b} {
		if _, err := log.Append(ctx, said("1"), said("2")); err != nil {
			t.Fatal(err)
		}
	}
	if err := postgres.DropLog(ctx, dsn, "a"); err != nil {
		t.Fatal(err)
	}
	if err := postgres.DropLog(ctx, dsn, "a"); !errors.Is(err, postgres.ErrNoLog) {
		t.Errorf("again: %v", err)
	}
	_, appendErr := a.Append(ctx, said("3"))
	_, lastErr := a.Last(ctx)
	if !errors.Is(appendErr, postgres.ErrNoLog) || !errors.Is(lastErr, postgres.ErrNoLog) {
		t.Errorf("a log that was dropped: %v, %v", appendErr, lastErr)
	}
	if at, err := b.Last(ctx); err != nil || at != 2 {
		t.Errorf("its neighbour ends at %d, %v", at, err)
	}
	again := open(t, dsn, "a")
	defer again.Close()
	if r, err := again.Append(ctx, said("1")); err != nil || r.From != 1 {
		t.Errorf("a new log of that name: %v, %v", r, err)
	}
}

func TestReadOnly(t *testing.T) {
	dsn := pgtest.Database(t)
	if _, err := postgres.Open(ctx, dsn, "a", postgres.ReadOnly()); !errors.Is(err, postgres.ErrNotALog) {
		t.Errorf("without tables: %v", err)
	}
	log := open(t, dsn, "a")
	defer log.Close()
	if _, err := log.Append(ctx, said("1")); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Open(ctx, dsn, "b", postgres.ReadOnly()); !errors.Is(err, postgres.ErrNoLog) {
		t.Errorf("without the log: %v", err)
	}
	reader := open(t, dsn, "a", postgres.ReadOnly())
	defer reader.Close()
	if page, err := reader.Read(ctx, timeline.Query{}); err != nil || len(page.Events) != 1 {
		t.Errorf("%v, %v", page, err)
	}
	if _, err := reader.Append(ctx, said("2")); !errors.Is(err, timeline.ErrReadOnly) {
		t.Errorf("%v", err)
	}
	if err := reader.EnsureIndexes(ctx, []timeline.Type{{Attributes: []timeline.AttributeDecl{{Name: "party", Kind: timeline.KindText}}}}); err != nil {
		t.Error(err)
	}
}

// What an operator gets wrong is told in words that help, and changes nothing.
func TestMistakes(t *testing.T) {
	good := pgtest.DSN(t)
	newer, others, readOnly, unprivileged := pgtest.Database(t), pgtest.Database(t), pgtest.Database(t), pgtest.Database(t)
	open(t, newer, "a").Close()
	run(t, newer, "UPDATE grantgen.meta SET version = 99")
	run(t, others, "CREATE SCHEMA grantgen", "CREATE TABLE grantgen.events (mine int)")
	run(t, unprivileged, "DROP ROLE IF EXISTS guest", "CREATE ROLE guest LOGIN")
	for name, c := range map[string]struct{ dsn, want string }{
		"no DSN":                {"host=", "open the log \"a\": "},
		"not a DSN":             {"postgres://user:secret@host:port/db", "open the log \"a\": cannot parse"},
		"no server":             {"host=/nowhere user=x password=secret dbname=y", "open the log \"a\": failed to connect"},
		"no such database":      {good + " dbname=nothere", "does not exist"},
		"TLS asked of a socket": {"host=127.0.0.1 port=1 sslmode=verify-full user=x", "failed to connect"},
		"newer":                 {newer, "written by a newer grantgen: it has version 99, and this program knows version 1"},
		"another's":             {others, "not a grantgen database"},
		"read-only":             {readOnly + " default_transaction_read_only=on", "this server or connection is read-only"},
		"no rights":             {unprivileged + " user=guest", "this user lacks a right"},
	} {
		log, err := postgres.Open(ctx, c.dsn, "a")
		if err == nil {
			log.Close()
			t.Errorf("%s: it was opened", name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	run(t, others, "SELECT mine FROM grantgen.events")
	log := open(t, readOnly, "a")
	defer log.Close()
}
