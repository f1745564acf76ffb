package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// DropLog removes a whole log, with the pins and traces on it, for ever. It is the only erasure. A process that has the log open finds
// [ErrNoLog] at its next call. Folds that another database holds are for their owner to remove.
func DropLog(ctx context.Context, dsn, logName string) error {
	if err := drop(ctx, dsn, logName); err != nil {
		return fmt.Errorf("drop the log %q: %w", clip(logName), explain(err))
	}
	return nil
}

func drop(ctx context.Context, dsn, logName string) error {
	pool, err := existing(ctx, dsn, false)
	if err != nil {
		return err
	}
	defer pool.Close()
	return pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
		var id int64
		err := tx.QueryRow(ctx, "SELECT log_id FROM grantgen.logs WHERE name = $1 FOR UPDATE", logName).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNoLog
		}
		if err != nil {
			return err
		}
		// For this transaction only: the triggers ask for it.
		if _, err := tx.Exec(ctx, "SELECT set_config('grantgen.drop', $1, true)", strconv.FormatInt(id, 10)); err != nil {
			return err
		}
		for _, table := range []string{"events", "members", "logs"} {
			if _, err := tx.Exec(ctx, "DELETE FROM grantgen."+table+" WHERE log_id = $1", id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Logs lists the names of a database's logs, sorted by their bytes.
func Logs(ctx context.Context, dsn string) ([]string, error) {
	pool, err := existing(ctx, dsn, true)
	if err != nil {
		return nil, fmt.Errorf("list the logs: %w", explain(err))
	}
	defer pool.Close()
	rows, err := pool.Query(ctx, "SELECT name FROM grantgen.logs ORDER BY name")
	if err != nil {
		return nil, fmt.Errorf("list the logs: %w", explain(err))
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list the logs: %w", explain(err))
	}
	return names, nil
}

// existing connects to a database that has our tables; it makes none.
func existing(ctx context.Context, dsn string, readOnly bool) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	if readOnly {
		config.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	standing, err := standingVersion(ctx, pool)
	if err == nil && standing == 0 {
		err = ErrNotALog
	}
	if err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}
