package foldstore

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Store is the folds of one log in one file. It is safe for concurrent use.
type Store struct {
	log     timeline.Log
	writers *sql.DB
	readers *sql.DB
	conn    *sql.Conn     // the one that writes
	writing chan struct{} // who holds it
}

// Open opens the folds of a log in a file, and makes it (mode 0600) if it is not there. A store that was folded from another log is
// refused ([ErrOtherLog]). Close it before the log.
func Open(ctx context.Context, path string, log timeline.Log) (*Store, error) {
	s, err := open(ctx, path, log)
	if err != nil {
		return nil, fmt.Errorf("open the folds in %s: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string, log timeline.Log) (*Store, error) {
	if log == nil {
		return nil, errors.New("there is no log to fold")
	}
	dsn, err := locate(path)
	if err != nil {
		return nil, err
	}
	s := &Store{log: log, writing: make(chan struct{}, 1)}
	// NORMAL loses at most the last folds in a power cut, and they are made again from the log.
	if s.writers, err = sql.Open("sqlite", dsn+"?_pragma=busy_timeout(10000)&_pragma=synchronous(normal)&_pragma=trusted_schema(0)"); err != nil {
		return nil, err
	}
	s.writers.SetMaxOpenConns(1)
	if s.conn, err = s.writers.Conn(ctx); err == nil {
		if err = prepare(ctx, s.conn); err == nil {
			err = wal(ctx, s.conn)
		}
	}
	if err == nil {
		s.readers, err = sql.Open("sqlite", dsn+"?_pragma=busy_timeout(10000)&_pragma=query_only(1)&_pragma=trusted_schema(0)")
	}
	if err == nil {
		err = s.sameLog(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// locate makes the file with its mode from the start, and returns its name for SQLite.
func locate(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(absolute, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = f.Close()
	} else if errors.Is(err, fs.ErrExist) {
		info, statErr := os.Stat(absolute)
		if err = statErr; err == nil && !info.Mode().IsRegular() {
			err = errors.New("it is not a file")
		}
	}
	if err != nil {
		return "", err
	}
	return (&url.URL{Scheme: "file", Path: absolute}).String(), nil
}

// Close closes the file. The log stays open.
func (s *Store) Close() error {
	var err error
	if s.conn != nil {
		err = s.conn.Close()
	}
	for _, db := range []*sql.DB{s.readers, s.writers} {
		if db != nil {
			err = errors.Join(err, db.Close())
		}
	}
	return err
}

// sameLog compares the event at which each fold stands with the log's: a fork has its first events in common with the log that it was made of.
func (s *Store) sameLog(ctx context.Context) error {
	rows, err := s.conn.QueryContext(ctx, "SELECT position, id FROM folds")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var at timeline.Position
		var folded []byte
		if err := rows.Scan(&at, &folded); err != nil {
			return err
		}
		id, ok, err := s.idOf(ctx, at)
		switch {
		case err != nil:
			return err
		case !ok:
			return fmt.Errorf("%w: they stand at %d, and the log ends before", ErrOtherLog, at)
		case !bytes.Equal(id[:], folded):
			return fmt.Errorf("%w: it has another event %d", ErrOtherLog, at)
		}
	}
	return rows.Err()
}

// idOf is the id of the log's event at a position.
func (s *Store) idOf(ctx context.Context, at timeline.Position) (id timeline.ID, ok bool, err error) {
	page, err := s.log.Read(ctx, timeline.Query{After: at - 1, UpTo: at, Limit: 1})
	if err != nil || len(page.Events) == 0 {
		return id, false, err
	}
	return page.Events[0].ID, true, nil
}

// Beliefs is the fold of beliefs.
func (s *Store) Beliefs() belief.Reader { return beliefs{fold{s, "belief", belief.Claims()}} }

// Chronicle is the fold of sections.
func (s *Store) Chronicle() chronicle.Reader {
	return sections{fold{s, "chronicle", chronicle.Claims()}}
}

// Memories is the fold of memories.
func (s *Store) Memories() memory.Reader { return facts{fold{s, "memory", memory.Claims()}} }

// all are the folds.
func (s *Store) all() []timeline.Fold {
	return []timeline.Fold{s.Beliefs(), s.Chronicle(), s.Memories()}
}
