package sealed

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/grantgen/grantgen/internal/analyzers/except"
	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// Analyzer reports ways around the sealed types.
var Analyzer = &analysis.Analyzer{
	Name: "sealed",
	Doc: `report what goes around sealed types

Grants, parts, views, sources, citations and prompts come from generated code and the runtime alone, and all but prompts live as long as
their call. Reported are reflect, unsafe and go:linkname on them, conversions to them, literals of them, types made of them, the
runtime's constructors outside generated files, a root's writers for scopes that a role writes, and values that are kept.

A line or a function that has a comment //grant:sealed REASON is left out.`,
	URL:      "https://github.com/grantgen/grantgen/blob/main/docs/grantvet.md#sealed",
	Run:      run,
	Requires: []*analysis.Analyzer{roles.Analyzer},
}

// checker looks at one package.
type checker struct {
	pass  *analysis.Pass
	known *roles.Known
	found []analysis.Diagnostic
}

func run(pass *analysis.Pass) (any, error) {
	if roles.Outside(pass) {
		return nil, nil
	}
	known := pass.ResultOf[roles.Analyzer].(*roles.Known)
	look := func(pos token.Pos) bool { return !known.Generated(pos) && !known.Test(pos) }
	c := &checker{pass: pass, known: known}
	for _, f := range pass.Files {
		if look(f.FileStart) {
			c.file(f)
		}
	}
	slices.SortStableFunc(c.found, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
	excepted := except.Read(pass, "sealed", look)
	for _, d := range c.found {
		if !excepted.Allow(d.Pos, true) {
			pass.Report(d)
		}
	}
	excepted.Report()
	return nil, nil
}

func (c *checker) report(n ast.Node, format string, args ...any) {
	c.found = append(c.found, analysis.Diagnostic{Pos: n.Pos(), End: n.End(), Message: fmt.Sprintf(format, args...)})
}

func (c *checker) file(f *ast.File) {
	c.linknames(f)
	ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			c.mention(n, stack)
		case *ast.CallExpr:
			c.call(n)
			c.stores(n)
			c.leaves(n, stack)
		case *ast.CompositeLit:
			c.literal(n)
		case *ast.StructType:
			c.embedding(n.Fields)
		case *ast.InterfaceType:
			c.embedding(n.Methods)
		case *ast.TypeSpec:
			c.definition(n)
		case *ast.AssignStmt:
			c.assigned(n, stack)
		case *ast.SendStmt:
			if c.bound(n.Value) {
				c.report(n, "%s is sent on a channel: %s", c.of(n.Value), ends)
			}
		case *ast.GoStmt:
			c.goroutine(n)
		case *ast.ValueSpec:
			c.declared(n)
		}
		return true
	})
}
