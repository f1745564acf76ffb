package covered

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

const testsOf = roles.Runtime + "assemblytest"

// Tested are the functions that the module in a folder tests, as path.Name: those that a function mentions which calls
// assemblytest.Noninterference, itself or by another of its package, but for the roles that are only assembled first.
func Tested(dir string) (map[string]bool, error) {
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports, Dir: dir, Tests: true}, "./...")
	if err != nil {
		return nil, fmt.Errorf("list the tests of %s: %w", dir, err)
	}
	var with []string
	for _, p := range all {
		if p.Imports[testsOf] != nil {
			with = append(with, strings.TrimSuffix(p.PkgPath, "_test"))
		}
	}
	tested := map[string]bool{}
	if len(with) == 0 {
		return tested, nil
	}
	slices.Sort(with)
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir, Tests: true}, slices.Compact(with)...)
	if err != nil {
		return nil, fmt.Errorf("load the tests of %s: %w", dir, err)
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			return nil, fmt.Errorf("load the tests of %s: %w", dir, e)
		}
		for _, name := range mentioned(p) {
			tested[name] = true
		}
	}
	return tested, nil
}

// mentioned are the functions that the testing functions of a package mention.
func mentioned(p *packages.Package) []string {
	uses := map[*types.Func][]*types.Func{} // by declared function
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				if of, ok := p.TypesInfo.Defs[fn.Name].(*types.Func); ok {
					uses[of] = functions(p.TypesInfo, fn.Body)
				}
			}
		}
	}
	testing := map[*types.Func]bool{}
	for grows := true; grows; {
		grows = false
		for of, used := range uses {
			if !testing[of] && slices.ContainsFunc(used, func(f *types.Func) bool { return testing[f] || is(f, "Noninterference") }) {
				testing[of], grows = true, true
			}
		}
	}
	var out []string
	for of := range testing {
		for _, f := range uses[of] {
			if f.Pkg() != nil {
				out = append(out, f.Pkg().Path()+"."+f.Name())
			}
		}
	}
	return out
}

// functions are those that a body mentions, but for what is given to assemblytest.First.
func functions(info *types.Info, body ast.Node) (out []*types.Func) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !is(callee(info, n), "First")
		case *ast.Ident:
			if f, ok := info.Uses[n].(*types.Func); ok {
				out = append(out, f.Origin())
			}
		}
		return true
	})
	return out
}

func callee(info *types.Info, c *ast.CallExpr) *types.Func {
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) { // with its type arguments written out
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	var id *ast.Ident
	switch x := fun.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return nil
	}
	f, _ := info.Uses[id].(*types.Func)
	return f
}

func is(f *types.Func, name string) bool {
	return f != nil && f.Name() == name && f.Pkg() != nil && f.Pkg().Path() == testsOf
}
