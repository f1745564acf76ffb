package assemblytest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// Update is the environment variable that makes Golden write: UPDATE_GOLDEN=1.
const Update = "UPDATE_GOLDEN"

// Golden compares what a context describes with testdata/goldens/<role>.json, or <role>-<name>.json: JSON of two spaces a level with a
// final line feed, event ids as id-1, id-2 … in the order in which they first appear. UPDATE_GOLDEN=1 writes the file, and its folder.
// A golden that was checked out with CRLF line ends is the same golden. Golden files are to be reviewed like code.
func Golden(t testing.TB, built *assembly.Context, name ...string) {
	t.Helper()
	if built == nil {
		t.Fatal("golden: there is no context")
		return
	}
	path := GoldenFile(built.Role, name...)
	got := Normalise(built.Describe().Indent())
	if on := os.Getenv(Update); on != "" && on != "0" {
		if err := write(path, got); err != nil {
			t.Fatalf("golden: %v", err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("golden: %s is missing; %s=1 go test writes it", path, Update)
		return
	}
	if err != nil {
		t.Fatalf("golden: %v", err)
		return
	}
	want = bytes.ReplaceAll(bytes.TrimPrefix(want, []byte("\ufeff")), []byte("\r\n"), []byte("\n")) // as some editors and checkouts leave it
	if !bytes.Equal(got, want) {
		t.Errorf("golden: %s (-) differs from what was built (+); if that is meant, %s=1 go test writes it\n%s", path, Update,
			diff(string(want), string(got)))
	}
}

// GoldenFile is the path of a golden, below the folder of the test.
func GoldenFile(role string, name ...string) string {
	return filepath.Join("testdata", "goldens", fileName(strings.Join(append([]string{role}, name...), "-"))+".json")
}

// fileName quotes what some file system or a module's zip file does not take in a name.
func fileName(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("@_-", c) >= 0 || c == '.' && i > 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// write goes through a second file, so that a test run that is cut off leaves the old golden or the new one.
func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".golden-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
