package cli

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/grantgen/grantgen/schema"
)

// unwritten is a note for each `assembler:` whose function is not there, in the module of the schema. The user's packages are parsed and
// never type-checked: they may need what is about to be generated.
func unwritten(m *schema.Model, place *outdir.Dir, files []gen.File) diag.List {
	var out diag.List
	declared := map[string]map[string]bool{}
	for _, r := range m.Roles {
		dot := strings.LastIndexByte(r.Assembler, '.')
		if dot < 0 {
			continue
		}
		at, name := r.Assembler[:dot], r.Assembler[dot+1:]
		folder, ours := folderOf(at, place)
		if !ours {
			continue
		}
		names, looked := declared[folder]
		if !looked {
			names = declarations(place, folder, files)
			declared[folder] = names
		}
		if names == nil || names[name] {
			continue
		}
		var all []string
		for n := range names {
			all = append(all, n)
		}
		text := fmt.Sprintf("assembler %s: no function of that name in %s yet", r.Assembler, cmp.Or(folder, "the module's root"))
		if hint := diag.DidYouMean(name, all); hint != "" {
			text += " (" + strings.ReplaceAll(hint, `"`, "") + ")"
		}
		out = append(out, diag.Diagnostic{Pos: r.AssemblerPos, Severity: diag.Note, Code: "assembler", Message: text})
	}
	return out.Sorted()
}

// folderOf is the folder of an import path below the module's root; ours is false for one of another module.
func folderOf(importPath string, place *outdir.Dir) (folder string, ours bool) {
	rest, ok := strings.CutPrefix(importPath+"/", place.Module+"/")
	if !ok {
		return "", false
	}
	folder = strings.TrimSuffix(rest, "/")
	for dir := folder; dir != "" && dir != "."; dir = path.Dir(dir) {
		if isFile(filepath.Join(place.Root, filepath.FromSlash(dir), "go.mod")) {
			return "", false
		}
	}
	return folder, true
}

// declarations is the functions of a package, and its variables, which may hold one: those that are about to be generated, and those in its
// files but for tests. nil: a file there is no Go yet, so that nothing can be said.
func declarations(place *outdir.Dir, folder string, files []gen.File) map[string]bool {
	names := map[string]bool{}
	planned := map[string]bool{}
	for _, f := range files {
		at := path.Join(place.Rel, f.Path)
		planned[at] = true
		if path.Dir(at) == cmp.Or(folder, ".") && countsInBuild(path.Base(at)) {
			if !declare(names, at, f.Bytes) {
				return nil
			}
		}
	}
	entries, err := os.ReadDir(filepath.Join(place.Root, filepath.FromSlash(folder)))
	if err != nil {
		return names // there is no such folder yet
	}
	for _, e := range entries {
		at := filepath.Join(place.Root, filepath.FromSlash(folder), e.Name())
		if planned[path.Join(folder, e.Name())] || !countsInBuild(e.Name()) || !isFile(at) {
			continue
		}
		src, err := os.ReadFile(at)
		if err != nil || !declare(names, at, src) {
			return nil
		}
	}
	return names
}

// countsInBuild says whether a file of that name can be part of a package.
func countsInBuild(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, ".")
}

// declare adds what a file declares at its top; false for one that is no Go.
func declare(names map[string]bool, file string, src []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
					for _, n := range v.Names {
						names[n.Name] = true
					}
				}
			}
		}
	}
	return true
}
