package foldstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Status is where one fold stands.
type Status struct {
	Fold     string
	Position timeline.Position
	States   int64 // rows
}

// Status says where the folds stand.
func (s *Store) Status(ctx context.Context) ([]Status, error) {
	var out []Status
	for _, f := range []struct{ name, table string }{{"belief", "states"}, {"chronicle", "sections"}, {"memory", "facts"}} {
		st := Status{Fold: f.name}
		var err error
		if st.Position, err = position(s.readers.QueryRowContext(ctx, "SELECT position FROM folds WHERE name = ?", f.name)); err == nil {
			err = s.readers.QueryRowContext(ctx, "SELECT count(*) FROM "+f.table).Scan(&st.States)
		}
		if err != nil {
			return nil, fmt.Errorf("read the status of the %s fold: %w", f.name, err)
		}
		out = append(out, st)
	}
	return out, nil
}

// CatchUp brings all the folds up to a position.
func (s *Store) CatchUp(ctx context.Context, upto timeline.Position) error {
	for _, f := range s.all() {
		if err := timeline.CatchUp(ctx, s.log, f, upto); err != nil {
			return err
		}
	}
	return nil
}

// Rebuild drops the folds and makes them again from the log, up to where it ends.
func (s *Store) Rebuild(ctx context.Context) error {
	if err := s.drop(ctx); err != nil {
		return fmt.Errorf("drop the folds: %w", err)
	}
	last, err := s.log.Last(ctx)
	if err != nil {
		return err
	}
	return s.CatchUp(ctx, last)
}

func (s *Store) drop(ctx context.Context) error {
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return immediately(ctx, s.conn, func() error {
		_, err := s.conn.ExecContext(ctx, "DELETE FROM states; DELETE FROM beliefs; DELETE FROM sections; DELETE FROM confirmations; DELETE FROM facts; DELETE FROM folds")
		return err
	})
}

// ErrDiffers is a fold that is not what the log makes of it.
var ErrDiffers = errors.New("the folds differ from what the log makes of them")

// Check folds the log again beside the store, up to where the store stands, and compares every row. It changes nothing.
func (s *Store) Check(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "grantgen-folds-")
	if err != nil {
		return fmt.Errorf("check the folds: %w", err)
	}
	defer os.RemoveAll(dir)
	again, err := Open(ctx, filepath.Join(dir, "folds.db"), s.log)
	if err != nil {
		return fmt.Errorf("check the folds: %w", err)
	}
	defer again.Close()
	for i, f := range again.all() {
		at, err := s.all()[i].Position(ctx)
		if err == nil {
			err = timeline.CatchUp(ctx, s.log, f, at)
		}
		if err != nil {
			return fmt.Errorf("check the folds: %w", err)
		}
	}
	for _, q := range []struct{ what, rows string }{
		{"a belief's state", `SELECT b.namespace || '.' || b.predicate || ' of event ' || s.seq || ' until ' || coalesce(s.until, 'now') || ' held ' || s.held || hex(s.id) || b.scope || b.belief || s.version || ',' || s.at || s.attributes || hex(s.payload)
			FROM states s JOIN beliefs b USING (key) ORDER BY s.seq`},
		{"a section", `SELECT 'of event ' || seq || ' over ' || from_seq || '-' || to_seq || scope || hex(id) || version || ',' || at || attributes || hex(payload) FROM sections ORDER BY scope, from_seq`},
		{"a fact", `SELECT 'of event ' || seq || ' until ' || coalesce(forgotten, 'now') || kind || scope || hex(id) || version || ',' || at || attributes || hex(payload) FROM facts ORDER BY scope, seq`},
		{"a confirmation", `SELECT 'by event ' || seq || ' over ' || fact || ',' || at FROM confirmations ORDER BY fact, seq`},
	} {
		if err := s.compare(ctx, again, q.what, q.rows); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) compare(ctx context.Context, again *Store, what, query string) error {
	have, err := s.readers.QueryContext(ctx, query)
	if err != nil {
		return fmt.Errorf("check the folds: %w", err)
	}
	defer have.Close()
	want, err := again.readers.QueryContext(ctx, query)
	if err != nil {
		return fmt.Errorf("check the folds: %w", err)
	}
	defer want.Close()
	for {
		h, w := have.Next(), want.Next()
		if !h && !w {
			return errors.Join(have.Err(), want.Err())
		}
		var a, b string
		if h {
			err = have.Scan(&a)
		}
		if w && err == nil {
			err = want.Scan(&b)
		}
		if err != nil {
			return fmt.Errorf("check the folds: %w", err)
		}
		if a != b {
			return fmt.Errorf("%w: %s, %s", ErrDiffers, what, place(a, b))
		}
	}
}

// place names the row without its payload.
func place(a, b string) string {
	row := max(a, b)
	if i := strings.Index(row, " until "); i > 0 {
		return row[:i]
	}
	if i := strings.Index(row, " over "); i > 0 {
		return row[:i]
	}
	return "which is missing"
}
