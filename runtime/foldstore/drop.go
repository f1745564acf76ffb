package foldstore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// ErrInUse is a Drop of a file that a process has open.
var ErrInUse = errors.New("a process has the folds open")

// Drop removes the file of the folds: what dropping a log leaves to do where its folds lie in a file of their own. A file that is no
// fold store, or that a process has open, stays. Nothing is lost while the log is there: the folds are made again from it.
func Drop(ctx context.Context, path string) error {
	if err := drop(ctx, path); err != nil {
		return fmt.Errorf("drop the folds in %s: %w", path, err)
	}
	return nil
}

func drop(ctx context.Context, path string) error {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if err := ours(absolute); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: absolute}).String()+"?_pragma=busy_timeout(100)")
	if err != nil {
		return err
	}
	// SQLite leaves write-ahead logging only when nobody else has the file open.
	var mode string
	err = db.QueryRowContext(ctx, "PRAGMA journal_mode = DELETE").Scan(&mode)
	if err = errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("%w: %w", ErrInUse, err)
	}
	if mode != "delete" {
		return ErrInUse
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(absolute + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// ours looks at the file's header, without opening a database: application_id stands at byte 68.
func ours(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return ErrNotAStore
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var header [72]byte
	if _, err := io.ReadFull(f, header[:]); err != nil || binary.BigEndian.Uint32(header[68:]) != applicationID {
		return ErrNotAStore
	}
	return nil
}
