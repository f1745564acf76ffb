package raw

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// gather notes what the variables, fields and parameters of a file are set to.
func (c *checker) gather(f *ast.File) {
	info := c.pass.TypesInfo
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if obj := info.Defs[n.Name]; obj != nil {
				c.funcs[obj] = n
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				c.sets(target(info, lhs), n.Rhs, i)
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				c.sets(info.Defs[name], n.Values, i)
			}
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if id, ok := kv.Key.(*ast.Ident); ok {
						c.sets(info.Uses[id], []ast.Expr{kv.Value}, 0)
					}
				}
			}
		case *ast.CallExpr:
			f := typeutil.StaticCallee(info, n)
			if f == nil || f.Pkg() != c.pass.Pkg || f.Exported() || f.Signature().Variadic() {
				return true
			}
			for i, arg := range n.Args {
				if i < f.Signature().Params().Len() {
					c.sets(f.Signature().Params().At(i), []ast.Expr{arg}, 0)
				}
			}
		}
		return true
	})
}

// sets notes that o is set to the ith of some values, or to a part of the only one.
func (c *checker) sets(o types.Object, values []ast.Expr, i int) {
	if o == nil || len(values) == 0 {
		return
	}
	if i >= len(values) {
		i = 0
	}
	c.values[o] = append(c.values[o], values[i])
}

// target is the variable or field that is assigned.
func target(info *types.Info, lhs ast.Expr) types.Object {
	switch x := ast.Unparen(lhs).(type) {
	case *ast.Ident:
		return info.ObjectOf(x)
	case *ast.SelectorExpr:
		return info.Uses[x.Sel]
	}
	return nil
}
