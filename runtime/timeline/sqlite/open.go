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

	"github.com/grantgen/grantgen/runtime/timeline/internal/group"
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
	absolute, err := locate(path, o)
	if err != nil {
		return nil, err
	}
	l := &Log{queue: group.NewQueue(), path: absolute, memory: path == inMemory, options: o, walLimit: walLimit, walNext: walLimit}
	if err := l.open(ctx); err != nil {
		return nil, errors.Join(explain(err), l.Close())
	}
	return l, nil
}

func (l *Log) open(ctx context.Context) (err error) {
	if !l.options.readOnly {
		if l.writers, err = sql.Open("sqlite", l.dsn(false)); err != nil {
			return err
		}
		l.writers.SetMaxOpenConns(1)
		if l.conn, err = l.writers.Conn(ctx); err != nil {
			return err
		}
		if err := l.prepare(ctx); err != nil || l.memory {
			return err
		}
	}
	if l.readers, err = sql.Open("sqlite", l.dsn(true)); err != nil {
		return err
	}
	l.readers.SetMaxOpenConns(l.options.readers)
	l.readers.SetMaxIdleConns(l.options.readers)
	if !l.options.readOnly {
		return nil
	}
	conn, err := l.readers.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	empty, err := inspect(ctx, conn)
	if err == nil && empty {
		err = ErrNotALog
	}
	return err
}

// locate makes the file, so that it has its mode from the start (SQLite gives -wal and -shm the same), and returns its absolute path.
func locate(path string, o options) (string, error) {
	if path == inMemory {
		if o.readOnly {
			return "", errors.New("a log in memory is empty: there is nothing to read")
		}
		return path, nil
	}
	if path == "" || strings.HasPrefix(path, "file:") || strings.ContainsRune(path, 0) {
		return "", errors.New("this is no path of a file")
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if !o.readOnly {
		f, err := os.OpenFile(absolute, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		switch {
		case err == nil:
			return absolute, f.Close()
		case !errors.Is(err, fs.ErrExist):
			return "", err
		}
	}
	return absolute, regular(absolute)
}

func regular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a file")
	}
	return err
}

// dsn is the file's name for SQLite, with ?, # and % quoted, and what each connection sets.
func (l *Log) dsn(reader bool) string {
	name := "file::memory:"
	if !l.memory {
		name = (&url.URL{Scheme: "file", Path: l.path}).String()
	}
	settings := url.Values{"_pragma": {
		fmt.Sprintf("busy_timeout(%d)", l.options.busy.Milliseconds()),
		fmt.Sprintf("synchronous(%s)", l.options.synchronous),
		"trusted_schema(0)",
		"temp_store(MEMORY)", // where an insert of many rows keeps what it would need to undo itself
	}}
	if reader {
		settings.Add("_pragma", "query_only(1)")
	}
	if l.options.readOnly {
		settings.Set("mode", "ro")
	}
	return name + "?" + settings.Encode()
}

// prepare makes the connection ready to write: it looks before it touches anything.
func (l *Log) prepare(ctx context.Context) error {
	if _, err := inspect(ctx, l.conn); err != nil {
		return err
	}
	if err := wal(ctx, l.conn, l.options.busy); err != nil {
		return err
	}
	if err := create(ctx, l.conn); err != nil {
		return err
	}
	return l.statements.prepare(ctx, l.conn)
}
