package log

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

var ctx = context.Background()

const payload = `{"text":"A 12% cut to the mackerel quota, to be shared by all coastal states in proportion to their catch of the last ten years."}`

func offer(i int) timeline.Pending {
	return timeline.Pending{
		Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}, Version: 1, Payload: []byte(payload),
		Attributes: timeline.Attributes{
			{Name: "party", Value: timeline.Text(fmt.Sprint("p", i%100))},
			{Name: "round", Value: timeline.Int(int64(i))},
		},
	}
}

// bare is what a program would write that uses the driver by itself: the same columns and indexes, values at hand, one prepared insert a row.
type bare struct {
	db     *sql.DB
	insert string
}

func openBare(b *testing.B, synchronous string) *bare {
	db, err := sql.Open("sqlite", filepath.Join(b.TempDir(), "bare.db")+"?_pragma=synchronous("+synchronous+")&_pragma=journal_mode(WAL)")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	for _, s := range []string{
		`CREATE TABLE events (seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, namespace TEXT NOT NULL, type TEXT NOT NULL, version INTEGER NOT NULL,
			at INTEGER NOT NULL, attributes TEXT NOT NULL, payload BLOB NOT NULL, hash BLOB NOT NULL) STRICT`,
		`CREATE INDEX events_type ON events (namespace, type, seq)`,
	} {
		if _, err := db.Exec(s); err != nil {
			b.Fatal(err)
		}
	}
	return &bare{db, `INSERT INTO events (id, namespace, type, version, at, attributes, payload, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`}
}

func (p *bare) append(b *testing.B, batch int) {
	tx, err := p.db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	insert, err := tx.Prepare(p.insert)
	if err != nil {
		b.Fatal(err)
	}
	var hash [32]byte
	for i := range batch {
		id := uuid.Must(uuid.NewV7())
		if _, err := insert.Exec(id[:], "fisheries", "OfferMade", 1, time.Now().UnixMicro(), fmt.Sprintf(`{"party":"p%d","round":%d}`, i%100, i), []byte(payload), hash[:]); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}

func openLog(b *testing.B, opts ...sqlite.Option) *sqlite.Log {
	log, err := sqlite.Open(ctx, filepath.Join(b.TempDir(), "log.db"), opts...)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { log.Close() })
	return log
}

func appendOnce(b *testing.B, log timeline.Log, batch int) {
	events := make([]timeline.Pending, batch)
	for i := range events {
		events[i] = offer(i)
	}
	if _, err := log.Append(ctx, events...); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, synchronous := range []string{"FULL", "NORMAL"} {
		for _, batch := range []int{1, 10, 100, 1000} {
			b.Run(fmt.Sprintf("%s/batch=%d", synchronous, batch), func(b *testing.B) {
				var opts []sqlite.Option
				if synchronous == "NORMAL" {
					opts = append(opts, sqlite.SynchronousNormal())
				}
				log, other := openLog(b, opts...), openBare(b, synchronous)
				// Until the write-ahead log has been filled once the file grows, and a growing file takes twice as long to reach the disk.
				for range 60 {
					other.append(b, 200)
					appendOnce(b, log, 200)
				}
				turns(b, "ours/bare", func() { other.append(b, batch) }, func() { appendOnce(b, log, batch) }, func(bare, ours time.Duration) float64 {
					return float64(bare) / float64(ours)
				})
			})
		}
	}
}

// turns measures two sides by turns and reports the ratio of their lower quartiles: a machine that is shared has bad
// moments, and they fall on either. Beside it stand the quartiles of the ratios turn by turn, as low and high.
func turns(b *testing.B, unit string, first, second func(), ratio func(first, second time.Duration) float64) {
	first()
	second()
	var times [2][]time.Duration
	for b.Loop() {
		for i, f := range []func(){first, second} {
			start := time.Now()
			f()
			times[i] = append(times[i], time.Since(start))
		}
	}
	quarter := len(times[0]) / 4
	ratios := make([]float64, len(times[0]))
	for i := range ratios {
		ratios[i] = ratio(times[0][i], times[1][i])
	}
	slices.Sort(ratios)
	for i := range times {
		slices.Sort(times[i])
	}
	b.ReportMetric(ratio(times[0][quarter], times[1][quarter]), unit)
	b.ReportMetric(ratios[quarter], "low")
	b.ReportMetric(ratios[len(ratios)-1-quarter], "high")
}

func BenchmarkEightWriters(b *testing.B) {
	const appends = 200
	log := openLog(b)
	for range 60 {
		appendOnce(b, log, 200)
	}
	turns(b, "eight/one", func() {
		for range appends {
			appendOnce(b, log, 1)
		}
	}, func() {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range appends {
					appendOnce(b, log, 1)
				}
			})
		}
		wg.Wait()
	}, func(one, eight time.Duration) float64 { return 8 * float64(one) / float64(eight) })
}
