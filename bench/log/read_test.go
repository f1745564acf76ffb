package log

import (
	"database/sql"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// size is the length of the log that reads are measured on.
func size() int {
	if n, err := strconv.Atoi(os.Getenv("GRANTGEN_BENCH_EVENTS")); err == nil {
		return n
	}
	return 1_000_000
}

// Reads admit 1% of the log, by type and by attribute, and are compared with the query that a person would write for it, over the same file.
func BenchmarkRead(b *testing.B) {
	dir := b.TempDir()
	log, err := sqlite.Open(ctx, dir+"/log.db", sqlite.SynchronousNormal())
	if err != nil {
		b.Fatal(err)
	}
	defer log.Close()
	types := []timeline.Type{{
		Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}, Version: 1,
		Attributes: []timeline.AttributeDecl{{Name: "party", Kind: timeline.KindText}},
	}}
	if err := log.EnsureIndexes(ctx, types); err != nil {
		b.Fatal(err)
	}
	for i := 0; i < size(); {
		batch := make([]timeline.Pending, 0, 1000)
		for range cap(batch) {
			p := offer(i)
			if i%100 == 7 {
				p.Type = "SideTalk"
			}
			batch = append(batch, p)
			i++
		}
		if _, err := log.Append(ctx, batch...); err != nil {
			b.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", dir+"/log.db")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for _, c := range []struct {
		name, where string
		clause      timeline.Clause
	}{
		{"type", `type = 'SideTalk'`, timeline.Clause{Key: timeline.Key{Namespace: "fisheries", Type: "SideTalk"}}},
		{
			"attribute", `type = 'OfferMade' AND (attributes -> '$."party"') = '"p3"'`,
			timeline.Clause{Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}, Where: []timeline.Constraint{timeline.In("party", timeline.Text("p3"))}},
		},
	} {
		b.Run(c.name, func(b *testing.B) {
			query := `SELECT seq, id, namespace, type, version, at, attributes, payload, hash FROM events WHERE namespace = 'fisheries' AND ` + c.where + ` ORDER BY seq`
			var want, got int
			turns(b, "ours/bare", func() { want = readBare(b, db, query) }, func() { got = readLog(b, log, c.clause) }, func(bare, ours time.Duration) float64 {
				return float64(ours) / float64(bare)
			})
			if want != size()/100 || got != want {
				b.Errorf("%d events, want %d", got, want)
			}
		})
	}
}

func readLog(b *testing.B, log timeline.Log, c timeline.Clause) (n int) {
	q := timeline.Query{Clauses: []timeline.Clause{c}}
	for {
		page, err := log.Read(ctx, q)
		if err != nil {
			b.Fatal(err)
		}
		n += len(page.Events)
		if !page.More {
			return n
		}
		q.After = page.Events[len(page.Events)-1].Seq
	}
}

// readBare reads and decodes: attributes are parsed, since who filters by them wants them.
func readBare(b *testing.B, db *sql.DB, query string) int {
	rows, err := db.Query(query)
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	var events []timeline.Event
	for rows.Next() {
		var e timeline.Event
		var id, attributes, hash []byte
		if err := rows.Scan(&e.Seq, &id, &e.Namespace, &e.Type, &e.Version, &e.At, &attributes, &e.Payload, &hash); err != nil {
			b.Fatal(err)
		}
		copy(e.ID[:], id)
		copy(e.Hash[:], hash)
		if e.Attributes, err = timeline.ParseAttributes(attributes); err != nil {
			b.Fatal(err)
		}
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		b.Fatal(fmt.Errorf("read: %w", err))
	}
	return len(events)
}
