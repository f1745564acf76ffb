package sqlite_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

func fill(t testing.TB, log timeline.Log, n int) {
	t.Helper()
	batch := make([]timeline.Pending, n)
	for i := range batch {
		batch[i] = said(fmt.Sprint(i))
	}
	if _, err := log.Append(ctx, batch...); err != nil {
		t.Fatal(err)
	}
}

// A backup is a log like the first, taken while it is being written.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	log := open(t, filepath.Join(dir, "log.db"))
	defer log.Close()
	fill(t, log, 100)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 20 {
			fill(t, log, 3)
		}
	}()
	path := filepath.Join(dir, "copy ?#%.db")
	if err := log.Backup(ctx, path); err != nil {
		t.Fatal(err)
	}
	<-done
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := log.Backup(ctx, path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("onto a file: %v", err)
	}
	if err := log.Backup(ctx, filepath.Join(dir, "none", "copy.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("into no folder: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
		t.Errorf("%v was left", left)
	}
	copied := open(t, path)
	defer copied.Close()
	at, err := copied.Last(ctx)
	if err != nil || at < 100 || (at-100)%3 != 0 {
		t.Errorf("the copy ends at %d, %v", at, err)
	}
	if faults, err := copied.CheckFile(ctx); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
	if faults, err := timeline.Verify(ctx, copied, nil); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
	fill(t, copied, 1)
}

// What somebody changed behind our back is found.
func TestVerify(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path)
	defer log.Close()
	fill(t, log, 20)
	run(t, raw(t, path), `DROP TRIGGER events_no_update`, `DROP TRIGGER events_no_delete`,
		`UPDATE events SET payload = x'31' WHERE seq = 3`, `UPDATE events SET attributes = '{' WHERE seq = 7`, `DELETE FROM events WHERE seq IN (11, 12)`)
	faults, err := timeline.Verify(ctx, log, nil)
	want := "[event 3: its hash is not that of its bytes event 7: its attributes do not read event 11: it is not there event 12: it is not there]"
	if err != nil || fmt.Sprint(faults) != want {
		t.Errorf("%v\nwant %v, %v", faults, want, err)
	}
	file, err := log.CheckFile(ctx)
	if err != nil || strings.Join(file, "; ") != "the trigger events_no_update is gone; the trigger events_no_delete is gone" {
		t.Errorf("%v, %v", file, err)
	}
}

func TestDropLog(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log.db")
	log := open(t, path)
	fill(t, log, 3)
	if err := sqlite.DropLog(ctx, path); !errors.Is(err, sqlite.ErrInUse) {
		t.Errorf("while it is open: %v", err)
	}
	fill(t, log, 1)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	if at, err := again.Last(ctx); err != nil || at != 4 {
		t.Errorf("%d, %v", at, err)
	}
	again.Close()
	if err := sqlite.DropLog(ctx, path); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	if err := sqlite.DropLog(ctx, path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("again: %v", err)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("diary ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.DropLog(ctx, empty); !errors.Is(err, sqlite.ErrNotALog) {
		t.Errorf("an empty file: %v", err)
	}
	if _, err := os.Stat(empty); err != nil {
		t.Errorf("an empty file is gone: %v", err)
	}
	if err := sqlite.DropLog(ctx, path); !errors.Is(err, sqlite.ErrNotALog) {
		t.Errorf("of another file: %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	if _, err := sqlite.Open(ctx, path, sqlite.ReadOnly()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(ctx, path, sqlite.ReadOnly()); !errors.Is(err, sqlite.ErrNotALog) {
		t.Errorf("an empty file: %v", err)
	}
	log := open(t, path)
	defer log.Close()
	fill(t, log, 2)
	reader := open(t, path, sqlite.ReadOnly())
	defer reader.Close()
	fill(t, log, 1)
	if page, err := reader.Read(ctx, timeline.Query{}); err != nil || len(page.Events) != 3 {
		t.Errorf("%v, %v", page, err)
	}
	if _, err := reader.Append(ctx, said("1")); !errors.Is(err, timeline.ErrReadOnly) {
		t.Errorf("%v", err)
	}
	if err := reader.EnsureIndexes(ctx, []timeline.Type{{Attributes: []timeline.AttributeDecl{{Name: "n", Kind: timeline.KindInt}}}}); err != nil {
		t.Error(err)
	}
	if faults, err := reader.CheckFile(ctx); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
	if err := reader.Backup(ctx, path+".copy"); err != nil {
		t.Error(err)
	}
	if _, err := sqlite.Open(ctx, ":memory:", sqlite.ReadOnly()); err == nil {
		t.Error("an empty log in memory was opened for reading")
	}
}
