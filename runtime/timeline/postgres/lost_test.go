package postgres_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/grantgen/grantgen/internal/pgtest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/postgres"
)

// The connection goes while an append waits inside the server: the error says that the outcome is open, and the retry under the same ids
// settles it.
func TestConnectionLost(t *testing.T) {
	dsn := pgtest.Database(t)
	log := open(t, dsn, "a")
	defer log.Close()
	if _, err := log.Append(ctx, said("1")); err != nil {
		t.Fatal(err)
	}
	other, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(ctx)
	tx, err := other.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, "SELECT FROM grantgen.logs FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	p := said(`"secret"`)
	p.ID = timeline.NewID()
	answer := make(chan error, 1)
	go func() {
		_, err := log.Append(ctx, p, said(`"secret"`))
		answer <- err
	}()
	const waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
	for killed := int64(0); killed == 0; time.Sleep(time.Millisecond) {
		tag, err := other.Exec(ctx, waiting)
		if err != nil {
			t.Fatal(err)
		}
		killed = tag.RowsAffected()
	}
	err = <-answer
	if !errors.Is(err, postgres.ErrUnknown) || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if r, err := log.Append(ctx, p); err != nil || r != (timeline.Range{From: 2, To: 2}) {
			t.Errorf("the retry: %v, %v", r, err)
		}
	}
}

// A server that comes back finds its clients going on, reads and appends alike.
func TestRestart(t *testing.T) {
	dsn := pgtest.Database(t)
	log := open(t, dsn, "a")
	defer log.Close()
	if _, err := log.Append(ctx, said("1")); err != nil {
		t.Fatal(err)
	}
	pgtest.Restart(t)
	if page, err := log.Read(ctx, timeline.Query{}); err != nil || len(page.Events) != 1 {
		t.Errorf("%v, %v", page, err)
	}
	if r, err := log.Append(ctx, said("2")); err != nil || r.From != 2 {
		t.Errorf("%v, %v", r, err)
	}
	pgtest.Restart(t)
	p := said("3")
	p.ID = timeline.NewID()
	if _, err := log.Append(ctx, p); err != nil && !errors.Is(err, postgres.ErrUnknown) {
		t.Errorf("%v", err)
	}
	if r, err := log.Append(ctx, p); err != nil || r.From != 3 {
		t.Errorf("%v, %v", r, err)
	}
}

// Another process holds the counter for longer than we wait.
func TestPatience(t *testing.T) {
	dsn := pgtest.Database(t)
	log := open(t, dsn, "a", postgres.Patience(30*time.Millisecond))
	defer log.Close()
	other, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(ctx)
	tx, err := other.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, "SELECT FROM grantgen.logs FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	p := said("1")
	p.ID = timeline.NewID()
	if _, err := log.Append(ctx, p); !errors.Is(err, postgres.ErrUnknown) {
		t.Errorf("%v", err)
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	for err = errors.New(""); err != nil; { // a machine under load may take longer than this log's patience
		_, err = log.Append(ctx, p)
	}
	if at, err := log.Last(ctx); err != nil || at != 1 {
		t.Errorf("%d, %v", at, err)
	}
}
