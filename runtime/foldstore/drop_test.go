package foldstore_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/grantgen/grantgen/runtime/foldstore"
)

func TestDrop(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "folds ?#%.db")
	s := open(t, path, someLog(t, 50))
	if err := s.CatchUp(ctx, 50); err != nil {
		t.Fatal(err)
	}
	if err := foldstore.Drop(ctx, path); !errors.Is(err, foldstore.ErrInUse) {
		t.Errorf("while it is open: %v", err)
	}
	if err := s.Check(ctx); err != nil {
		t.Errorf("a refused drop did harm: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := foldstore.Drop(ctx, path); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	if err := foldstore.Drop(ctx, path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("again: %v", err)
	}
	for name, content := range map[string]string{"notes.txt": "notes", "empty.db": ""} {
		other := filepath.Join(dir, name)
		if err := os.WriteFile(other, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := foldstore.Drop(ctx, other); !errors.Is(err, foldstore.ErrNotAStore) {
			t.Errorf("%s: %v", name, err)
		}
		if b, err := os.ReadFile(other); err != nil || string(b) != content {
			t.Errorf("%s was touched (%v)", name, err)
		}
	}
	if err := foldstore.Drop(ctx, dir); !errors.Is(err, foldstore.ErrNotAStore) {
		t.Errorf("a folder: %v", err)
	}
}
