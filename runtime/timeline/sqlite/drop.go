package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// ErrInUse is a DropLog of a file that a process has open.
var ErrInUse = errors.New("a process has the log open")

// DropLog removes a log's file, with the pins and traces on it, for ever. It is the only erasure. A file that is no log, or that a process has
// open, stays. Folds that lie in a file of their own go with foldstore.Drop.
func DropLog(ctx context.Context, path string) error {
	if err := drop(ctx, path); err != nil {
		return fmt.Errorf("drop the log %s: %w", path, err)
	}
	return nil
}

func drop(ctx context.Context, path string) error {
	if err := regular(path); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.Size() == 0 { // open would make a log of it
		return ErrNotALog
	}
	log, err := open(ctx, path, options{synchronous: "FULL", busy: 100 * time.Millisecond, readers: 1})
	if err != nil {
		return err
	}
	// SQLite leaves write-ahead logging only when nobody else has the file open, and removes -wal and -shm with it.
	var mode string
	err = errors.Join(log.readers.Close(), log.conn.QueryRowContext(ctx, "PRAGMA journal_mode = DELETE").Scan(&mode))
	if err = errors.Join(err, log.Close()); err != nil {
		return fmt.Errorf("%w: %w", ErrInUse, explain(err))
	}
	if mode != "delete" {
		return ErrInUse
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(log.path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
