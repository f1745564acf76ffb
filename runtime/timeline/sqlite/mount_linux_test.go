package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// A real disk that fills up, and then one that may not be written to.
func TestSmallDisk(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may mount a small disk")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no small disk here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	path := filepath.Join(dir, "log.db")
	log := open(t, path)
	defer log.Close()
	big := said(`"` + strings.Repeat("x", 40_000) + `"`)
	var err error
	n := int64(0)
	for ; err == nil && n < 100; n++ {
		_, err = log.Append(ctx, said("1"), big)
	}
	if err == nil || !strings.Contains(err.Error(), "the disk is full") && !strings.Contains(err.Error(), "the disk failed") {
		t.Fatalf("%v", err)
	}
	whole := 2 * (n - 1)
	if at, err := log.Last(ctx); err != nil || at != whole {
		t.Errorf("the log ends at %d after %d appends, %v", at, n-1, err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=8m"); err != nil {
		t.Fatal(err)
	}
	if r, err := log.Append(ctx, big); err != nil || r.From != whole+1 {
		t.Errorf("with room again: %v, %v", r, err)
	}
	if faults, err := timeline.Verify(ctx, log, nil); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(ctx, path); err == nil || !strings.Contains(err.Error(), "must be writable") {
		t.Errorf("on a disk that is read-only: %v", err)
	}
	if _, err := sqlite.Open(ctx, filepath.Join(dir, "new.db")); !errors.Is(err, syscall.EROFS) {
		t.Errorf("a new log on it: %v", err)
	}
}
