package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/gocode"
	"github.com/grantgen/grantgen/internal/outdir"
)

// roleDoc is how a role's package begins.
var roleDoc = regexp.MustCompile(`(?m)^// Package \S+ is what the role (\S+) may read `)

// removed is a note for each role's package that goes: why, and who still imports it. It looks before anything is written.
func (s schemas) removed() (diag.List, error) {
	list := diag.List{}
	for _, l := range s {
		if l.place == nil {
			continue
		}
		gone := l.gone()
		if len(gone) == 0 {
			continue
		}
		var paths []string
		for _, g := range gone {
			paths = append(paths, path.Join(l.place.ImportPath(), g.folder))
		}
		importers, err := gocode.Importers(l.place.Root, paths)
		if err != nil {
			return nil, err
		}
		for i, g := range gone {
			text := g.why
			if who := l.others(importers[paths[i]]); len(who) > 0 {
				text += "; " + importing(who)
			}
			list = append(list, diag.Diagnostic{Pos: diag.Pos{File: join(l.dir, g.folder)}, Severity: diag.Note, Code: "removed", Message: text})
		}
	}
	return list, nil
}

// gonePackage is a role's package that is no longer generated.
type gonePackage struct{ folder, why string }

func (l *loaded) gone() []gonePackage {
	planned := map[string]bool{}
	now := map[string]string{} // where a package of that name is now
	for _, f := range l.files {
		planned[path.Dir(f.Path)] = true
		if m := roleDoc.FindSubmatch(f.Bytes); m != nil {
			now[string(m[1])] = path.Dir(f.Path)
		}
	}
	var out []gonePackage
	for _, f := range l.found {
		folder := path.Dir(f.Path)
		if f.State != outdir.Stale || planned[folder] {
			continue
		}
		content, err := os.ReadFile(filepath.Join(l.place.Root, filepath.FromSlash(path.Join(l.place.Rel, f.Path))))
		if err != nil {
			continue // another run has just removed it
		}
		m := roleDoc.FindSubmatch(content)
		if m == nil {
			continue
		}
		role := string(m[1])
		why := "no role " + role + " any more"
		if at, ok := now[role]; ok {
			why = "the role " + role + " is in " + join(l.dir, at) + " now"
		}
		out = append(out, gonePackage{folder, why})
	}
	return out
}

// others is the files that are not generated, as they are called from here.
func (l *loaded) others(files []string) []string {
	var ours []string
	for _, f := range l.found {
		ours = append(ours, path.Join(l.place.Rel, f.Path))
	}
	var out []string
	for _, f := range files {
		if slices.Contains(ours, f) {
			continue
		}
		if rel, err := filepath.Rel(filepath.FromSlash(l.place.Rel), filepath.FromSlash(f)); err == nil {
			out = append(out, join(l.dir, rel))
		}
	}
	return out
}

// importing says who imports a package.
func importing(files []string) string {
	const most = 5
	switch n := len(files); {
	case n == 1:
		return files[0] + " imports it"
	case n > most:
		return fmt.Sprintf("%s and %d more import it", strings.Join(files[:most], ", "), n-most)
	default:
		return strings.Join(files[:n-1], ", ") + " and " + files[n-1] + " import it"
	}
}
