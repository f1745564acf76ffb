package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// C8: the disk fills up while the command writes. Every file is the old one or the new one, nothing half-written stays, and with
// room again one run repairs.
func TestC8DiskFull(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("skipped: a small file system cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	write(t, filepath.Join(dir, "go.mod"), "module example.com/app\n\ngo 1.26\n")
	file, ballast := filepath.Join(dir, "x.grant.yaml"), filepath.Join(dir, "ballast")
	write(t, file, small)
	grantgen(t, 0, dir)
	old := files(dir)
	// The same roles and many more; room for some of their files.
	bigger := small
	for i := range 40 {
		bigger = strings.Replace(bigger, "roles: {", "roles: {helper"+letters(i)+": {sees: {talk: Said, ask: string}}, ", 1)
	}
	write(t, file, bigger)
	fill(t, ballast, 40<<10)
	_, stderr := grantgen(t, 2, dir)
	if !strings.Contains(stderr, "no space left on device") {
		t.Errorf("stderr is %q", stderr)
	}
	now := files(dir)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	grantgen(t, 0, dir)
	next := files(dir)
	for name, content := range now {
		if name != "ballast" && content != old[name] && content != next[name] {
			t.Errorf("%s was half-written:\n%s", name, content)
		}
	}
	for name := range old {
		if _, ok := now[name]; !ok {
			t.Errorf("%s was lost", name)
		}
	}
	if len(now) == len(old)+1 {
		t.Error("no file was written before the disk was full: the test shows nothing")
	}
	grantgen(t, 0, "check", dir)

	// init leaves nothing either.
	fill(t, ballast, 0)
	before := files(dir)
	_, stderr = grantgen(t, 2, "init", filepath.Join(dir, "new", "app"))
	if !strings.Contains(stderr, "no space left on device") {
		t.Errorf("init: stderr is %q", stderr)
	}
	if got := changed(before, files(dir)); len(got) > 0 {
		t.Errorf("init left %v", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "new")); err == nil {
		t.Error("init left its folder")
	}
}

// fill takes all the room but some.
func fill(t *testing.T, ballast string, but int64) {
	t.Helper()
	f, err := os.Create(ballast)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 4096)
	size := int64(0)
	for {
		n, err := f.Write(block)
		size += int64(n)
		if err != nil {
			break
		}
	}
	if err := f.Truncate(max(0, size-but)); err != nil {
		t.Fatal(err)
	}
}
