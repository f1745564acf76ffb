package pure

import "go/ast"

// zoneless says whether a time in the machine's zone is used so that the zone does not show: it is put into another, or only counted and
// compared. The stack leads to time.Unix and the like, or, with variable, to a variable that holds what it gave.
func (c *collector) zoneless(stack []ast.Node, variable bool) bool {
	i := len(stack) - 1
	if !variable {
		for ; i >= 0; i-- {
			if _, ok := stack[i].(*ast.CallExpr); ok {
				break
			}
		}
	}
	var child ast.Node // that holds the time
	if i >= 0 {
		child = stack[i]
	}
	for i--; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.ParenExpr:
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); n.Fun != child {
				return ok && comparing[sel.Sel.Name] // an argument of t.Before
			}
		case *ast.SelectorExpr:
			if elsewhere[n.Sel.Name] || comparing[n.Sel.Name] {
				return true
			}
			if n.Sel.Name != "Add" && n.Sel.Name != "Truncate" && n.Sel.Name != "Round" {
				return false
			}
		case *ast.AssignStmt:
			return !variable && c.keptZoneless(n, stack[:i])
		default:
			return false
		}
		child = stack[i]
	}
	return false
}

// What a time's methods do that shows no zone of it, and those that may have the time as an argument, too.
var (
	elsewhere = set("UTC In Unix UnixMilli UnixMicro UnixNano IsZero")
	comparing = set("Sub Compare Before After Equal")
)

// keptZoneless says whether a variable that a time is kept in is only used so that its zone does not show.
func (c *collector) keptZoneless(a *ast.AssignStmt, stack []ast.Node) bool {
	id, ok := a.Lhs[0].(*ast.Ident)
	v, within := c.pass.TypesInfo.Defs[id], body(stack)
	if !ok || len(a.Lhs) != 1 || v == nil || within == nil {
		return false
	}
	fine := true
	ast.PreorderStack(within, nil, func(n ast.Node, stack []ast.Node) bool {
		if use, ok := n.(*ast.Ident); ok && c.pass.TypesInfo.Uses[use] == v {
			fine = fine && c.zoneless(append(stack[:len(stack):len(stack)], use), true)
		}
		return true
	})
	return fine
}
