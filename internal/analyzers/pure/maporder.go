package pure

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// rangeOver is a range statement: over a channel, or over a map in a way that depends on the map's order.
func (c *collector) rangeOver(n *ast.RangeStmt, stack []ast.Node) {
	switch under(c.pass.TypesInfo.TypeOf(n.X)).(type) {
	case *types.Chan:
		c.add(n, channel, "range over a channel")
	case *types.Map:
		if !c.sameInAnyOrder(n, body(stack)) {
			c.uses = append(c.uses, use{pos: n.Pos(), end: n.X.End(), fix: c.sortedKeys(n),
				root: &Reaches{Kind: order, Chain: []Step{{Name: "range over " + types.ExprString(n.X)}}}})
		}
	}
}

// under is the underlying type, also of a type parameter that has one.
func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		iface, _ := p.Constraint().Underlying().(*types.Interface)
		for e := range iface.EmbeddedTypes() {
			if u, ok := e.(*types.Union); ok && u.Len() == 1 {
				return u.Term(0).Type().Underlying()
			}
			return e.Underlying()
		}
	}
	return t.Underlying()
}

// body is that of the innermost function of a stack.
func body(stack []ast.Node) ast.Node {
	for i := len(stack) - 1; i >= 0; i-- {
		switch f := stack[i].(type) {
		case *ast.FuncLit:
			return f.Body
		case *ast.FuncDecl:
			return f.Body
		}
	}
	return nil
}

// iteratesInOrder says whether a call of maps.Keys and the like, whose name the stack leads to, is used so that the order does not
// matter: it is sorted, it becomes a map again, or a loop over it comes to the same in any order.
func (c *collector) iteratesInOrder(stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		if call, ok := stack[i].(*ast.CallExpr); ok {
			if _, isSlice := under(c.pass.TypesInfo.TypeOf(call)).(*types.Slice); isSlice && c.thenSorted(call, stack[:i]) {
				return true
			}
			return c.anyOrder(call, stack[:i])
		}
	}
	return false
}

func (c *collector) anyOrder(seq ast.Expr, stack []ast.Node) bool {
	switch p := parent(stack).(type) {
	case *ast.CallExpr:
		f := typeutil.StaticCallee(c.pass.TypesInfo, p)
		if f == nil || f.Pkg() == nil {
			return false
		}
		switch f.Pkg().Path() + "." + f.Name() {
		case "slices.Sorted", "slices.SortedFunc", "slices.SortedStableFunc", "maps.Collect", "maps.Insert":
			return true
		case "slices.Collect", "slices.AppendSeq":
			return c.thenSorted(p, stack)
		}
	case *ast.RangeStmt:
		return ast.Unparen(p.X) == seq && c.sameInAnyOrder(p, body(stack))
	case *ast.AssignStmt:
		return c.onlySorted(p, body(stack))
	}
	return false
}

// thenSorted says whether the slice that a call makes is kept in a variable that is sorted before anything else is done with it.
func (c *collector) thenSorted(call *ast.CallExpr, stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		if a, ok := stack[i].(*ast.AssignStmt); ok {
			return len(a.Lhs) == 1 && len(a.Rhs) == 1 && ast.Unparen(a.Rhs[0]) == call && c.sortedAfter(a.Lhs[0], a.End(), body(stack))
		}
	}
	return false
}

// onlySorted says whether an iterator that is kept in a variable is used only to be sorted.
func (c *collector) onlySorted(a *ast.AssignStmt, within ast.Node) bool {
	id, ok := a.Lhs[0].(*ast.Ident)
	v := c.pass.TypesInfo.Defs[id]
	if !ok || len(a.Lhs) != 1 || v == nil || within == nil {
		return false
	}
	fine := true
	ast.PreorderStack(within, nil, func(n ast.Node, stack []ast.Node) bool {
		if use, ok := n.(*ast.Ident); ok && c.pass.TypesInfo.Uses[use] == v {
			_, again := parent(stack).(*ast.AssignStmt)
			fine = fine && !again && c.anyOrder(use, stack)
		}
		return true
	})
	return fine
}

// sortedAfter says whether x is sorted somewhere after pos, and is not mentioned between.
func (c *collector) sortedAfter(x ast.Expr, pos token.Pos, within ast.Node) bool {
	if within == nil {
		return false
	}
	name, sorted, next := types.ExprString(x), token.NoPos, token.NoPos
	ast.Inspect(within, func(n ast.Node) bool {
		if n == nil || n.End() <= pos {
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() >= pos && sorted == token.NoPos && len(call.Args) > 0 {
			f := typeutil.StaticCallee(c.pass.TypesInfo, call)
			if f != nil && f.Pkg() != nil && sorts(f) && f.Name() != "Reverse" && mentions(call.Args[0], name) ||
				f != nil && f.Pkg() != nil && f.Pkg().Path() == "slices" && len(f.Name()) > 5 && f.Name()[:6] == "Sorted" && mentions(call.Args[0], name) {
				sorted = call.Pos()
				if next == token.NoPos {
					next = call.End()
				}
				return false
			}
		}
		if e, ok := n.(ast.Expr); ok && e.Pos() >= pos && next == token.NoPos && types.ExprString(e) == name {
			next = e.Pos()
		}
		return true
	})
	return sorted != token.NoPos && next > sorted
}

// mentions says whether an expression is, or has in it, the expression name.
func mentions(e ast.Expr, name string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok && types.ExprString(x) == name {
			found = true
		}
		return !found
	})
	return found
}
