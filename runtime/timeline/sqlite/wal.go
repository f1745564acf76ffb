package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// walLimit is the size beyond which the write-ahead log is cut back. SQLite's own checkpoints, every 1,000 pages, cannot begin it anew while
// there is always some reader, and then it would grow for ever.
const walLimit = 64 << 20

// wal turns write-ahead logging on. While another process does the same SQLite answers busy at once, without its timeout.
func wal(ctx context.Context, conn *sql.Conn, patience time.Duration) error {
	for end := time.Now().Add(patience); ; {
		_, err := conn.ExecContext(ctx, "PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 67108864")
		var e *driver.Error
		if !errors.As(err, &e) || e.Code()&0xff != lib.SQLITE_BUSY || time.Now().After(end) {
			return explain(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// boundWAL runs after a commit, on the connection that writes. It waits for the readers that are under way; one of another program that
// never ends its read cannot be waited for, so the next attempt is made only when the log has grown by as much again.
func (l *Log) boundWAL(ctx context.Context) {
	if l.memory {
		return
	}
	size := l.walSize()
	if size < l.walNext {
		return
	}
	var busy, pages, done int64
	// What stands in the log is durable either way: a checkpoint that fails has lost nothing.
	_ = l.conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &done)
	l.walNext = l.walLimit + l.walSize()
}

func (l *Log) walSize() int64 {
	info, err := os.Stat(l.path + "-wal")
	if err != nil {
		return 0
	}
	return info.Size()
}
