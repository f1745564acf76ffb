package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/grantgen/grantgen/internal/regular"
)

// Dir is a schema's folder inside its module.
type Dir struct {
	module *os.Root // the module's root folder
	Root   string   // its path, absolute
	Module string   // the module path
	Rel    string   // the schema's folder below it, slash-separated; "." is the root
	mod    []byte   // its go.mod
}

// Open finds the module around a schema's folder.
func Open(dir string) (*Dir, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", dir, err)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, fmt.Errorf("find %s: %w", dir, err)
	}
	for at := abs; ; at = filepath.Dir(at) {
		mod, err := readModule(filepath.Join(at, "go.mod"))
		if errors.Is(err, fs.ErrNotExist) {
			if filepath.Dir(at) == at {
				return nil, fmt.Errorf("%s is in no Go module: there is no go.mod in it or above it (go mod init makes one)", dir)
			}
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read the module of %s: %w", dir, err)
		}
		name := modfile.ModulePath(mod)
		if name == "" {
			return nil, fmt.Errorf("%s names no module", filepath.Join(at, "go.mod"))
		}
		rel, err := filepath.Rel(at, abs)
		if err != nil {
			return nil, fmt.Errorf("place %s in its module: %w", dir, err)
		}
		d := &Dir{Root: at, Module: name, Rel: filepath.ToSlash(rel), mod: mod}
		if err := Importable(d.ImportPath()); err != nil {
			return nil, err
		}
		if d.module, err = os.OpenRoot(at); err != nil {
			return nil, fmt.Errorf("open the module of %s: %w", dir, err)
		}
		return d, nil
	}
}

// readModule reads a go.mod. A folder of that name is none, as for the go command.
func readModule(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil, fs.ErrNotExist
	}
	return regular.Read(name, modBytes)
}

// modBytes bounds a go.mod or go.work that is read.
const modBytes = 16 << 20

// Importable says whether packages below an import path can be imported: not when a folder's name has a space in it, say.
func Importable(importPath string) error {
	if err := module.CheckImportPath(importPath); err != nil {
		return fmt.Errorf("nothing that is generated here could be imported: %w", err)
	}
	if slices.Contains(strings.Split(importPath, "/"), "vendor") {
		return fmt.Errorf("nothing that is generated here could be imported: %s lies in a folder called vendor", importPath)
	}
	return nil
}

// HasTool says whether the module's go.mod names a tool, so that go tool finds it.
func (d *Dir) HasTool(path string) bool {
	f, err := modfile.Parse("go.mod", d.mod, nil)
	return err == nil && slices.ContainsFunc(f.Tool, func(t *modfile.Tool) bool { return t.Path == path })
}

// Close lets the folder go.
func (d *Dir) Close() error { return d.module.Close() }

// ImportPath is the import path of the schema's folder.
func (d *Dir) ImportPath() string { return path.Join(d.Module, d.Rel) }

// at is a path below the schema's folder as one below the module's.
func (d *Dir) at(p string) string { return filepath.FromSlash(path.Join(d.Rel, p)) }

// ErrOutside is the sentinel of an output folder that may not be one.
var ErrOutside = errors.New("the output folder is not one that grantgen may write to")

// CheckOut refuses an output folder that is not a plain folder below the schema's: outside it, through a symlink, in another module.
func (d *Dir) CheckOut(out string) error {
	if !fs.ValidPath(out) || out == "." {
		return fmt.Errorf("out: %q: %w: it must be a folder below the schema's", out, ErrOutside)
	}
	parts := strings.Split(out, "/")
	for i := range parts {
		p := strings.Join(parts[:i+1], "/")
		info, err := d.module.Lstat(d.at(p))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look at %s: %w", p, err)
		}
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s: %w: it is a symlink, and what it points to may lie anywhere", p, ErrOutside)
		case !info.IsDir():
			return fmt.Errorf("%s: %w: it is a file", p, ErrOutside)
		}
		if _, err := d.module.Lstat(d.at(p + "/go.mod")); err == nil {
			return fmt.Errorf("%s: %w: it is the root of another module", p, ErrOutside)
		}
	}
	return nil
}
