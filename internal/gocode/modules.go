package gocode

import (
	"fmt"
	"go/build"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/grantgen/grantgen/internal/regular"
)

// Modules is the modules that packages of one module can come from: itself, what its go.mod requires or replaces, and those of a go.work
// above it.
type Modules struct {
	Main string // the module's path
	root string // its folder
	dirs map[string]string
}

// ReadModules reads the go.mod in a folder, and the go.work that the go command would use there: goWork is what the environment's GOWORK
// says.
func ReadModules(root, goWork string) (*Modules, error) {
	m := &Modules{root: root, dirs: map[string]string{}}
	f, err := readMod(root)
	if err != nil {
		return nil, err
	}
	if f.Module == nil {
		return nil, fmt.Errorf("%s names no module", filepath.Join(root, "go.mod"))
	}
	m.Main = f.Module.Mod.Path
	for _, r := range f.Require {
		m.dirs[r.Mod.Path] = ""
	}
	m.replace(root, f.Replace)
	if err := m.work(goWork); err != nil {
		return nil, err
	}
	m.dirs[m.Main] = root
	return m, nil
}

func readMod(dir string) (*modfile.File, error) {
	name := filepath.Join(dir, "go.mod")
	b, err := regular.Read(name, fileBytes)
	if err != nil {
		return nil, fmt.Errorf("read a module: %w", err)
	}
	f, err := modfile.Parse(name, b, nil)
	if err != nil {
		return nil, fmt.Errorf("read a module: %w", err)
	}
	return f, nil
}

// fileBytes bounds a file of the application's that is looked into.
const fileBytes = 16 << 20

// replace notes what replacements stand for a module: a folder is known, another module is not.
func (m *Modules) replace(at string, all []*modfile.Replace) {
	for _, r := range all {
		m.dirs[r.Old.Path] = ""
		if r.New.Version != "" {
			continue
		}
		if m.dirs[r.Old.Path] = filepath.FromSlash(r.New.Path); !filepath.IsAbs(m.dirs[r.Old.Path]) {
			m.dirs[r.Old.Path] = filepath.Join(at, filepath.FromSlash(r.New.Path))
		}
	}
}

// work adds the modules of a workspace.
func (m *Modules) work(goWork string) error {
	if goWork == "off" {
		return nil
	}
	for at := m.root; goWork == ""; at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, "go.work")); err == nil && info.Mode().IsRegular() {
			goWork = filepath.Join(at, "go.work")
		} else if filepath.Dir(at) == at {
			return nil
		}
	}
	b, err := regular.Read(goWork, fileBytes)
	if err != nil {
		return fmt.Errorf("read a workspace: %w", err)
	}
	f, err := modfile.ParseWork(goWork, b, nil)
	if err != nil {
		return fmt.Errorf("read a workspace: %w", err)
	}
	m.replace(filepath.Dir(goWork), f.Replace)
	for _, u := range f.Use {
		dir := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(goWork), dir)
		}
		mod, err := readMod(dir)
		if err != nil {
			return err
		}
		for _, r := range mod.Require { // a workspace has the requirements of all its modules
			if _, known := m.dirs[r.Mod.Path]; !known {
				m.dirs[r.Mod.Path] = ""
			}
		}
		if mod.Module != nil {
			m.dirs[mod.Module.Mod.Path] = dir
		}
	}
	return nil
}

// Of is the module that a package comes from, by the longest path that begins its own, and the package's folder: empty where the module
// lies in no folder that is known here. ok is false where no module can have it.
func (m *Modules) Of(importPath string) (module, folder string, ok bool) {
	for at := importPath; at != "." && at != "/"; at = path.Dir(at) {
		dir, found := m.dirs[at]
		if !found {
			continue
		}
		if dir == "" {
			return at, "", true
		}
		below := strings.TrimPrefix(strings.TrimPrefix(importPath, at), "/")
		for inner := below; inner != "" && inner != "."; inner = path.Dir(inner) { // a module in a folder of another is not its package
			if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(inner), "go.mod")); err == nil && info.Mode().IsRegular() {
				return "", "", false
			}
		}
		return at, filepath.Join(dir, filepath.FromSlash(below)), true
	}
	return "", "", false
}

// Paths is the paths of all the modules, sorted.
func (m *Modules) Paths() []string {
	var out []string
	for p := range m.dirs {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// Standard is the folder of a package of the standard library: empty where there is no library to look into, as on a machine without Go.
// ok is false where the library has no package of that path, or cannot have one.
func Standard(importPath string) (folder string, ok bool) {
	return standardIn(build.Default.GOROOT, importPath)
}

func standardIn(goRoot, importPath string) (folder string, ok bool) {
	if first, _, _ := strings.Cut(importPath, "/"); strings.Contains(first, ".") {
		return "", false
	}
	src := filepath.Join(goRoot, "src")
	if info, err := os.Stat(filepath.Join(src, "fmt")); goRoot == "" || err != nil || !info.IsDir() {
		return "", true
	}
	folder = filepath.Join(src, filepath.FromSlash(importPath))
	info, err := os.Stat(folder)
	return folder, err == nil && info.IsDir()
}
