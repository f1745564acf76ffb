package foldstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

const (
	applicationID = 0x47524e46 // "GRNF", in the file's header
	schemaVersion = 3
)

// A state's event is kept whole, so that a read needs no log. until is the seq of the event that ended the state; a read as of a
// position does not need it (it seeks the newest event of each belief at or before the position), people do.
var tables = []string{
	`CREATE TABLE folds (name TEXT PRIMARY KEY, position INTEGER NOT NULL, id BLOB NOT NULL) STRICT`, // of the event at the position
	`CREATE TABLE beliefs (
		key       INTEGER PRIMARY KEY,
		namespace TEXT NOT NULL,
		scope     TEXT NOT NULL,
		predicate TEXT NOT NULL,
		belief    TEXT NOT NULL,
		UNIQUE (namespace, scope, predicate, belief)
	) STRICT`,
	`CREATE TABLE states (
		key        INTEGER NOT NULL REFERENCES beliefs,
		seq        INTEGER NOT NULL,
		until      INTEGER,
		held       INTEGER NOT NULL CHECK (held IN (0, 1)),
		id         BLOB NOT NULL,
		version    INTEGER NOT NULL,
		at         INTEGER NOT NULL,
		attributes TEXT NOT NULL,
		payload    BLOB NOT NULL,
		PRIMARY KEY (key, seq)
	) STRICT, WITHOUT ROWID`,
	`CREATE TABLE sections (
		scope      TEXT NOT NULL,
		from_seq   INTEGER NOT NULL,
		to_seq     INTEGER NOT NULL,
		seq        INTEGER NOT NULL,
		id         BLOB NOT NULL,
		version    INTEGER NOT NULL,
		at         INTEGER NOT NULL,
		attributes TEXT NOT NULL,
		payload    BLOB NOT NULL,
		PRIMARY KEY (scope, from_seq)
	) STRICT, WITHOUT ROWID`,
	// forgotten is the seq of the event that ended the fact.
	`CREATE TABLE facts (
		scope      TEXT NOT NULL,
		seq        INTEGER NOT NULL UNIQUE,
		kind       TEXT NOT NULL,
		forgotten  INTEGER,
		id         BLOB NOT NULL UNIQUE,
		version    INTEGER NOT NULL,
		at         INTEGER NOT NULL,
		attributes TEXT NOT NULL,
		payload    BLOB NOT NULL,
		PRIMARY KEY (scope, seq)
	) STRICT, WITHOUT ROWID`,
	`CREATE TABLE confirmations (
		fact INTEGER NOT NULL REFERENCES facts (seq),
		seq  INTEGER NOT NULL,
		at   INTEGER NOT NULL,
		PRIMARY KEY (fact, seq)
	) STRICT, WITHOUT ROWID`,
}

// older drops the tables of any older version.
const older = `DROP TABLE IF EXISTS states; DROP TABLE IF EXISTS beliefs; DROP TABLE IF EXISTS sections;
	DROP TABLE IF EXISTS confirmations; DROP TABLE IF EXISTS facts; DROP TABLE IF EXISTS folds; DROP TABLE IF EXISTS origin`

var (
	// ErrNotAStore is a file that is something else.
	ErrNotAStore = errors.New("not a grantgen fold store")
	// ErrNewer is a store that a later version of grantgen wrote.
	ErrNewer = errors.New("written by a newer grantgen")
	// ErrOtherLog is a store that was folded from another log.
	ErrOtherLog = errors.New("the folds are of another log")
)

// wal turns write-ahead logging on, for a file that is known to be ours: it changes the file. While another process does the same SQLite
// answers busy at once, without its timeout.
func wal(ctx context.Context, conn *sql.Conn) error {
	const patience, pause = 10 * time.Second, 10 * time.Millisecond
	for end := time.Now().Add(patience); ; {
		_, err := conn.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		var e *driver.Error
		if !errors.As(err, &e) || e.Code()&0xff != lib.SQLITE_BUSY || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func prepare(ctx context.Context, conn *sql.Conn) error {
	var app, version, objects int64
	const facts = `SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`
	return immediately(ctx, conn, func() error {
		if err := conn.QueryRowContext(ctx, facts).Scan(&app, &version, &objects); err != nil {
			return err
		}
		switch {
		case app == applicationID && version == schemaVersion:
			return nil
		case app == applicationID && version > schemaVersion:
			return ErrNewer
		case app == applicationID: // of an older version: the log makes the folds again
			if _, err := conn.ExecContext(ctx, older); err != nil {
				return err
			}
		case app != 0 || objects != 0:
			return ErrNotAStore
		}
		for _, t := range tables {
			if _, err := conn.ExecContext(ctx, t); err != nil {
				return err
			}
		}
		_, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, schemaVersion))
		return err
	})
}

// immediately runs do in a transaction that has the write lock from its start, so that two writers wait and never deadlock.
func immediately(ctx context.Context, conn *sql.Conn, do func() error) (err error) {
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	// The end of a transaction is not to be cut in half by a caller who leaves.
	end := context.WithoutCancel(ctx)
	defer func() {
		if err != nil {
			_, rollback := conn.ExecContext(end, "ROLLBACK")
			err = errors.Join(err, rollback)
		}
	}()
	if err := do(); err != nil {
		return err
	}
	_, err = conn.ExecContext(end, "COMMIT")
	return err
}
