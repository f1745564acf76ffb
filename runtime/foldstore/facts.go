package foldstore

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

type facts struct{ fold }

var _ memory.Reader = facts{}

func (f facts) Fold(ctx context.Context, upto timeline.Position, events []timeline.Event) error {
	return f.advance(ctx, upto, events, f.take)
}

// take keeps a fact, ends one, or confirms one. What is forgotten stays so, and a fact is its own scope's alone.
func (f facts) take(ctx context.Context, e timeline.Event) error {
	scope, fact, kind, ok := memory.Mark(e)
	if !ok {
		return nil
	}
	if e.Type == memory.Remembered {
		_, err := f.conn.ExecContext(ctx, `INSERT INTO facts (scope, kind, `+columns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			scope, string(kind), e.Seq, e.ID[:], e.Version, e.At, string(e.Attributes.JSON()), e.Payload)
		return err
	}
	id, err := timeline.ParseID(fact)
	if err != nil || id.String() != fact { // no fact is called so
		return nil
	}
	if e.Type == memory.Forgotten {
		_, err = f.conn.ExecContext(ctx, `UPDATE facts SET forgotten = ? WHERE id = ? AND scope = ? AND forgotten IS NULL`, e.Seq, id[:], scope)
	} else {
		_, err = f.conn.ExecContext(ctx, `INSERT INTO confirmations (fact, seq, at) SELECT seq, ?, ? FROM facts WHERE id = ? AND scope = ? AND forgotten IS NULL`,
			e.Seq, e.At, id[:], scope)
	}
	return err
}

// Facts seeks, for each fact of the scope, the newest confirmation at or before the position: the cost is that of the scope's facts,
// not of how often they were confirmed.
func (f facts) Facts(ctx context.Context, scope string, at timeline.Position) ([]memory.Fact, error) {
	rows, err := f.readers.QueryContext(ctx, `SELECT kind, coalesce((SELECT at FROM confirmations WHERE fact = facts.seq AND seq <= ?1 ORDER BY seq DESC LIMIT 1), at), `+columns+`
		FROM facts WHERE scope = ?2 AND seq <= ?1 AND (forgotten IS NULL OR forgotten > ?1) ORDER BY seq`, at, scope)
	if err != nil {
		return nil, fmt.Errorf("read memories: %w", err)
	}
	defer rows.Close()
	var out []memory.Fact
	for rows.Next() {
		fact := memory.Fact{Scope: scope}
		if fact.Event, err = scan(rows, timeline.Key{Namespace: timeline.ReservedNamespace, Type: memory.Remembered}, &fact.Kind, &fact.Confirmed); err != nil {
			return nil, fmt.Errorf("read memories: %w", err)
		}
		fact.ID = fact.Event.ID.String()
		out = append(out, fact)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read memories: %w", err)
	}
	return out, nil
}
