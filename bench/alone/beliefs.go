package alone

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/grantgen/grantgen/bench/internal/figure"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/foldstore"
	"github.com/grantgen/grantgen/runtime/timeline"
)

const beliefsMethod = `What a belief was in the middle of its chain of revisions, read as of that position: from the fold in memory, and from the durable one in SQLite. The ratio is over the first row.
CPU time, median of %d rounds (lowest to highest).`

// chain is how often one belief was revised, among how many events of others.
type chain struct{ revisions, others int }

var chains = []chain{{10, 1_000}, {10_000, 1_000}, {10, 100_000}}

// Beliefs has a row for each chain.
func Beliefs(rounds int) (t figure.Table, err error) {
	t = figure.Table{
		Title: "A belief read at a position", Method: fmt.Sprintf(beliefsMethod, rounds),
		Columns: []string{"revisions", "events of others", "in memory, µs", "ratio", "in SQLite, µs", "ratio"},
	}
	dir, err := os.MkdirTemp("", "beliefs")
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(dir)
	var sides []figure.Side
	for i, c := range chains {
		inMemory, inSQLite, closeIt, err := c.folds(filepath.Join(dir, fmt.Sprint(i, ".db")))
		if err != nil {
			return t, err
		}
		defer closeIt()
		sides = append(sides, c.side(inMemory, 20_000), c.side(inSQLite, 2_000))
	}
	costs, err := figure.Turns(rounds, sides...)
	if err != nil {
		return t, err
	}
	for i, c := range chains {
		row := []string{fmt.Sprint(c.revisions), fmt.Sprint(c.others)}
		for _, at := range []int{2 * i, 2*i + 1} {
			row = append(row, micros(costs[at]), figure.Ratios(figure.CPU(costs[at]), figure.CPU(costs[at%2])).String())
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// held is how both folds are read.
type held interface {
	Held(ctx context.Context, namespace, scope, predicate string, at int64) ([]belief.State, error)
}

var key = belief.Key{Namespace: "fisheries", Predicate: "position", Scope: "party:norway:held"}

// side reads the belief as of the middle of its chain.
func (c chain) side(f held, repeat int) figure.Side {
	return figure.Side{Name: fmt.Sprint(c), Run: func() (figure.Cost, error) {
		cost, err := figure.Own(func() error {
			for range repeat {
				states, err := f.Held(context.Background(), key.Namespace, key.Scope, key.Predicate, int64(c.revisions/2))
				if err != nil || len(states) != 1 {
					return fmt.Errorf("%d states: %w", len(states), err)
				}
			}
			return nil
		})
		return cost.Over(repeat), err
	}}
}

// folds puts the chain and the others' events onto a log, and brings both folds up.
func (c chain) folds(path string) (inMemory, inSQLite held, closeIt func(), err error) {
	ctx := context.Background()
	log := timeline.Memory()
	var batch []timeline.Pending
	for i := range c.revisions {
		p, err := key.Revise([]belief.Subject{{Name: "who", Value: "uk"}}, fmt.Appendf(nil, `"version %d"`, i))
		if err != nil {
			return nil, nil, nil, err
		}
		batch = append(batch, p)
	}
	for range c.others {
		batch = append(batch, timeline.Pending{Key: timeline.Key{Namespace: key.Namespace, Type: "Said"}, Version: 1, Payload: []byte(`{}`)})
	}
	for at := 0; at < len(batch); at += 1000 {
		if _, err := log.Append(ctx, batch[at:min(at+1000, len(batch))]...); err != nil {
			return nil, nil, nil, err
		}
	}
	f := belief.New()
	q := timeline.Query{}
	for {
		page, err := log.Read(ctx, q)
		if err != nil {
			return nil, nil, nil, err
		}
		if len(page.Events) > 0 {
			q.After = page.Events[len(page.Events)-1].Seq
			if err := f.Fold(ctx, q.After, page.Events); err != nil {
				return nil, nil, nil, err
			}
		}
		if !page.More {
			break
		}
	}
	store, err := foldstore.Open(ctx, path, log)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := store.CatchUp(ctx, int64(len(batch))); err != nil {
		_ = store.Close()
		return nil, nil, nil, err
	}
	return f, store.Beliefs(), func() { _ = store.Close() }, nil
}

func micros(costs []figure.Cost) string {
	var out []time.Duration
	for _, cpu := range figure.CPU(costs) {
		out = append(out, cpu*1000) // Times speaks of milliseconds
	}
	return figure.Times(out).String()
}
