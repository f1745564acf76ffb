package postgres_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/grantgen/grantgen/internal/pgtest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/postgres"
	"github.com/grantgen/grantgen/runtime/timeline/timelinetest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		pgtest.Stop()
		os.Exit(code)
	}))
}

var ctx = context.Background()

var logs atomic.Int64

// fresh is the name of a log that no other test uses.
func fresh() string { return fmt.Sprintf("log %d", logs.Add(1)) }

func open(t testing.TB, dsn, name string, opts ...postgres.Option) *postgres.Log {
	t.Helper()
	log, err := postgres.Open(ctx, dsn, name, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func TestLaws(t *testing.T) {
	var names sync.Map
	name := func(log timeline.Log) string {
		name, _ := names.Load(log)
		return name.(string)
	}
	const between = "\t" // the parts of an address
	timelinetest.Run(t, timelinetest.Engine{
		Open: func(t testing.TB) timeline.Log {
			name := fresh()
			log := open(t, pgtest.DSN(t), name)
			names.Store(log, name)
			return log
		},
		Reopen: func(t testing.TB, log timeline.Log) timeline.Log {
			if err := log.Close(); err != nil {
				t.Fatal(err)
			}
			return open(t, pgtest.DSN(t), name(log))
		},
		Address: func(log timeline.Log) string { return pgtest.DSN(t) + between + name(log) },
		Attach: func(address string) (timeline.Log, error) {
			dsn, name, _ := strings.Cut(address, between)
			return postgres.Open(ctx, dsn, name)
		},
		Tamper: func(t testing.TB, log timeline.Log) map[string]error { return tamper(t, name(log)) },
	})
}

// tamper tries to change the log as any other program could.
func tamper(t testing.TB, name string) map[string]error {
	conn, err := pgx.Connect(ctx, pgtest.DSN(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	var id int64
	if err := conn.QueryRow(ctx, "SELECT log_id FROM grantgen.logs WHERE name = $1", name).Scan(&id); err != nil {
		t.Fatal(err)
	}
	answers := map[string]error{}
	for _, statement := range []string{
		"UPDATE grantgen.events SET payload = '' WHERE log_id = $1",
		"UPDATE grantgen.events SET seq = 9 WHERE log_id = $1 AND seq = 3",
		"DELETE FROM grantgen.events WHERE log_id = $1",
		"DELETE FROM grantgen.logs WHERE log_id = $1",
		"UPDATE grantgen.logs SET last = last - 1 WHERE log_id = $1",
		"UPDATE grantgen.logs SET name = 'other' WHERE log_id = $1",
		"INSERT INTO grantgen.events SELECT log_id, 2, gen_random_uuid(), namespace, type, version, at, attributes, payload, hash FROM grantgen.events WHERE log_id = $1 AND seq = 1",
		"INSERT INTO grantgen.events SELECT log_id, 4, id, namespace, type, version, at, attributes, payload, hash FROM grantgen.events WHERE log_id = $1 AND seq = 1",
	} {
		_, answers[statement] = conn.Exec(ctx, statement, id)
	}
	for _, statement := range []string{"TRUNCATE grantgen.events", "TRUNCATE grantgen.logs"} {
		_, answers[statement] = conn.Exec(ctx, statement)
	}
	return answers
}
