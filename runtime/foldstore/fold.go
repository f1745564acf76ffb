package foldstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// fold is what the folds have in common.
type fold struct {
	*Store
	name   string
	claims []timeline.Clause
}

func (f fold) Name() string              { return f.name }
func (f fold) Claims() []timeline.Clause { return f.claims }

func (f fold) Position(ctx context.Context) (timeline.Position, error) {
	at, err := position(f.readers.QueryRowContext(ctx, "SELECT position FROM folds WHERE name = ?", f.name))
	if err != nil {
		return 0, fmt.Errorf("read the position of the %s fold: %w", f.name, err)
	}
	return at, nil
}

func position(row *sql.Row) (timeline.Position, error) {
	var at timeline.Position
	err := row.Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return at, err
}

// advance moves the fold to upto with the events that it claims, in one transaction. What another process folded meanwhile is
// skipped.
func (f fold) advance(ctx context.Context, upto timeline.Position, events []timeline.Event, take func(context.Context, timeline.Event) error) error {
	select {
	case f.writing <- struct{}{}:
		defer func() { <-f.writing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	id, ok, err := f.idOf(ctx, upto)
	if err == nil && !ok {
		err = fmt.Errorf("the log has no event %d", upto)
	}
	if err != nil {
		return fmt.Errorf("move the %s fold to %d: %w", f.name, upto, err)
	}
	// A caller who leaves in the middle must not leave the connection in a transaction.
	ctx = context.WithoutCancel(ctx)
	err = immediately(ctx, f.conn, func() error {
		at, err := position(f.conn.QueryRowContext(ctx, "SELECT position FROM folds WHERE name = ?", f.name))
		if err != nil || at >= upto {
			return err
		}
		for _, e := range events {
			if e.Seq <= at || e.Seq > upto {
				continue
			}
			if err := take(ctx, e); err != nil {
				return fmt.Errorf("fold event %d: %w", e.Seq, err)
			}
		}
		_, err = f.conn.ExecContext(ctx, `INSERT INTO folds VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE SET position = ?2, id = ?3`, f.name, upto, id[:])
		return err
	})
	if err != nil {
		return fmt.Errorf("move the %s fold to %d: %w", f.name, upto, err)
	}
	return nil
}

// columns are an event's, in the order of scan.
const columns = "seq, id, version, at, attributes, payload"

// scan reads an event; its key is the fold's to say. dest comes before it.
func scan(rows *sql.Rows, key timeline.Key, dest ...any) (timeline.Event, error) {
	var e timeline.Event
	var id, attributes []byte
	if err := rows.Scan(append(dest, &e.Seq, &id, &e.Version, &e.At, &attributes, &e.Payload)...); err != nil {
		return e, err
	}
	copy(e.ID[:], id)
	e.Key = key
	var err error
	if e.Attributes, err = timeline.ParseAttributes(attributes); err != nil {
		return e, err
	}
	e.Hash = timeline.HashOf(e.Attributes, e.Payload)
	return e, nil
}
