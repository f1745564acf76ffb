//go:build unix

package schema_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/grantgen/grantgen/schema"
)

// F1: a pipe that nobody writes to is refused and not waited for.
func TestLoadDoesNotWait(t *testing.T) {
	root := folder(t, map[string]string{"d/": ""})
	if err := syscall.Mkfifo(filepath.Join(root, "d", "x.grant.yaml"), 0o644); err != nil {
		t.Skip("skipped: no named pipes here:", err)
	}
	done := make(chan error, 1)
	go func() {
		_, _, err := schema.Load(filepath.Join(root, "d"))
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("waits")
	}
}
