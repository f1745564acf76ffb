package sqlite

import "context"

// Pragma sets a pragma on the writing connection.
func (l *Log) Pragma(ctx context.Context, text string) error {
	_, err := l.conn.ExecContext(ctx, "PRAGMA "+text)
	return err
}

// Plan is SQLite's plan of a read.
func (l *Log) Plan(ctx context.Context, query string, args []any) (string, error) {
	rows, err := l.conn.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	plan := ""
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			return "", err
		}
		plan += detail + "\n"
	}
	return plan, rows.Err()
}

var Compile = compile

// PragmaValue reads a pragma of the writing connection.
func (l *Log) PragmaValue(ctx context.Context, name string) (value string, err error) {
	err = l.conn.QueryRowContext(ctx, "PRAGMA "+name).Scan(&value)
	return value, err
}

// LimitWAL sets the size at which the write-ahead log is cut back.
func (l *Log) LimitWAL(size int64) { l.walLimit, l.walNext = size, size }
