package sealed

import (
	"go/ast"
	"go/types"
	"path"
	"strings"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// constructors are functions of the runtime, by path below it, that are for generated code. Those of package slice are told by their
// shape: all that take or give back a session, or write.
var constructors = map[string][]string{
	"assembly":  {"Open", "SourceOf", "ProseOf", "HandleOf", "HandleOfProse"},
	"prompt":    {"New"},
	"belief":    {"Key.Revise", "Key.Contract"},
	"chronicle": {"Section.Pending"},
	"memory":    {"Scope.Remember", "Scope.Forget", "Scope.Reconfirm"},
}

// mention reports constructors, and a root's writers, by their name.
func (c *checker) mention(id *ast.Ident, stack []ast.Node) {
	f, ok := c.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil {
		return
	}
	f = f.Origin()
	if below, ok := strings.CutPrefix(f.Pkg().Path(), roles.Runtime); ok {
		if constructs(below, f) {
			c.report(id, "%s is for generated code", path.Base(below)+"."+name(f))
		}
		return
	}
	if !c.known.Root(f.Pkg()) || f.Signature().Recv() != nil || !isScope(f) || c.parses(stack) || names(stack) {
		return
	}
	if writers := c.known.Writers(f.Pkg(), f.Name()); len(writers) > 0 {
		c.report(id, "%s.%s writes to scopes that %s writes: its door %s.Write%s keeps them to what the role may read; where a store is seeded on purpose, //grant:sealed REASON on the line is the exception",
			f.Pkg().Name(), f.Name(), path.Base(writers[0]), path.Base(writers[0]), f.Name())
	}
}

func constructs(below string, f *types.Func) bool {
	for _, n := range constructors[below] {
		if n == name(f) {
			return true
		}
	}
	if below != "slice" || f.Signature().Recv() != nil {
		return false
	}
	if strings.HasPrefix(f.Name(), "Write") || strings.HasPrefix(f.Name(), "Assemble") {
		return true
	}
	for _, tuple := range []*types.Tuple{f.Signature().Params(), f.Signature().Results()} {
		for v := range tuple.Variables() {
			if p, ok := types.Unalias(v.Type()).(*types.Pointer); ok {
				if n, ok := types.Unalias(p.Elem()).(*types.Named); ok && roles.Is(n.Origin(), roles.Runtime+"slice", "Session") {
					return true
				}
			}
		}
	}
	return false
}

func name(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name() + "." + f.Name()
	}
	return f.Name()
}

// isScope says whether a root's function names a scope of the family that it is called after, to write there: HeldScope, FactsMemory.
func isScope(f *types.Func) bool {
	if f.Signature().Results().Len() != 1 {
		return false
	}
	n, ok := types.Unalias(f.Signature().Results().At(0).Type()).(*types.Named)
	return ok && n.Obj().Pkg() == f.Pkg() && n.Obj().Name() != f.Name() && strings.HasPrefix(n.Obj().Name(), f.Name())
}

// parses says whether a function around has the shape of a door's parse: from the model's answer to a list of a root's writes. The door
// refuses those that are not its own.
func (c *checker) parses(stack []ast.Node) bool {
	for _, n := range stack {
		var t *ast.FuncType
		switch f := n.(type) {
		case *ast.FuncLit:
			t = f.Type
		case *ast.FuncDecl:
			t = f.Type
		default:
			continue
		}
		if len(t.Params.List) != 1 || t.Results == nil || len(t.Results.List) != 2 {
			continue
		}
		s, ok := c.pass.TypesInfo.TypeOf(t.Results.List[0].Type).Underlying().(*types.Slice)
		if !ok {
			continue
		}
		if w, ok := types.Unalias(s.Elem()).(*types.Named); ok && c.known.Root(w.Obj().Pkg()) && strings.HasSuffix(w.Obj().Name(), "Write") {
			return true
		}
	}
	return false
}

// names says whether only the scope's name is asked for, as grants.Facts(tenant).Name().
func names(stack []ast.Node) bool {
	for i := len(stack) - 1; i > 0; i-- {
		if _, ok := stack[i].(*ast.CallExpr); ok {
			sel, ok := stack[i-1].(*ast.SelectorExpr)
			return ok && sel.Sel.Name == "Name"
		}
	}
	return false
}
