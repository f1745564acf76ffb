package gocode

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/regular"
)

// walk visits the Go files of a module in order: not those of modules inside it, nor of folders that the go command passes over.
func walk(root string, see func(file string) error) error {
	return filepath.WalkDir(root, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			if p != root && e != nil && e.IsDir() {
				return filepath.SkipDir // what may not be read is no package of ours
			}
			return err
		}
		name := e.Name()
		if e.IsDir() && p != root {
			hidden := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "vendor"
			if _, err := regular.Read(filepath.Join(p, "go.mod"), fileBytes); hidden || err == nil {
				return filepath.SkipDir
			}
			return nil
		}
		if e.Type().IsRegular() && strings.HasSuffix(name, ".go") && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_") {
			return see(p)
		}
		return nil
	})
}

// Packages is the folders of a module that hold Go files other than tests, below its root and slash-separated, sorted; the root is ".".
func Packages(root string) ([]string, error) {
	var out []string
	err := walk(root, func(file string) error {
		if !inBuild(filepath.Base(file)) {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		out = append(out, filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for the packages of the module: %w", err)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// Importers is, for each of some import paths, the files of a module that import it, tests among them: below its root, slash-separated, in
// order. A file that is no Go imports nothing.
func Importers(root string, paths []string) (map[string][]string, error) {
	out := map[string][]string{}
	err := walk(root, func(file string) error {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		for _, im := range f.Imports {
			if p, err := strconv.Unquote(im.Path.Value); err == nil && slices.Contains(paths, p) && !slices.Contains(out[p], filepath.ToSlash(rel)) {
				out[p] = append(out[p], filepath.ToSlash(rel))
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for who imports a package: %w", err)
	}
	return out, nil
}
