package follow_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/grantgen/grantgen/examples/follow"
	"github.com/grantgen/grantgen/internal/pgtest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

func TestMain(m *testing.M) {
	code := m.Run()
	pgtest.Stop()
	os.Exit(code)
}

// Eight writers, some of which roll back or take their time between the number and the commit, and two followers: each committed row is on the log
// once.
func TestFollow(t *testing.T) {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, pgtest.Database(t)+" pool_max_conns=12")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	const table = `CREATE TABLE room_messages (id bigserial PRIMARY KEY, party text NOT NULL, body jsonb NOT NULL, sent_at timestamptz NOT NULL DEFAULT now())`
	if _, err := pool.Exec(ctx, table); err != nil {
		t.Fatal(err)
	}
	log, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "log.db"), sqlite.SynchronousNormal())
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var writing, following sync.WaitGroup
	for w := range 8 {
		writing.Go(func() {
			for i := range 40 {
				err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
					for range 1 + i%3 {
						if _, err := tx.Exec(ctx, "INSERT INTO room_messages (party, body) VALUES ($1, jsonb_build_object('n', $2::int))", fmt.Sprint("p", w), i); err != nil {
							return err
						}
					}
					if i%5 == 4 {
						return tx.Rollback(ctx)
					}
					_, err := tx.Exec(ctx, "SELECT pg_sleep($1)", float64(i%4)/1000)
					return err
				})
				if err != nil && err != pgx.ErrTxClosed && err != pgx.ErrTxCommitRollback {
					t.Error(err)
					return
				}
			}
		})
	}
	done := make(chan struct{})
	for range 2 {
		following.Go(func() {
			for last := false; ; {
				if _, err := timeline.Follow(ctx, follow.Table{Pool: pool}, log); err != nil {
					t.Error(err)
					return
				}
				if last {
					return
				}
				select {
				case <-done:
					last = true
				default:
				}
			}
		})
	}
	writing.Wait()
	close(done)
	following.Wait()
	rows, err := pool.Query(ctx, "SELECT id, party FROM room_messages ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	type sent struct {
		ID    int64
		Party string
	}
	want, err := pgx.CollectRows(rows, pgx.RowToStructByPos[sent])
	if err != nil {
		t.Fatal(err)
	}
	page, err := log.Read(ctx, timeline.Query{Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "room", Type: "Message"}}}})
	if err != nil || len(page.Events) != len(want) {
		t.Fatalf("%d of %d rows are on the log, %v", len(page.Events), len(want), err)
	}
	for i, e := range page.Events {
		if party, _ := e.Attributes.Get("party").AsText(); e.ID != timeline.DeriveID("follow", "row", "room_messages", fmt.Sprint(want[i].ID)) || party != want[i].Party {
			t.Errorf("row %d is event %d of %s, want %s", want[i].ID, e.Seq, party, want[i].Party)
		}
	}
	t.Logf("%d rows", len(want))
}
