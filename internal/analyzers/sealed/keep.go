package sealed

import (
	"go/ast"
	"go/token"
	"go/types"
)

const ends = "it ends with the call that it belongs to"

// assigned reports values of the call that are put where they outlive it: in a variable of the package, in what a literal that is an
// assembler captured, in what the receiver of a method that is one refers to.
func (c *checker) assigned(n *ast.AssignStmt, stack []ast.Node) {
	if n.Tok == token.DEFINE {
		return
	}
	for i, lhs := range n.Lhs {
		what := lhs // of a tuple, what it goes into has its type
		if len(n.Rhs) == len(n.Lhs) {
			what = n.Rhs[i]
		}
		if !c.bound(what) {
			continue
		}
		if where := c.outlives(lhs, stack); where != "" {
			c.report(n, "%s is kept in %s: %s", c.of(what), where, ends)
		}
	}
}

// declared reports a package variable that begins with a value of a call.
func (c *checker) declared(n *ast.ValueSpec) {
	for _, id := range n.Names {
		if v, ok := c.pass.TypesInfo.Defs[id].(*types.Var); ok && v.Parent() == c.pass.Pkg.Scope() {
			if k := c.kept(v.Type(), nil); k != nil {
				c.report(id, "%s is kept in the variable %s: %s", c.name(k), id.Name, ends)
			}
		}
	}
}

// outlives says, in words, why what is written lives longer than the call; empty if it does not.
func (c *checker) outlives(e ast.Expr, stack []ast.Node) string {
	v := c.root(e)
	if v == nil {
		return ""
	}
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return "the variable " + v.Name()
	}
	for i := len(stack) - 1; i >= 0; i-- {
		switch f := stack[i].(type) {
		case *ast.FuncLit:
			if f.Pos() <= v.Pos() && v.Pos() < f.End() {
				return ""
			}
			if sig, ok := c.pass.TypesInfo.TypeOf(f).(*types.Signature); ok && c.known.TakesGrant(sig) {
				return "the captured variable " + v.Name()
			}
		case *ast.FuncDecl:
			sig, ok := c.pass.TypesInfo.Defs[f.Name].(*types.Func)
			if ok && c.known.Assembler(sig.Signature()) && sig.Signature().Recv() == v && !isIdent(e) {
				return "the receiver " + v.Name()
			}
		}
	}
	return ""
}

func isIdent(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.Ident)
	return ok
}

// root is the variable that an expression is a part of.
func (c *checker) root(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if v, ok := c.pass.TypesInfo.Uses[x.Sel].(*types.Var); ok && !v.IsField() {
				return v
			}
			e = x.X
		case *ast.Ident:
			v, _ := c.pass.TypesInfo.Uses[x].(*types.Var)
			return v
		default:
			return nil
		}
	}
}

// goroutine reports values of the call that a go statement captures or is given.
func (c *checker) goroutine(n *ast.GoStmt) {
	seen := map[types.Object]bool{}
	ast.Inspect(n.Call, func(m ast.Node) bool {
		id, ok := m.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := c.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.IsField() || seen[v] || n.Pos() <= v.Pos() && v.Pos() < n.End() {
			return true
		}
		seen[v] = true
		if c.bound(id) {
			c.report(id, "%s goes into a goroutine: %s", c.of(id), ends)
		}
		return true
	})
}

// stores reports values of the call that a method of a package variable is given, as a cache's Store.
func (c *checker) stores(n *ast.CallExpr) {
	sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	if s := c.pass.TypesInfo.Selections[sel]; s == nil || s.Kind() != types.MethodVal {
		return
	}
	v := c.root(sel.X)
	if v == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return
	}
	for _, arg := range n.Args {
		if c.bound(arg) {
			c.report(arg, "%s is kept in the variable %s: %s", c.of(arg), v.Name(), ends)
		}
	}
}

// leaves reports a call that gives back a value of a call to a function that has none of its own: it is part of no assembler.
func (c *checker) leaves(n *ast.CallExpr, stack []ast.Node) {
	k := c.result(n)
	if tv := c.pass.TypesInfo.Types[n.Fun]; tv.IsType() || tv.IsBuiltin() || k == nil {
		return
	}
	inFunction := false
	for _, f := range stack {
		var sig *types.Signature
		switch f := f.(type) {
		case *ast.FuncLit:
			sig, _ = c.pass.TypesInfo.TypeOf(f).(*types.Signature)
		case *ast.FuncDecl:
			if obj, ok := c.pass.TypesInfo.Defs[f.Name].(*types.Func); ok {
				sig = obj.Signature()
			}
		}
		if sig == nil {
			continue
		}
		inFunction = true
		if recv := sig.Recv(); recv != nil && c.kept(recv.Type(), nil) != nil {
			return
		}
		for v := range sig.Params().Variables() {
			if c.kept(v.Type(), nil) != nil {
				return
			}
		}
	}
	if inFunction {
		c.report(n, "%s leaves its assembler: %s", c.name(k), ends)
	}
}

// result is the type among a call's results whose values live as long as the call of Assemble.
func (c *checker) result(n *ast.CallExpr) *types.Named {
	t := c.pass.TypesInfo.TypeOf(n)
	tuple, ok := t.(*types.Tuple)
	if !ok {
		return c.kept(t, nil)
	}
	for v := range tuple.Variables() {
		if k := c.kept(v.Type(), nil); k != nil {
			return k
		}
	}
	return nil
}
