package pure

import (
	"go/ast"
	"go/token"
	"go/types"
)

// captures are the variables that a literal takes from the function around it, once each, but for those that only ever hold a constant,
// and assemblers: those have their findings where they were made.
func (c *collector) captures(around ast.Node, lit *ast.FuncLit) (uses []use) {
	seen := map[*types.Var]bool{}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := c.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.IsField() || isPackageVar(v) || seen[v] || lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			return true
		}
		seen[v] = true
		if !c.constant(around, v) && !c.assembles(v.Type()) {
			uses = append(uses, c.capture(id, "captured "+v.Name()))
		}
		return true
	})
	return uses
}

// assembles says whether values of a type are functions that take a grant, or lists of them.
func (c *collector) assembles(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return c.known.TakesGrant(u)
	case *types.Slice:
		return c.assembles(u.Elem())
	}
	return false
}

func (c *collector) capture(at ast.Node, name string) use {
	return use{pos: at.Pos(), end: at.End(), root: &Reaches{Kind: captured, Chain: []Step{{Name: name}}}}
}

// constant says whether a local variable begins with a constant and keeps it.
func (c *collector) constant(around ast.Node, v *types.Var) bool {
	begins, keeps := false, true
	info := c.pass.TypesInfo
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && (info.Uses[id] == v || info.Defs[id] == v)
	}
	ast.Inspect(around, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if !is(lhs) {
					continue
				}
				if n.Tok == token.DEFINE && info.Defs[lhs.(*ast.Ident)] == v && len(n.Lhs) == len(n.Rhs) && info.Types[n.Rhs[i]].Value != nil {
					begins = true
				} else {
					keeps = false
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if info.Defs[name] == v {
					begins = len(n.Values) == 0 || len(n.Values) == len(n.Names) && info.Types[n.Values[i]].Value != nil
				}
			}
		case *ast.IncDecStmt:
			keeps = keeps && !is(n.X)
		case *ast.UnaryExpr:
			keeps = keeps && (n.Op != token.AND || !is(n.X))
		case *ast.RangeStmt:
			keeps = keeps && (n.Key == nil || !is(n.Key)) && (n.Value == nil || !is(n.Value))
		}
		return true
	})
	_, basic := v.Type().Underlying().(*types.Basic)
	return begins && keeps && basic
}

// bound says whether a method that is an assembler is bound to a value: then the value is captured, as by a literal.
func (c *collector) bound(n *ast.SelectorExpr, stack []ast.Node) (use, bool) {
	s := c.pass.TypesInfo.Selections[n]
	if s == nil || s.Kind() != types.MethodVal {
		return use{}, false
	}
	sig, ok := s.Type().(*types.Signature)
	if !ok || !c.known.Assembler(sig) {
		return use{}, false
	}
	if call, ok := parent(stack).(*ast.CallExpr); ok && call.Fun == n {
		return use{}, false
	}
	recv := s.Recv()
	if p, ok := recv.Underlying().(*types.Pointer); ok {
		recv = p.Elem()
	}
	if st, ok := recv.Underlying().(*types.Struct); ok && st.NumFields() == 0 {
		return use{}, false
	}
	return c.capture(n, "captured "+types.ExprString(n.X)), true
}

// parent is the node around the one that a stack leads to, without parentheses.
func parent(stack []ast.Node) ast.Node {
	for i := len(stack) - 1; i >= 0; i-- {
		if _, ok := stack[i].(*ast.ParenExpr); !ok {
			return stack[i]
		}
	}
	return nil
}
