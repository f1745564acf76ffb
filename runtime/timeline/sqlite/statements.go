package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

const (
	columnCount = 9
	// rowsAtOnce is how many events go into one INSERT when there are as many: each statement costs as much as some rows.
	rowsAtOnce = 50
)

// statements are prepared once, on the connection that writes.
type statements struct {
	begin, end, last, insertOne, insertMany, insertMember *sql.Stmt
}

func (s *statements) prepare(ctx context.Context, conn *sql.Conn) error {
	const row = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
	for _, p := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.begin, "BEGIN IMMEDIATE"},
		{&s.end, "COMMIT"},
		{&s.last, "SELECT coalesce(max(seq), 0) FROM events"},
		{&s.insertOne, "INSERT INTO events (" + columns + ") VALUES " + row},
		{&s.insertMany, "INSERT INTO events (" + columns + ") VALUES " + row + strings.Repeat(", "+row, rowsAtOnce-1)},
		{&s.insertMember, "INSERT INTO members (namespace, type, attribute, member, seq) VALUES (?, ?, ?, ?, ?)"},
	} {
		stmt, err := conn.PrepareContext(ctx, p.text)
		if err != nil {
			return explain(err)
		}
		*p.stmt = stmt
	}
	return nil
}

func (s *statements) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{s.begin, s.end, s.last, s.insertOne, s.insertMany, s.insertMember} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(errs...)
}
