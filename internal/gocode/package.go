package gocode

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Package is what a package declares at its top, but for its tests.
type Package struct {
	Main  bool            // it is a program, which nothing can import
	Funcs map[string]bool // functions, and variables, which may hold one
	Types map[string]*Type
}

// Type is a type that a package declares. Fields is nil where its text shows no struct; those of embedded types of the same package are
// among them. Embeds is an embedded type that is declared elsewhere, so that its fields are not known.
type Type struct {
	Fields []string
	Embeds string

	embedded []ast.Expr
	under    ast.Expr // of one that is declared by another's name
}

// ReadPackage reads the Go files of a folder. planned is files that are about to be written there, by name, and that count instead of what
// lies there. It is nil where a file is no Go yet, so that nothing can be said; a folder that is not there declares nothing.
func ReadPackage(folder string, planned map[string][]byte) *Package {
	p := &Package{Funcs: map[string]bool{}, Types: map[string]*Type{}}
	for _, name := range slices.Sorted(maps.Keys(planned)) {
		if inBuild(name) && !p.declare(name, planned[name]) {
			return nil
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		p.embed()
		return p
	}
	for _, e := range entries {
		at := filepath.Join(folder, e.Name())
		if _, ok := planned[e.Name()]; ok || !inBuild(e.Name()) {
			continue
		}
		if info, err := os.Stat(at); err != nil || !info.Mode().IsRegular() {
			continue
		}
		src, err := os.ReadFile(at)
		if err != nil || !p.declare(at, src) {
			return nil
		}
	}
	p.embed()
	return p
}

// inBuild says whether a file of that name can be part of a package.
func inBuild(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, ".")
}

// declare adds what a file declares at its top; false for one that is no Go.
func (p *Package) declare(file string, src []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return false
	}
	p.Main = p.Main || f.Name.Name == "main" && !ignored(f)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				p.Funcs[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						p.Funcs[n.Name] = p.Funcs[n.Name] || d.Tok == token.VAR
					}
				case *ast.TypeSpec:
					p.Types[s.Name.Name] = typeOf(s.Type)
				}
			}
		}
	}
	return true
}

// ignored says whether a file has a build constraint, so that it may be no part of its package.
func ignored(f *ast.File) bool {
	return slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool {
		return g.Pos() < f.Package && slices.ContainsFunc(g.List, func(c *ast.Comment) bool { return constraint.IsGoBuild(c.Text) })
	})
}

// FuncNames is the names of the functions, sorted.
func (p *Package) FuncNames() []string {
	var out []string
	for name, is := range p.Funcs {
		if is {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// TypeNames is the names of the types, sorted.
func (p *Package) TypeNames() []string { return slices.Sorted(maps.Keys(p.Types)) }
