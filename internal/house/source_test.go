package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// cutGrants takes the name of a generated package apart: its root, and the rest below it.
func cutGrants(name string) (top, rest string, ok bool) {
	parts := strings.Split(name, "/")
	i := slices.Index(parts, "grants")
	if i < 0 {
		return "", "", false
	}
	return strings.Join(parts[:i+1], "/"), strings.Join(parts[i+1:], "/"), true
}

// eachFile parses the Go files of a package, without its tests.
func eachFile(t *testing.T, p pkg, see func(fset *token.FileSet, f *ast.File)) {
	t.Helper()
	for _, name := range p.GoFiles {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		see(fset, f)
	}
}

// eachSelector visits every x.y of a package where x is the name of an import.
func eachSelector(t *testing.T, p pkg, see func(at, on, name string)) {
	t.Helper()
	eachFile(t, p, func(fset *token.FileSet, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Obj == nil {
					see(fset.Position(s.Pos()).String(), x.Name, s.Sel.Name)
				}
			}
			return true
		})
	})
}

// Library packages return values; commands, and what tests start as processes of their own, print and exit.
func TestLibrariesNeitherPrintNorExit(t *testing.T) {
	speaks := []string{"cmd", "examples", "bench/all", "internal/cli", "internal/pgtest", "runtime/timeline/timelinetest"}
	never := map[string]*regexp.Regexp{
		"fmt":  regexp.MustCompile(`^Print`),
		"os":   regexp.MustCompile(`^(Exit|Stdout|Stderr)$`),
		"log":  regexp.MustCompile(`.`),
		"slog": regexp.MustCompile(`^(Default|SetDefault|Info|Warn|Error|Debug|Log$|LogAttrs)`),
	}
	for _, p := range packages(t) {
		if slices.ContainsFunc(speaks, func(dir string) bool { return below(p.name(), dir) }) || strings.HasSuffix(p.name(), "/grants/replay") { // replay has a Main
			continue
		}
		imported := func(pkg string) bool {
			return slices.ContainsFunc(p.Imports, func(im string) bool { return im == pkg || strings.HasSuffix(im, "/"+pkg) })
		}
		eachSelector(t, p, func(at, on, name string) {
			if re := never[on]; re != nil && imported(on) && re.MatchString(name) {
				t.Errorf("%s: %s.%s in a library package", at, on, name)
			}
		})
		eachFile(t, p, func(fset *token.FileSet, f *ast.File) {
			ast.Inspect(f, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					if id, ok := c.Fun.(*ast.Ident); ok && (id.Name == "println" || id.Name == "print") && id.Obj == nil {
						t.Errorf("%s: %s in a library package", fset.Position(c.Pos()), id.Name)
					}
				}
				return true
			})
		})
	}
}

// Embedded files have slashes on every system: a path made by the system's rules does not find them on Windows.
func TestEmbeddedFilesAreNotOpenedByPathsOfTheSystem(t *testing.T) {
	for _, p := range packages(t) {
		if !slices.Contains(p.Imports, "embed") && !slices.Contains(p.ours(), "templates") {
			continue
		}
		eachFile(t, p, func(fset *token.FileSet, f *ast.File) {
			ast.Inspect(f, func(n ast.Node) bool {
				c, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				s, ok := c.Fun.(*ast.SelectorExpr)
				if !ok || !slices.Contains([]string{"ReadFile", "Open", "ReadDir", "ParseFS", "Sub"}, s.Sel.Name) {
					return true
				}
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "os" {
					return true
				}
				for _, arg := range c.Args {
					ast.Inspect(arg, func(n ast.Node) bool {
						if sel, ok := n.(*ast.SelectorExpr); ok && fmt.Sprint(sel.X) == "filepath" {
							t.Errorf("%s: filepath.%s for an embedded file", fset.Position(sel.Pos()), sel.Sel.Name)
						}
						return true
					})
				}
				return true
			})
		})
	}
}

// Every package says in one place what it is.
func TestEveryPackageHasADocComment(t *testing.T) {
	for _, p := range packages(t) {
		var docs []string
		main := false
		eachFile(t, p, func(_ *token.FileSet, f *ast.File) {
			main = f.Name.Name == "main"
			if f.Doc != nil {
				docs = append(docs, f.Doc.Text())
			}
		})
		begins := "Package "
		if main {
			begins = "Command "
		}
		if len(docs) != 1 || !strings.HasPrefix(docs[0], begins) {
			t.Errorf("%s has %d package comments, and should have one that begins with %q: %.80q", p.name(), len(docs), begins, docs)
		}
	}
}

// A file speaks of the project alone: no path of somebody's machine, nothing that is put off.
func TestFilesSpeakOfTheProjectAlone(t *testing.T) {
	never := regexp.MustCompile(`(?i)(^|[\s"'(=:])/(ro` + `ot|wo` + `rk|ho` + `me/[a-z]+|Us` + `ers/[a-z]+)/|\b(TO` + `DO|FIX` + `ME|noco` + `mmit)\b|Generated (with|by) (Cla` + `ude|Chat` + `GPT|Copi` + `lot)|Co-Authored-` + `By`)
	seen := 0
	err := filepath.WalkDir(root(), func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == ".git" || e.Name() == "node_modules" || e.Name() == ".tmp" || e.Name() == "bin"):
			return fs.SkipDir
		case e.IsDir() || !e.Type().IsRegular():
			return nil
		}
		if !slices.Contains([]string{".go", ".md", ".yaml", ".yml", ".txtar", ".tmpl", ".json", ".mod", ".html", ".sh", ""}, filepath.Ext(p)) {
			return nil
		}
		content, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		seen++
		for i, line := range strings.Split(string(content), "\n") {
			if m := never.FindString(line); m != "" {
				t.Errorf("%s:%d: %q", p, i+1, m)
			}
		}
		return nil
	})
	if err != nil || seen < 100 {
		t.Errorf("%d files: %v", seen, err)
	}
}
