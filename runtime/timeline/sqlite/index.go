package sqlite

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// EnsureIndexes makes an index for each declared text, bool and int, if it is not there; see [timeline.Indexer]. Sets are indexed without it. They serve equality, where
// the events with one value lie in the log's order. Ranges and prefixes walk the type's index: SQLite keeps no statistics as it goes, so
// it could not tell a narrow range from one that admits half the log, all of which it would have to sort for each page.
func (l *Log) EnsureIndexes(ctx context.Context, types []timeline.Type) error {
	if l.options.readOnly {
		return nil
	}
	if err := l.ensure(ctx, types); err != nil {
		return fmt.Errorf("make the indexes of declared attributes: %w", err)
	}
	return nil
}

func (l *Log) ensure(ctx context.Context, types []timeline.Type) error {
	var missing []string
	for _, a := range timeline.Declared(types) {
		name, expr := index(a)
		if name == "" {
			continue
		}
		var there bool
		err := l.reading(ctx, func(ctx context.Context, q queryer) error {
			return q.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?)", name).Scan(&there)
		})
		if err != nil {
			return explain(err)
		}
		if !there {
			missing = append(missing, `CREATE INDEX IF NOT EXISTS "`+name+`" ON events (namespace, type, `+expr+`, seq) WHERE `+expr+` IS NOT NULL`)
		}
	}
	if len(missing) == 0 { // as nearly always: nobody who writes is held up
		return nil
	}
	if err := l.acquire(ctx); err != nil {
		return err
	}
	defer l.queue.Unlock()
	ctx = context.WithoutCancel(ctx)
	return l.transact(ctx, func() error {
		for _, ddl := range missing {
			if _, err := l.conn.ExecContext(ctx, ddl); err != nil {
				return explain(err)
			}
		}
		return nil
	})
}

// index is the name and the expression of a declared attribute's index. The expression is, letter by letter, what constraints compare.
func index(a timeline.AttributeDecl) (name, expr string) {
	switch a.Kind {
	case timeline.KindText, timeline.KindBool:
		return "events_json_" + a.Name, canonical(a.Name)
	case timeline.KindInt:
		return "events_int_" + a.Name, numeric(a.Name)
	default:
		return "", ""
	}
}

func path(attribute string) string { return `'$."` + attribute + `"'` }

// canonical is an attribute's canonical JSON.
func canonical(attribute string) string { return "(attributes -> " + path(attribute) + ")" }

// numeric is an attribute as SQLite's own value: exact for ints; 1 for true.
func numeric(attribute string) string { return "(attributes ->> " + path(attribute) + ")" }
