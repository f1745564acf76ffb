package raw

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// prompts reports what turns plain strings into a prompt: renderers take an assembly.Context, and nothing but Assemble makes or changes one.
func (c *checker) prompts(f *ast.File) {
	info := c.pass.TypesInfo
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if len(n.Elts) > 0 && isContext(info.TypeOf(n)) {
				c.report(n, "literal of assembly.Context: a prompt of it is of strings that no grant gave; Assemble makes one")
			}
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, lhs := range n.Lhs {
					if c.inContext(lhs) {
						c.report(n, "assignment to %s: a prompt of it is no longer what the grant gave", types.ExprString(lhs))
					}
				}
			}
		case *ast.CallExpr:
			c.decodes(n)
		}
		return true
	})
}

func isContext(t types.Type) bool {
	if t == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return roles.Is(t, roles.Runtime+"assembly", "Context")
}

// inContext says whether an expression is a part of an assembly.Context that is there.
func (c *checker) inContext(e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if isContext(c.pass.TypesInfo.TypeOf(x.X)) {
				return true
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return false
		}
	}
}

// decodes reports json.Unmarshal and the like into a context or a prompt.
func (c *checker) decodes(n *ast.CallExpr) {
	f := typeutil.StaticCallee(c.pass.TypesInfo, n)
	if f == nil || !strings.HasPrefix(f.Name(), "Unmarshal") && !strings.HasPrefix(f.Name(), "Decode") {
		return
	}
	for _, arg := range n.Args {
		t := c.pass.TypesInfo.TypeOf(arg)
		if p, ok := types.Unalias(t).(*types.Pointer); ok && (isContext(t) || roles.Is(p.Elem(), roles.Runtime+"prompt", "Prompt")) {
			c.report(n, "%s into %s: a prompt of it is of strings that no grant gave; Assemble makes one", f.Name(), types.TypeString(p.Elem(), types.RelativeTo(c.pass.Pkg)))
		}
	}
}
