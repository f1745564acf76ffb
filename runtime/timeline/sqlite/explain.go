package sqlite

import (
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// explain puts what an operator can do before what SQLite says. SQLite's texts hold no values.
func explain(err error) error {
	var e *driver.Error
	if !errors.As(err, &e) {
		return err
	}
	const primary = 0xff // the rest tells variants apart
	switch e.Code() & primary {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return fmt.Errorf("another process is writing, and did not end in time: %w", err)
	case lib.SQLITE_FULL:
		return fmt.Errorf("the disk is full: %w", err)
	case lib.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrNotALog, err)
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		return fmt.Errorf("the file and its folder must be writable (SQLite keeps -wal and -shm beside it): %w", err)
	case lib.SQLITE_CORRUPT:
		return fmt.Errorf("the file is damaged: %w", err)
	case lib.SQLITE_IOERR:
		return fmt.Errorf("the disk failed: %w", err)
	default:
		return err
	}
}
