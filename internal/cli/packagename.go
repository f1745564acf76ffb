package cli

import (
	"errors"
	"fmt"
	"go/build"
	"go/token"
	"path"
	"path/filepath"
	"strings"
)

// packageOf is the package of the Go files in dir; without any, a name made from the import path.
func packageOf(dir, importPath string) (string, error) {
	if !isFolder(dir) {
		return packageNamed(importPath), nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find %s: %w", dir, err)
	}
	pkg, err := build.ImportDir(abs, 0)
	var none *build.NoGoError
	switch {
	case err == nil && pkg.Name != "":
		return pkg.Name, nil
	case err == nil || errors.As(err, &none):
		return packageNamed(importPath), nil
	}
	return "", fmt.Errorf("read the package in %s: %w", dir, err)
}

// packageNamed is the last element of an import path that can be a package's name, as Go's own tools choose it: a version is none.
func packageNamed(importPath string) string {
	base := path.Base(importPath)
	if digits, ok := strings.CutPrefix(base, "v"); ok && strings.Trim(digits, "0123456789") == "" && path.Dir(importPath) != "." {
		base = path.Base(path.Dir(importPath))
	}
	var b strings.Builder
	for _, r := range strings.ToLower(base) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' && b.Len() > 0 {
			b.WriteRune(r)
		}
	}
	if name := b.String(); token.IsIdentifier(name) && !taken[name] {
		return name
	}
	return "app"
}

// taken are the names that a package with a test cannot have, that the go command passes over (documentation), or that what init writes has for something else.
var taken = map[string]bool{
	"main": true, "init": true, "documentation": true, "testing": true, "context": true, "time": true,
	"assembly": true, "assemblytest": true, "render": true, "timeline": true, "token": true, "grants": true, "helper": true,
}
