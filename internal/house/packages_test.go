package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/grantgen/grantgen"

// pkg is one package of this module, as the go command lists it. Name is its path below the module.
type pkg struct {
	ImportPath, Dir, Doc string
	GoFiles, Imports     []string
}

func (p pkg) name() string { return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/") }

// ours are the packages of this module that p imports, by name; theirs are the other modules' packages.
func (p pkg) ours() (names []string) {
	for _, im := range p.Imports {
		if rest, ok := strings.CutPrefix(im, module+"/"); ok {
			names = append(names, rest)
		}
	}
	return names
}

func (p pkg) theirs() (paths []string) {
	for _, im := range p.Imports {
		first, _, _ := strings.Cut(im, "/")
		if strings.Contains(first, ".") && !strings.HasPrefix(im, module+"/") {
			paths = append(paths, im)
		}
	}
	return paths
}

// below says whether a package is dir or lies in it.
func below(name, dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }

func root() string {
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		panic(err)
	}
	return dir
}

var list = sync.OnceValues(func() ([]pkg, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Doc,GoFiles,Imports", "./...")
	cmd.Dir, cmd.Stderr = root(), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
})

// packages are the packages of this module that have more than tests.
func packages(t *testing.T) []pkg {
	t.Helper()
	all, err := list()
	if err != nil {
		t.Fatal(err)
	}
	var out []pkg
	for _, p := range all {
		if len(p.GoFiles) > 0 {
			out = append(out, p)
		}
	}
	if len(out) < 30 {
		t.Fatalf("only %d packages are listed", len(out))
	}
	return out
}
