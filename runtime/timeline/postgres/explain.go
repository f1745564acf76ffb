package postgres

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrUnknown is an append whose connection was lost, or that took too long, after it had been sent: the batch stands on the log as a whole or
// not at all. Append it again under the same ids: what stands is found, nothing is appended twice.
var ErrUnknown = errors.New("the connection was lost in the middle of the append, so it is not known whether the batch stands; append it again under the same ids")

// explain puts what an operator can do before what PostgreSQL says. Its details, which may hold values, are left out.
func explain(err error) error {
	if errors.Is(err, pgx.ErrNoRows) { // each of our statements asks for the log's counter
		return ErrNoLog
	}
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case "53100":
		return fmt.Errorf("the server's disk is full: %w", err)
	case "53300":
		return fmt.Errorf("the server has no connection left: %w", err)
	case "25006":
		return fmt.Errorf("this server or connection is read-only: %w", err)
	case "42501":
		return fmt.Errorf("this user lacks a right in the schema grantgen: %w", err)
	case "57P01", "57P02", "57P03":
		return fmt.Errorf("the server is shutting down or starting, or has ended this connection: %w", err)
	default:
		return err
	}
}

// lost says that the connection is of no more use, and that the server may have done what it was asked.
func lost(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Severity == "FATAL" || e.Severity == "PANIC" || e.Code[:2] == "08"
	}
	return err != nil && !errors.Is(err, pgx.ErrNoRows)
}
