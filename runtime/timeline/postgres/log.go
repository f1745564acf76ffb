package postgres

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/internal/group"
)

// Log is a log in a PostgreSQL database. It is safe for concurrent use.
type Log struct {
	pool    *pgxpool.Pool
	id      int64
	options options
	queue   *group.Queue
	closed  atomic.Bool
}

var (
	_ timeline.Log     = (*Log)(nil)
	_ timeline.Indexer = (*Log)(nil)
)

// Last is the last seq, 0 on an empty log.
func (l *Log) Last(ctx context.Context) (last timeline.Position, err error) {
	err = l.reading(ctx, func() error {
		return l.pool.QueryRow(ctx, "SELECT last FROM grantgen.logs WHERE log_id = $1", l.id).Scan(&last)
	})
	if err != nil {
		return 0, fmt.Errorf("read the log's end: %w", err)
	}
	return last, nil
}

// reading runs a read, and once more if its connection turns out to be lost: a pool keeps connections that a restarted server forgot.
func (l *Log) reading(ctx context.Context, read func() error) error {
	if l.closed.Load() {
		return timeline.ErrClosed
	}
	err := read()
	if lost(err) && ctx.Err() == nil && !l.closed.Load() {
		l.pool.Reset()
		err = read()
	}
	if err != nil && l.closed.Load() {
		return timeline.ErrClosed
	}
	return explain(err)
}

// Close waits for the append that is under way, and closes the connections. A second Close does nothing.
func (l *Log) Close() error {
	if l.closed.Swap(true) {
		return nil
	}
	if err := l.queue.Lock(context.Background()); err != nil {
		return err
	}
	defer l.queue.Unlock()
	l.pool.Close()
	return nil
}
