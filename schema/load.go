package schema

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// Suffix is how the names of schema files end.
const Suffix = ".grant.yaml"

// Load reads the schema in a folder. The error is for what cannot be read, the list for a schema that is wrong. Positions name the
// files as they are called in dir.
func Load(dir string, opts ...Option) (*Model, diag.List, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	var files []File
	for _, e := range entries { // sorted by name
		if !strings.HasSuffix(e.Name(), Suffix) {
			continue
		}
		b, err := readRegular(filepath.Join(dir, e.Name()), tree.MaxBytes)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, File{e.Name(), b})
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("%s: no *%s file here: grantgen init writes one", dir, Suffix)
	}
	m, list := Parse(files, func(name string) ([]byte, error) { return readFixed(dir, name) }, opts...)
	return m, list, nil
}

// readRegular reads a regular file, and no more of it than one byte past the limit: that is enough to see that it is too big. What
// is no regular file (a device, a pipe, a folder) is not opened, since opening or reading it may never end.
func readRegular(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit+1))
}

// readFixed reads the text of a `fixed:`, which must lie in the module of dir, also when links are followed.
func readFixed(dir, name string) ([]byte, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, plain(err))
	}
	root := moduleRoot(dir)
	if root == "" {
		return nil, fmt.Errorf("%s cannot be read: the schema lies in no module (no go.mod above)", name)
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		if !below(root, path) {
			return nil, fmt.Errorf("%s lies outside the module", name)
		}
		return nil, fmt.Errorf("%s cannot be read: %w", name, plain(err))
	}
	if !below(root, real) {
		return nil, fmt.Errorf("%s lies outside the module", name)
	}
	b, err := readRegular(real, maxFixed)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, plain(err))
	}
	return b, nil
}

func below(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && !slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), "..")
}

// moduleRoot is the nearest folder with a go.mod, from dir upwards, or empty.
func moduleRoot(dir string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && info.Mode().IsRegular() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// plain drops the path from an error: it would differ from machine to machine.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
