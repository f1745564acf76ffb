package house

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/cli"
	"github.com/grantgen/grantgen/schema"
)

// schemas are the folders of this module with a schema of their own. Those in testdata are cases, many wrong on purpose.
func schemas(t *testing.T) []string {
	t.Helper()
	var dirs []string
	err := filepath.WalkDir(root(), func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata"):
			return fs.SkipDir
		case e.Type().IsRegular() && strings.HasSuffix(p, schema.Suffix):
			dirs = append(dirs, filepath.Dir(p))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	dirs = slices.Compact(dirs)
	if len(dirs) < 3 {
		t.Fatalf("only %v have a schema", dirs)
	}
	return dirs
}

func TestGeneratedFilesAreCurrent(t *testing.T) {
	var out bytes.Buffer
	if code := cli.Run(append([]string{"check"}, schemas(t)...), &out, &out); code != 0 {
		t.Errorf("grantgen check: exit code %d\n%s", code, out.String())
	}
}

// The examples compile, also those without tests; and what a user builds compiles and vets on Windows too.
func TestItCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	for _, c := range []struct {
		os   string
		args []string
	}{
		{"", []string{"build", "-o", os.DevNull, "./examples/..."}},
		{"windows", append([]string{"vet", "./cmd/grantgen", "./gen", "./schema/...", "./internal/..."}, core(t)...)},
	} {
		cmd := exec.Command("go", c.args...)
		cmd.Dir = root()
		if c.os != "" {
			cmd.Env = append(os.Environ(), "GOOS="+c.os, "CGO_ENABLED=0")
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("GOOS=%s go %s: %v\n%s", c.os, strings.Join(c.args, " "), err, out)
		}
	}
}

// core is the runtime without what needs more than the standard library and uuid.
func core(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, p := range packages(t) {
		if name, ok := strings.CutPrefix(p.name(), "runtime/"); ok && len(runtimeNeeds[idea(name)]) == 0 {
			out = append(out, "./"+p.name())
		}
	}
	return out
}
