package sealed

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// linknames reports go:linkname to the runtime or to generated packages.
func (c *checker) linknames(f *ast.File) {
	for _, g := range f.Comments {
		for _, line := range g.List {
			rest, ok := strings.CutPrefix(line.Text, "//go:linkname ")
			words := strings.Fields(rest)
			if !ok || len(words) < 2 {
				continue
			}
			target := words[1]
			path := target[:strings.LastIndex(target, "/")+1]
			name, _, _ := strings.Cut(target[len(path):], ".")
			path += name
			if strings.HasPrefix(path, roles.Runtime) || c.generated(path) {
				c.report(line, "go:linkname to %s goes around what it does not export", path)
			}
		}
	}
}

func (c *checker) generated(path string) bool {
	p := types.NewPackage(path, "")
	return c.known.Role(p) || c.known.Root(p)
}

// call reports conversions to sealed types, new of them, and reflect and unsafe on them.
func (c *checker) call(n *ast.CallExpr) {
	info := c.pass.TypesInfo
	if tv := info.Types[n.Fun]; tv.IsType() && len(n.Args) == 1 {
		c.conversion(n, tv.Type)
		return
	}
	if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && info.Types[n.Fun].IsBuiltin() && id.Name == "new" {
		if s, _ := c.sealedType(info.TypeOf(n.Args[0])); s != nil && info.Types[n.Args[0]].IsType() {
			c.report(n, "new(%s): only generated code and the runtime make one", c.name(s))
		}
		return
	}
	var via string
	switch f := typeutil.Callee(info, n).(type) {
	case *types.Func:
		if f.Pkg() != nil && f.Pkg().Path() == "reflect" {
			via = "reflect." + f.Name()
		}
	case *types.Builtin:
		if f.Pkg() == types.Unsafe && f.Name() != "Sizeof" && f.Name() != "Alignof" && f.Name() != "Offsetof" {
			via = "unsafe." + f.Name()
		}
	}
	if via == "" {
		return
	}
	for _, arg := range n.Args {
		if s := c.any(info.TypeOf(arg)); s != nil {
			c.report(n, "%s on %s goes around what it seals", via, c.name(s))
			return
		}
	}
	for _, t := range typeArguments(info, n.Fun) {
		if s := c.any(t); s != nil {
			c.report(n, "%s on %s goes around what it seals", via, c.name(s))
			return
		}
	}
}

// any is the sealed type in t, also one that outlives the call.
func (c *checker) any(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	if s, _ := c.sealedType(t); s != nil {
		return s
	}
	return c.kept(t, nil)
}

// typeArguments are those of a generic function that is called.
func typeArguments(info *types.Info, fun ast.Expr) (out []types.Type) {
	ast.Inspect(fun, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if inst, ok := info.Instances[id]; ok {
				for i := range inst.TypeArgs.Len() {
					out = append(out, inst.TypeArgs.At(i))
				}
			}
		}
		return true
	})
	return out
}

func (c *checker) conversion(n *ast.CallExpr, to types.Type) {
	from := c.pass.TypesInfo.TypeOf(n.Args[0])
	if isUnsafePointer(to) || isUnsafePointer(from) {
		for _, t := range []types.Type{to, from} {
			if s := c.any(t); s != nil {
				c.report(n, "unsafe.Pointer on %s goes around what it seals", c.name(s))
				return
			}
		}
		return
	}
	if s, _ := c.sealedType(to); s != nil && !types.IsInterface(to) && !types.Identical(from, to) && !c.pass.TypesInfo.Types[n.Args[0]].IsNil() {
		c.report(n, "conversion to %s: only generated code and the runtime make one", c.name(s))
	}
}

func isUnsafePointer(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// literal reports composite literals. An empty one of a view or a prompt is what a function returns beside an error; the runtime
// refuses it.
func (c *checker) literal(n *ast.CompositeLit) {
	s, _ := c.sealedType(c.pass.TypesInfo.TypeOf(n))
	if s == nil {
		return
	}
	if name := s.Obj().Name(); len(n.Elts) > 0 || name == "Grant" || name == "Parts" || name == "Session" {
		c.report(n, "literal of %s: only generated code and the runtime make one", c.name(s))
	}
}

func (c *checker) embedding(fields *ast.FieldList) {
	for _, f := range fields.List {
		if s, _ := c.sealedType(c.pass.TypesInfo.TypeOf(f.Type)); len(f.Names) == 0 && s != nil {
			c.report(f, "embedding of %s: a type with it passes for one", c.name(s))
		}
	}
}

func (c *checker) definition(n *ast.TypeSpec) {
	if n.Assign != token.NoPos { // an alias is the type itself
		return
	}
	if s, _ := c.sealedType(c.pass.TypesInfo.TypeOf(n.Type)); s != nil {
		if _, pointer := n.Type.(*ast.StarExpr); !pointer {
			c.report(n, "a type made of %s converts to one", c.name(s))
		}
	}
}
