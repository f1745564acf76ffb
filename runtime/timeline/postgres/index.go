package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// EnsureIndexes makes an index for each declared attribute of a scalar kind, if it is not there; see [timeline.Indexer]. Sets are indexed without it. All logs of the
// database share them. Making one over a long log holds writers up while it lasts; a database administrator who wants it otherwise makes
// it beforehand with CREATE INDEX CONCURRENTLY, under the same name.
func (l *Log) EnsureIndexes(ctx context.Context, types []timeline.Type) error {
	if l.options.readOnly {
		return nil
	}
	if err := l.ensure(ctx, indexes(types)); err != nil {
		return fmt.Errorf("make the indexes of declared attributes: %w", explain(err))
	}
	return nil
}

type index struct{ name, ddl string }

func indexes(types []timeline.Type) []index {
	var out []index
	for _, a := range timeline.Declared(types) {
		expr := expression(a.Kind, a.Name)
		if expr == "" || a.Kind == timeline.KindSet {
			continue
		}
		name := "events_" + a.Kind.String() + "_" + a.Name
		out = append(out, index{name, `CREATE INDEX IF NOT EXISTS "` + name + `" ON grantgen.events (log_id, namespace, type, ` + expr +
			`, seq) WHERE ` + expr + ` IS NOT NULL`})
	}
	return out
}

func (l *Log) ensure(ctx context.Context, wanted []index) error {
	if l.closed.Load() {
		return timeline.ErrClosed
	}
	missing, err := l.missing(ctx, l.pool, wanted)
	if err != nil || len(missing) == 0 { // as nearly always: no lock is taken
		return err
	}
	return alone(ctx, l.pool, func(tx pgx.Tx) error {
		for _, i := range missing {
			if _, err := tx.Exec(ctx, i.ddl); err != nil {
				return err
			}
		}
		return nil
	})
}

func (l *Log) missing(ctx context.Context, db queryer, wanted []index) ([]index, error) {
	rows, err := db.Query(ctx, "SELECT indexname::text FROM pg_catalog.pg_indexes WHERE schemaname = 'grantgen'")
	if err != nil {
		return nil, err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, name := range names {
		there[name] = true
	}
	var out []index
	for _, i := range wanted {
		if !there[i.name] {
			out = append(out, i)
		}
	}
	return out, nil
}
