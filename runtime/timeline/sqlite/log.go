package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Log is a log in an SQLite file. It is safe for concurrent use.
type Log struct {
	writing chan struct{} // held by who uses conn
	writers *sql.DB
	conn    *sql.Conn // the one connection that writes; in memory it is all there is, and reads use it too
	insert  *sql.Stmt
	readers *sql.DB
	memory  bool
	closed  atomic.Bool
}

var _ timeline.Log = (*Log)(nil)

// Last is the last seq, 0 on an empty log.
func (l *Log) Last(ctx context.Context) (timeline.Position, error) {
	var last timeline.Position
	err := l.reading(ctx, func(ctx context.Context, q queryer) error {
		var err error
		last, err = lastSeq(ctx, q)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("read the log's end: %w", err)
	}
	return last, nil
}

// queryer is a pool or a connection.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func lastSeq(ctx context.Context, q queryer) (last timeline.Position, err error) {
	err = q.QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM events").Scan(&last)
	return last, explain(err)
}

// reading runs a read on a connection of its own; in memory, on the one that there is, which a cancel must not interrupt.
func (l *Log) reading(ctx context.Context, read func(context.Context, queryer) error) error {
	if l.closed.Load() {
		return timeline.ErrClosed
	}
	if !l.memory {
		return l.orClosed(read(ctx, l.readers))
	}
	if err := l.acquire(ctx); err != nil {
		return err
	}
	defer l.release()
	return read(context.WithoutCancel(ctx), l.conn)
}

// acquire waits for the writing connection.
func (l *Log) acquire(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case l.writing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if l.closed.Load() {
		l.release()
		return timeline.ErrClosed
	}
	return nil
}

func (l *Log) release() { <-l.writing }

// orClosed tells a read that Close cut off what happened.
func (l *Log) orClosed(err error) error {
	if err != nil && l.closed.Load() {
		return timeline.ErrClosed
	}
	return err
}

// Close waits for the append that is under way, and closes the file. A second Close does nothing.
func (l *Log) Close() error {
	if l.closed.Swap(true) {
		return nil
	}
	l.writing <- struct{}{}
	defer l.release()
	var errs []error
	if l.readers != nil {
		errs = append(errs, l.readers.Close())
	}
	if l.insert != nil {
		errs = append(errs, l.insert.Close())
	}
	if l.conn != nil {
		errs = append(errs, l.conn.Close())
	}
	if err := errors.Join(append(errs, l.writers.Close())...); err != nil {
		return fmt.Errorf("close the log: %w", err)
	}
	return nil
}
