package foldstore

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
)

type sections struct{ fold }

var _ chronicle.Reader = sections{}

func (s sections) Fold(ctx context.Context, upto timeline.Position, events []timeline.Event) error {
	return s.advance(ctx, upto, events, s.take)
}

// take keeps a section unless one stands over part of its range: the first on the log stands.
func (s sections) take(ctx context.Context, e timeline.Event) error {
	scope, r, ok := chronicle.Mark(e)
	if !ok {
		return nil
	}
	// Ranges of one scope never overlap, so the last that begins at or before the new one's end is the only one that can.
	_, err := s.conn.ExecContext(ctx, `INSERT INTO sections (scope, from_seq, to_seq, `+columns+`) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
		WHERE coalesce((SELECT to_seq FROM sections WHERE scope = ?1 AND from_seq <= ?3 ORDER BY from_seq DESC LIMIT 1), 0) < ?2`,
		scope, r.From, r.To, e.Seq, e.ID[:], e.Version, e.At, string(e.Attributes.JSON()), e.Payload)
	return err
}

func (s sections) Sections(ctx context.Context, scope string, at timeline.Position) ([]chronicle.Section, error) {
	rows, err := s.readers.QueryContext(ctx, `SELECT `+columns+` FROM sections WHERE scope = ? AND seq <= ? ORDER BY from_seq`, scope, at)
	if err != nil {
		return nil, fmt.Errorf("read sections: %w", err)
	}
	defer rows.Close()
	var out []chronicle.Section
	for rows.Next() {
		e, err := scan(rows, timeline.Key{Namespace: timeline.ReservedNamespace, Type: chronicle.Written})
		if err != nil {
			return nil, fmt.Errorf("read sections: %w", err)
		}
		section, err := chronicle.Decode(e)
		if err != nil {
			return nil, err
		}
		out = append(out, section)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read sections: %w", err)
	}
	return out, nil
}
