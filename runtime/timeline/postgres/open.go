package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/grantgen/grantgen/runtime/timeline/internal/group"
)

// Open opens the log of that name in a database, and makes tables and log if they are not there. dsn is what pgx takes: a URL or key=value
// pairs, the PG* variables, sslmode and the pool_* settings. Any number of processes may open one log.
func Open(ctx context.Context, dsn, logName string, opts ...Option) (*Log, error) {
	o := defaults()
	for _, opt := range opts {
		opt(&o)
	}
	l, err := open(ctx, dsn, logName, o)
	if err != nil {
		return nil, fmt.Errorf("open the log %q: %w", clip(logName), explain(err))
	}
	return l, nil
}

func open(ctx context.Context, dsn, logName string, o options) (*Log, error) {
	if err := checkName(logName); err != nil {
		return nil, err
	}
	pool, err := connect(ctx, dsn, o)
	if err != nil {
		return nil, err
	}
	l := &Log{pool: pool, options: o, queue: group.NewQueue()}
	if l.id, err = find(ctx, pool, logName, o); err != nil {
		pool.Close()
		return nil, err
	}
	return l, nil
}

func connect(ctx context.Context, dsn string, o options) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err // pgx leaves the password out
	}
	if o.readOnly {
		config.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if err := inspect(ctx, pool, o.readOnly); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

// inspect brings the database to our version, or says why not.
func inspect(ctx context.Context, pool *pgxpool.Pool, readOnly bool) error {
	var encoding string
	if err := pool.QueryRow(ctx, "SHOW server_encoding").Scan(&encoding); err != nil {
		return err
	}
	if encoding != "UTF8" {
		return fmt.Errorf("the database's encoding is %s, and it must be UTF8", encoding)
	}
	standing, err := standingVersion(ctx, pool)
	if err != nil || standing == version {
		return err
	}
	if readOnly {
		return ErrNotALog
	}
	return migrate(ctx, pool)
}

// find is the log's number; it makes the log unless o is read-only.
func find(ctx context.Context, pool *pgxpool.Pool, name string, o options) (id int64, err error) {
	const look = "SELECT log_id FROM grantgen.logs WHERE name = $1"
	err = pool.QueryRow(ctx, look, name).Scan(&id)
	if !errors.Is(err, pgx.ErrNoRows) {
		return id, err
	}
	if o.readOnly {
		return 0, ErrNoLog
	}
	if _, err := pool.Exec(ctx, "INSERT INTO grantgen.logs (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", name); err != nil {
		return 0, err
	}
	return id, pool.QueryRow(ctx, look, name).Scan(&id)
}

func checkName(name string) error {
	const most = 200
	switch {
	case name == "":
		return errors.New("a log needs a name")
	case len(name) > most || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("a log's name has at most %d bytes of UTF-8, without control characters", most)
	}
	return nil
}

// clip keeps an error short when what was given is not.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return s[:most] + "…"
}
