package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

const (
	applicationID = 0x47524e54 // "GRNT", in the file's header
	schemaVersion = 1          // the file's user_version
)

// schema is version 1. Attributes are canonical JSON as text, so that SQL can look into them; the payload is a blob, so that nothing
// can touch its bytes. Members are the members of sets once more, as the index of OpHas: a set has no place of its own in an index. The triggers hold for every program that opens the file. REPLACE deletes without asking a trigger: hence
// the one on insert.
var schema = []string{
	`CREATE TABLE events (
		seq        INTEGER PRIMARY KEY,
		id         BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
		namespace  TEXT NOT NULL,
		type       TEXT NOT NULL,
		version    INTEGER NOT NULL,
		at         INTEGER NOT NULL,
		attributes TEXT NOT NULL,
		payload    BLOB NOT NULL,
		hash       BLOB NOT NULL CHECK (length(hash) = 32)
	) STRICT`,
	`CREATE INDEX events_type ON events (namespace, type, seq)`,
	`CREATE TABLE members (
		namespace  TEXT NOT NULL,
		type       TEXT NOT NULL,
		attribute  TEXT NOT NULL,
		member     TEXT NOT NULL,
		seq        INTEGER NOT NULL,
		PRIMARY KEY (namespace, type, attribute, member, seq)
	) STRICT, WITHOUT ROWID`,
	`CREATE TRIGGER members_no_update BEFORE UPDATE ON members
		BEGIN SELECT RAISE(ABORT, 'the log is append-only: members are not changed'); END`,
	`CREATE TRIGGER members_no_delete BEFORE DELETE ON members
		BEGIN SELECT RAISE(ABORT, 'the log is append-only: members are not deleted'); END`,
	`CREATE TRIGGER events_dense BEFORE INSERT ON events
		WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events) OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
		BEGIN SELECT RAISE(ABORT, 'the log is append-only: the next event has the next seq and a new id'); END`,
	`CREATE TRIGGER events_no_update BEFORE UPDATE ON events
		BEGIN SELECT RAISE(ABORT, 'the log is append-only: events are not changed'); END`,
	`CREATE TRIGGER events_no_delete BEFORE DELETE ON events
		BEGIN SELECT RAISE(ABORT, 'the log is append-only: events are not deleted'); END`,
}

var (
	// ErrNotALog is a file that is a database of something else, or no database.
	ErrNotALog = errors.New("not a grantgen database")
	// ErrNewer is a database that a later version of grantgen wrote.
	ErrNewer = errors.New("written by a newer grantgen")
)

// inspect says whether the database is ours, without changing it; empty means that it holds nothing yet.
func inspect(ctx context.Context, conn *sql.Conn) (empty bool, err error) {
	var app, version, objects int64
	const facts = `SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`
	if err := conn.QueryRowContext(ctx, facts).Scan(&app, &version, &objects); err != nil {
		return false, explain(err)
	}
	switch {
	case app == 0 && version == 0 && objects == 0:
		return true, nil
	case app != applicationID:
		return false, ErrNotALog
	case version > schemaVersion:
		return false, fmt.Errorf("%w: it has version %d, and this program knows version %d", ErrNewer, version, schemaVersion)
	case version < 1 || objects == 0:
		return false, ErrNotALog
	default:
		return false, nil
	}
}

// create makes the tables, unless another process has made them meanwhile.
func create(ctx context.Context, conn *sql.Conn) error {
	begin, err := conn.PrepareContext(ctx, "BEGIN IMMEDIATE")
	if err != nil {
		return explain(err)
	}
	defer begin.Close()
	end, err := conn.PrepareContext(ctx, "COMMIT")
	if err != nil {
		return explain(err)
	}
	defer end.Close()
	return transact(ctx, begin, end, conn, func() error {
		if empty, err := inspect(ctx, conn); err != nil || !empty {
			return err
		}
		for _, statement := range schema {
			if _, err := conn.ExecContext(ctx, statement); err != nil {
				return explain(err)
			}
		}
		_, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, schemaVersion))
		return explain(err)
	})
}

// transact runs do between BEGIN IMMEDIATE and COMMIT. IMMEDIATE takes the write lock before anything is read, so that what do reads
// (the last seq above all) still holds when it writes.
func transact(ctx context.Context, begin, end *sql.Stmt, conn *sql.Conn, do func() error) error {
	if _, err := begin.ExecContext(ctx); err != nil {
		return explain(err)
	}
	err := do()
	if err == nil {
		if _, err = end.ExecContext(ctx); err == nil {
			return nil
		}
		err = explain(err)
	}
	// SQLite has rolled back by itself after some errors (a full disk), and says so here; that is as good.
	_, _ = conn.ExecContext(ctx, "ROLLBACK")
	return err
}
