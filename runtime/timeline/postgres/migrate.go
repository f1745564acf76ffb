package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	version = 1
	// advisory is the lock of whoever changes our tables: "GRNT".
	advisory = 0x47524e54
)

var (
	// ErrNotALog is a database that has no tables of ours, or tables of another's under our names.
	ErrNotALog = errors.New("not a grantgen database")
	// ErrNewer is a database that a later version of grantgen wrote.
	ErrNewer = errors.New("written by a newer grantgen")
	// ErrNoLog is a log that is not in the database.
	ErrNoLog = errors.New("there is no log of this name")
)

// tables is version 1. Members are the members of sets once more, as the index of OpHas: a set has no place of its own in an index. The setting grantgen.drop is how DropLog, in its own transaction and for its own log, passes the triggers.
const tables = `
CREATE TABLE grantgen.meta (version integer NOT NULL);
INSERT INTO grantgen.meta VALUES (1);

CREATE TABLE grantgen.logs (
	log_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	name   text COLLATE "C" NOT NULL UNIQUE,
	last   bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 10); -- the counter is rewritten at each commit: room on its page keeps that out of the indexes

CREATE TABLE grantgen.events (
	log_id     bigint NOT NULL,
	seq        bigint NOT NULL CHECK (seq > 0),
	id         uuid NOT NULL,
	namespace  text COLLATE "C" NOT NULL,
	type       text COLLATE "C" NOT NULL,
	version    integer NOT NULL,
	at         bigint NOT NULL,
	attributes json NOT NULL,
	payload    bytea NOT NULL,
	hash       bytea NOT NULL CHECK (octet_length(hash) = 32),
	PRIMARY KEY (log_id, seq),
	CONSTRAINT events_id UNIQUE (log_id, id)
);
CREATE INDEX events_type ON grantgen.events (log_id, namespace, type, seq);

CREATE TABLE grantgen.members (
	log_id    bigint NOT NULL,
	seq       bigint NOT NULL,
	namespace text COLLATE "C" NOT NULL,
	type      text COLLATE "C" NOT NULL,
	attribute text COLLATE "C" NOT NULL,
	member    text COLLATE "C" NOT NULL, -- its first 256 letters
	PRIMARY KEY (log_id, namespace, type, attribute, member, seq)
);

CREATE FUNCTION grantgen.refuse_event() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('grantgen.drop', true) IS NOT DISTINCT FROM OLD.log_id::text THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'the log is append-only: events are not changed or deleted';
END $$;
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON grantgen.events FOR EACH ROW EXECUTE FUNCTION grantgen.refuse_event();
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON grantgen.events FOR EACH STATEMENT EXECUTE FUNCTION grantgen.refuse_event();
CREATE TRIGGER members_append_only BEFORE UPDATE OR DELETE ON grantgen.members FOR EACH ROW EXECUTE FUNCTION grantgen.refuse_event();
CREATE TRIGGER members_no_truncate BEFORE TRUNCATE ON grantgen.members FOR EACH STATEMENT EXECUTE FUNCTION grantgen.refuse_event();

CREATE FUNCTION grantgen.refuse_log() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('grantgen.drop', true) IS NOT DISTINCT FROM OLD.log_id::text THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'the log is append-only: its counter only rises';
END $$;
CREATE TRIGGER logs_rise BEFORE UPDATE ON grantgen.logs FOR EACH ROW
	WHEN (NEW.log_id <> OLD.log_id OR NEW.name <> OLD.name OR NEW.last <= OLD.last) EXECUTE FUNCTION grantgen.refuse_log();
CREATE TRIGGER logs_stay BEFORE DELETE ON grantgen.logs FOR EACH ROW EXECUTE FUNCTION grantgen.refuse_log();
CREATE TRIGGER logs_no_truncate BEFORE TRUNCATE ON grantgen.logs FOR EACH STATEMENT EXECUTE FUNCTION grantgen.refuse_log();
`

// queryer is a pool, a connection or a transaction.
type queryer interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// standingVersion is the version of our tables, 0 when there are none.
func standingVersion(ctx context.Context, db queryer) (standing int, err error) {
	var there, others bool
	// The catalogue is asked as a table: functions such as to_regclass may answer from a cache that is older than the lock we waited for.
	const facts = `SELECT coalesce(bool_or(relname = 'meta'), false), coalesce(bool_or(relname IN ('logs', 'events')), false)
		FROM pg_catalog.pg_class WHERE relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = 'grantgen')`
	if err := db.QueryRow(ctx, facts).Scan(&there, &others); err != nil {
		return 0, err
	}
	switch {
	case !there && others:
		return 0, ErrNotALog
	case !there:
		return 0, nil
	}
	if err := db.QueryRow(ctx, "SELECT version FROM grantgen.meta").Scan(&standing); err != nil {
		return 0, errors.Join(ErrNotALog, explain(err))
	}
	if standing > version {
		return 0, fmt.Errorf("%w: it has version %d, and this program knows version %d", ErrNewer, standing, version)
	}
	return standing, nil
}

// migrate makes the tables, unless another process has made them while we waited for the lock.
func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return alone(ctx, pool, func(tx pgx.Tx) error {
		standing, err := standingVersion(ctx, tx)
		if err != nil || standing == version {
			return err
		}
		var there bool // CREATE SCHEMA IF NOT EXISTS wants a privilege that who made the schema for us may have kept
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'grantgen')").Scan(&there); err != nil {
			return err
		}
		if !there {
			if _, err := tx.Exec(ctx, "CREATE SCHEMA grantgen"); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, tables)
		return err
	})
}

// alone runs do in a transaction while no other process changes our tables.
func alone(ctx context.Context, pool *pgxpool.Pool, do func(tx pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", advisory); err != nil {
			return err
		}
		return do(tx)
	})
}
