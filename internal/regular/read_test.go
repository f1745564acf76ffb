package regular_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/regular"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	if err := os.WriteFile(name, []byte("four"), 0o666); err != nil {
		t.Fatal(err)
	}
	if b, err := regular.Read(name, 4); err != nil || string(b) != "four" {
		t.Errorf("%q %v", b, err)
	}
	if b, err := regular.Read(name, 3); b != nil || err == nil || !strings.Contains(err.Error(), "more than 3 bytes") {
		t.Errorf("too long: %q %v", b, err)
	}
	if _, err := regular.Read(dir, 4); !errors.Is(err, regular.ErrNotRegular) || !strings.HasSuffix(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := regular.Read(filepath.Join(dir, "none"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
	if _, err := os.Stat("/dev/zero"); err == nil {
		if _, err := regular.Read("/dev/zero", 4); !errors.Is(err, regular.ErrNotRegular) {
			t.Errorf("a device: %v", err)
		}
	}
}
