package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

const inMemory = ":memory:"

// Open opens the log in a file, and makes it (mode 0600) if it is not there. ":memory:" is a log that is gone after Close. What is not
// a grantgen database is refused and left as it was: [ErrNotALog], [ErrNewer].
func Open(ctx context.Context, path string, opts ...Option) (*Log, error) {
	o := defaults()
	for _, opt := range opts {
		opt(&o)
	}
	l, err := open(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("open the log %s: %w", path, err)
	}
	return l, nil
}

func open(ctx context.Context, path string, o options) (*Log, error) {
	dsn, err := locate(path)
	if err != nil {
		return nil, err
	}
	l := &Log{writing: make(chan struct{}, 1), memory: path == inMemory}
	if l.writers, err = sql.Open("sqlite", withPragmas(dsn, o, false)); err != nil {
		return nil, err
	}
	l.writers.SetMaxOpenConns(1)
	if l.conn, err = l.writers.Conn(ctx); err == nil {
		err = l.prepare(ctx, o)
	}
	if err == nil && !l.memory {
		l.readers, err = sql.Open("sqlite", withPragmas(dsn, o, true))
	}
	if err != nil {
		return nil, errors.Join(explain(err), l.Close())
	}
	if l.readers != nil {
		l.readers.SetMaxOpenConns(o.readers)
		l.readers.SetMaxIdleConns(o.readers)
	}
	return l, nil
}

// locate makes the file, so that it has its mode from the start (SQLite gives -wal and -shm the same), and returns its name for SQLite.
func locate(path string) (string, error) {
	if path == inMemory {
		return "file::memory:", nil
	}
	if path == "" || strings.HasPrefix(path, "file:") || strings.ContainsRune(path, 0) {
		return "", errors.New("this is no path of a file")
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(absolute, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case err == nil:
		err = f.Close()
	case errors.Is(err, fs.ErrExist):
		info, statErr := os.Stat(absolute)
		if err = statErr; err == nil && !info.Mode().IsRegular() {
			err = errors.New("it is not a file")
		}
	}
	if err != nil {
		return "", err
	}
	return (&url.URL{Scheme: "file", Path: absolute}).String(), nil // with ?, # and % quoted
}

func withPragmas(dsn string, o options, reader bool) string {
	pragmas := url.Values{"_pragma": {
		fmt.Sprintf("busy_timeout(%d)", o.busy.Milliseconds()),
		fmt.Sprintf("synchronous(%s)", o.synchronous),
		"trusted_schema(0)",
	}}
	if reader {
		pragmas.Add("_pragma", "query_only(1)")
	}
	return dsn + "?" + pragmas.Encode()
}

// prepare makes the connection ready to write: it looks before it touches anything.
func (l *Log) prepare(ctx context.Context, o options) error {
	if _, err := inspect(ctx, l.conn); err != nil {
		return err
	}
	if err := wal(ctx, l.conn, o.busy); err != nil {
		return err
	}
	if err := create(ctx, l.conn); err != nil {
		return err
	}
	var err error
	l.insert, err = l.conn.PrepareContext(ctx, insertEvent)
	return explain(err)
}

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
