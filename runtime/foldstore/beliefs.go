package foldstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/timeline"
)

type beliefs struct{ fold }

var _ belief.Reader = beliefs{}

func (b beliefs) Fold(ctx context.Context, upto timeline.Position, events []timeline.Event) error {
	return b.advance(ctx, upto, events, b.take)
}

// take ends the belief's state and, when it is revised, begins the next. A contraction is a state too, one that is not held: the
// newest event at or before a position then says all. Contracting what was never held leaves no trace, as in memory.
func (b beliefs) take(ctx context.Context, e timeline.Event) error {
	key, id, ok := belief.Mark(e)
	if !ok {
		return nil
	}
	held := e.Type == belief.Revised
	if held {
		if _, err := b.conn.ExecContext(ctx, `INSERT INTO beliefs (namespace, scope, predicate, belief) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			key.Namespace, key.Scope, key.Predicate, id); err != nil {
			return err
		}
	}
	const whose = `SELECT key FROM beliefs WHERE namespace = ? AND scope = ? AND predicate = ? AND belief = ?`
	if _, err := b.conn.ExecContext(ctx, `UPDATE states SET until = ? WHERE key = (`+whose+`) AND until IS NULL`,
		e.Seq, key.Namespace, key.Scope, key.Predicate, id); err != nil {
		return err
	}
	_, err := b.conn.ExecContext(ctx, `INSERT INTO states (key, held, `+columns+`) SELECT key, ?, ?, ?, ?, ?, ?, ? FROM (`+whose+`)`,
		held, e.Seq, e.ID[:], e.Version, e.At, string(e.Attributes.JSON()), e.Payload, key.Namespace, key.Scope, key.Predicate, id)
	return err
}

// Held seeks, for each belief of the scope, the newest event at or before the position: the cost is that of the beliefs, not of how
// often they were revised.
func (b beliefs) Held(ctx context.Context, namespace, scope, predicate string, at timeline.Position) ([]belief.State, error) {
	rows, err := b.readers.QueryContext(ctx, `SELECT b.belief, s.`+`seq, s.id, s.version, s.at, s.attributes, s.payload
		FROM beliefs b JOIN states s ON s.key = b.key AND s.seq = (SELECT max(seq) FROM states WHERE key = b.key AND seq <= ?)
		WHERE b.namespace = ? AND b.scope = ? AND b.predicate = ? AND s.held = 1`, at, namespace, scope, predicate)
	if err != nil {
		return nil, fmt.Errorf("read beliefs: %w", err)
	}
	defer rows.Close()
	var out []belief.State
	for rows.Next() {
		st := belief.State{Scope: scope}
		if st.Event, err = scan(rows, timeline.Key{Namespace: timeline.ReservedNamespace, Type: belief.Revised}, &st.ID); err != nil {
			return nil, fmt.Errorf("read beliefs: %w", err)
		}
		out = append(out, st)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read beliefs: %w", err)
	}
	slices.SortFunc(out, func(x, y belief.State) int { return cmp.Compare(x.Event.Seq, y.Event.Seq) })
	return out, nil
}
