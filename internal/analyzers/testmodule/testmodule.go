package testmodule

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/grantgen/grantgen/internal/cli"
	"github.com/grantgen/grantgen/schema"
)

// New copies folders into a module example.com/app, later ones over earlier ones, and generates what their schemas say.
func New(t testing.TB, folders ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range folders {
		if err := os.CopyFS(dir, os.DirFS(f)); err != nil {
			t.Fatal(err)
		}
	}
	if err := Prepare(dir, "example.com/app"); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Prepare makes a folder the module path: it writes a go.mod and a go.sum with which all that this repository needs is there offline, and generates what the
// schemas below it say. A folder fake/ADDRESS that has a go.mod stands in for the module ADDRESS.
func Prepare(dir, path string) error {
	if err := writeModule(dir, path); err != nil {
		return err
	}
	return filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, schema.Suffix) {
			return err
		}
		var out bytes.Buffer
		if code := cli.Run([]string{"generate", filepath.Dir(p)}, &out, &out); code != 0 {
			return fmt.Errorf("grantgen generate %s: exit code %d: %s", filepath.Dir(p), code, out.String())
		}
		return nil
	})
}

func writeModule(dir, path string) error {
	root, err := repository()
	if err != nil {
		return err
	}
	content, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	mod, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		return err
	}
	const self = "github.com/grantgen/grantgen"
	var replace strings.Builder
	fmt.Fprintf(&replace, "require %s v0.0.0\n\nreplace %s => %s\n", self, self, filepath.ToSlash(root))
	err = filepath.WalkDir(filepath.Join(dir, "fake"), func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() != "go.mod" {
			return nil
		}
		at, err := filepath.Rel(filepath.Join(dir, "fake"), filepath.Dir(p))
		if err == nil {
			at = filepath.ToSlash(at)
			fmt.Fprintf(&replace, "\nrequire %s v%s.0.0\n\nreplace %s => ./fake/%s\n", at, major(at), at, at)
		}
		return err
	})
	if err != nil {
		return err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "module %s\n\ngo %s\n\n", path, mod.Go.Version)
	for _, r := range mod.Require {
		fmt.Fprintf(&out, "require %s %s // indirect\n", r.Mod.Path, r.Mod.Version)
	}
	out.WriteString(replace.String())
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), out.Bytes(), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o666)
}

// major is the major version that a module's path says: 0 where it says none.
func major(path string) string {
	if i := strings.LastIndex(path, "/v"); i >= 0 && len(path) > i+2 {
		return path[i+2:]
	}
	return "0"
}

// repository is this module's root.
func repository() (string, error) {
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		return "", fmt.Errorf("this file is nowhere")
	}
	return filepath.Abs(filepath.Join(filepath.Dir(file), "..", "..", ".."))
}

// WithoutFacts is a test to which a fact that no comment names is no error: what is planted is there for its findings.
type WithoutFacts struct{ T testing.TB }

// Errorf fails the test.
func (w WithoutFacts) Errorf(format string, args ...any) {
	w.T.Helper()
	if text := fmt.Sprintf(format, args...); !strings.Contains(text, "unexpected fact: ") {
		w.T.Error(text)
	}
}
