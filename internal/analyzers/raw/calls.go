package raw

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// callsOf collects the mentions of functions in a file that stand where asking is not fine.
func (c *checker) callsOf(f *ast.File) {
	ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		fn, ok := c.pass.TypesInfo.Uses[id].(*types.Func)
		if !ok || fn.Pkg() == nil {
			return true
		}
		fn = fn.Origin()
		if !c.withPrompt(stack) && !c.throughPins(id, stack) {
			c.calls = append(c.calls, call{id: id, f: fn, in: c.declared(stack)})
		}
		return true
	})
}

func (c *checker) declared(stack []ast.Node) *types.Func {
	for _, n := range stack {
		if d, ok := n.(*ast.FuncDecl); ok {
			f, _ := c.pass.TypesInfo.Defs[d.Name].(*types.Func)
			return f
		}
	}
	return nil
}

// withPrompt says whether a function around takes a prompt.Prompt and uses it, or is a pinned tool's.
func (c *checker) withPrompt(stack []ast.Node) bool {
	for _, n := range stack {
		var t *ast.FuncType
		var body *ast.BlockStmt
		switch f := n.(type) {
		case *ast.FuncLit:
			t, body = f.Type, f.Body
		case *ast.FuncDecl:
			t, body = f.Type, f.Body
		default:
			continue
		}
		for _, p := range t.Params.List {
			if !roles.Is(c.pass.TypesInfo.TypeOf(p.Type), roles.Runtime+"prompt", "Prompt") {
				continue
			}
			for _, name := range p.Names {
				if c.uses(body, c.pass.TypesInfo.Defs[name]) {
					return true
				}
			}
		}
		if t.Results != nil && len(t.Results.List) > 0 && roles.Is(c.pass.TypesInfo.TypeOf(t.Results.List[0].Type), roles.Runtime+"pin", "Result") {
			return true
		}
	}
	return false
}

func (c *checker) uses(body ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && obj != nil && c.pass.TypesInfo.Uses[id] == obj {
			found = true
		}
		return !found
	})
	return found
}

// throughPins says whether a call's client or an argument of it goes through a pin.Transport.
func (c *checker) throughPins(id *ast.Ident, stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		n, ok := stack[i].(*ast.CallExpr)
		if !ok {
			if _, ok := stack[i].(ast.Expr); ok {
				continue
			}
			return false
		}
		if n.Fun.Pos() <= id.Pos() && id.Pos() < n.Fun.End() {
			if c.pinned(n.Fun) {
				return true
			}
			for _, arg := range n.Args {
				if c.pinned(arg) {
					return true
				}
			}
		}
		return false
	}
	return false
}

// pinned says whether something in an expression is a pin.Transport, or is only ever set to what has one in it.
func (c *checker) pinned(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		if t := c.pass.TypesInfo.TypeOf(x); t != nil {
			if p, ok := types.Unalias(t).(*types.Pointer); ok && roles.Is(p.Elem(), roles.Runtime+"pin", "Transport") {
				found = true
				return false
			}
		}
		if id, ok := n.(*ast.Ident); ok {
			found = c.object(c.pass.TypesInfo.Uses[id])
		}
		return !found
	})
	return found
}

// object says the same of a variable by all that it is set to, and of a function by what it gives back. Of what leads to itself the
// rest decides.
func (c *checker) object(o types.Object) bool {
	if was, ok := c.seen[o]; ok || o == nil {
		return was
	}
	c.seen[o] = false
	switch o := o.(type) {
	case *types.Var:
		values := c.values[o]
		c.seen[o] = len(values) > 0 && !slices.ContainsFunc(values, func(v ast.Expr) bool { return !c.pinned(v) })
	case *types.Func:
		d := c.funcs[o]
		c.seen[o] = d != nil && d.Body != nil && c.returnsPinned(d)
	}
	return c.seen[o]
}

// returnsPinned says whether all that a function gives back first goes through pins.
func (c *checker) returnsPinned(d *ast.FuncDecl) bool {
	all, any := true, false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 0 || c.pass.TypesInfo.Types[n.Results[0]].IsNil() {
				return true
			}
			any = true
			all = all && c.pinned(n.Results[0])
		}
		return true
	})
	return all && any
}
