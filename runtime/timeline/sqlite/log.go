package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/internal/group"
)

// Log is a log in an SQLite file. It is safe for concurrent use.
type Log struct {
	queue      *group.Queue // whose turn it is uses conn
	statements              // on conn
	writers    *sql.DB
	conn       *sql.Conn // the one connection that writes; in memory it is all there is, and reads use it too
	readers    *sql.DB
	path       string
	memory     bool
	options    options
	walLimit   int64
	walNext    int64 // the size of the write-ahead log at which it is cut back; used by whose turn it is
	closed     atomic.Bool
}

var (
	_ timeline.Log     = (*Log)(nil)
	_ timeline.Indexer = (*Log)(nil)
)

// Last is the last seq, 0 on an empty log.
func (l *Log) Last(ctx context.Context) (timeline.Position, error) {
	var last timeline.Position
	err := l.reading(ctx, func(ctx context.Context, q queryer) error {
		return explain(q.QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM events").Scan(&last))
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
	defer l.queue.Unlock()
	return read(context.WithoutCancel(ctx), l.conn)
}

// acquire waits for the writing connection.
func (l *Log) acquire(ctx context.Context) error {
	if err := l.queue.Lock(ctx); err != nil {
		return err
	}
	if l.closed.Load() {
		l.queue.Unlock()
		return timeline.ErrClosed
	}
	return nil
}

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
	if err := l.queue.Lock(context.Background()); err != nil {
		return err
	}
	defer l.queue.Unlock()
	var errs []error
	if l.readers != nil {
		errs = append(errs, l.readers.Close())
	}
	errs = append(errs, l.statements.close())
	if l.conn != nil {
		errs = append(errs, l.conn.Close())
	}
	if l.writers != nil {
		errs = append(errs, l.writers.Close())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close the log: %w", err)
	}
	return nil
}
