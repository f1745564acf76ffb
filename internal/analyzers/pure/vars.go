package pure

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// variables are the package's variables that may change, and why. In a module that is used at a version, these are caches and tables:
// following them finds nothing that a user could mend. Tests that set a variable do
// not make it one that changes.
func variables(pass *analysis.Pass, known *roles.Known) map[*types.Var]string {
	out := map[*types.Var]string{}
	if !ours(pass) {
		return out
	}
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		switch {
		case !ok || known.Generated(v.Pos()):
		case v.Exported() && pass.Pkg.Name() != "main" && !isSentinel(v):
			out[v] = exported
		case !fixed(held(pass, v), nil):
			out[v] = refers
		}
	}
	newKeepers(pass).variables(out, known.Generated)
	changed := func(e ast.Expr) {
		if v := rootVar(pass.TypesInfo, e); v != nil && v.Pkg() == pass.Pkg {
			out[v] = assigned
		}
	}
	for _, f := range pass.Files {
		if known.Test(f.FileStart) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, lhs := range n.Lhs {
						changed(lhs)
					}
				}
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					changed(n.Key)
					if n.Value != nil {
						changed(n.Value)
					}
				}
			case *ast.IncDecStmt:
				changed(n.X)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					changed(n.X)
				}
			case *ast.CallExpr:
				changedByCall(pass.TypesInfo, n, changed)
			}
			return true
		})
	}
	return out
}

// ours says whether a package is of the main module, or of one that is worked on beside it.
func ours(pass *analysis.Pass) bool {
	return pass.Module == nil || pass.Module.Version == ""
}

// held is the type of what a variable holds: of an interface, that of the value that it begins with.
func held(pass *analysis.Pass, v *types.Var) types.Type {
	if types.IsInterface(v.Type()) {
		for _, init := range pass.TypesInfo.InitOrder {
			if len(init.Lhs) == 1 && init.Lhs[0] == v {
				return pass.TypesInfo.TypeOf(init.Rhs)
			}
		}
	}
	return v.Type()
}

// changedByCall tells changed what a call may change: what a method takes the address of, what builtins write, what is sorted.
func changedByCall(info *types.Info, n *ast.CallExpr, changed func(ast.Expr)) {
	switch fun := ast.Unparen(n.Fun).(type) {
	case *ast.Ident:
		if b, ok := info.Uses[fun].(*types.Builtin); ok && len(n.Args) > 0 && (b.Name() == "clear" || b.Name() == "copy" || b.Name() == "delete") {
			changed(n.Args[0])
		}
	case *ast.SelectorExpr:
		if s := info.Selections[fun]; s != nil && s.Kind() == types.MethodVal && takesAddress(s) {
			changed(fun.X)
		}
	}
	if f := typeutil.StaticCallee(info, n); f != nil && f.Pkg() != nil && sorts(f) && len(n.Args) > 0 {
		changed(n.Args[0])
	}
}

// rootVar is the package variable that an expression is a part of; nil if there is none.
func rootVar(info *types.Info, e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if v, ok := info.Uses[x.Sel].(*types.Var); ok && isPackageVar(v) {
				return v
			}
			e = x.X
		case *ast.Ident:
			if v, ok := info.Uses[x].(*types.Var); ok && isPackageVar(v) {
				return v
			}
			return nil
		default:
			return nil
		}
	}
}

func isPackageVar(v *types.Var) bool {
	return !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// isSentinel says whether a variable is an error that has a name, as io.EOF: by custom nobody assigns those.
func isSentinel(v *types.Var) bool {
	return types.Identical(v.Type(), types.Universe.Lookup("error").Type())
}

// fixed says whether a value of a type can be changed only by assigning to a part of its variable. A function's state is what its
// initialiser mentions; what an interface holds was looked at where it was put in.
func fixed(t types.Type, within []types.Type) bool {
	for _, w := range within {
		if types.Identical(w, t) {
			return true
		}
	}
	within = append(within, t)
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		switch n.Obj().Pkg().Path() + "." + n.Obj().Name() {
		case "time.Time", "embed.FS", "math/big.Int", "math/big.Rat":
			return true
		case "sync/atomic.Value", "sync/atomic.Bool", "sync.Map", "sync.Pool", "sync.Mutex", "sync.RWMutex", "sync.Once":
			return false
		}
		if strings.HasPrefix(n.Obj().Pkg().Path(), "sync") {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Signature, *types.Interface:
		return true
	case *types.Slice:
		return fixed(u.Elem(), within)
	case *types.Array:
		return fixed(u.Elem(), within)
	case *types.Map:
		return fixed(u.Key(), within) && fixed(u.Elem(), within)
	case *types.Struct:
		for f := range u.Fields() {
			if !fixed(f.Type(), within) {
				return false
			}
		}
		return true
	case *types.Pointer:
		return fixedPointer(u.Elem())
	}
	return false
}

// fixedPointer says whether a pointer leads to something that its methods do not change.
func fixedPointer(t types.Type) bool {
	for _, known := range [][2]string{
		{"regexp", "Regexp"}, {"strings", "Replacer"}, {"text/template", "Template"}, {"html/template", "Template"}, {"time", "Location"},
		{"unicode", "RangeTable"},
	} {
		if roles.Is(t, known[0], known[1]) {
			return true
		}
	}
	return false
}

// variable is a package variable by its name.
func (c *collector) variable(id *ast.Ident, v *types.Var) {
	switch kind := c.mayChange(v); {
	case kind != "":
		c.addRoot(id, kind, step(v))
	case v.Pkg() == c.pass.Pkg:
		c.uses = append(c.uses, use{pos: id.Pos(), end: id.End(), to: v})
	}
}

// mayChange is what is impure about reading a package variable; empty if nothing is.
func (c *collector) mayChange(v *types.Var) string {
	if v.Pkg() == c.pass.Pkg {
		return c.vars[v]
	}
	if !ours(c.pass) && !c.known.Standard(v.Pkg()) {
		return ""
	}
	if c.known.Role(v.Pkg()) || c.known.Root(v.Pkg()) || isSentinel(v) {
		return ""
	}
	if kind, listed := table(v); listed {
		return kind
	}
	if m := c.pass.Module; m != nil && m.Path != "" && v.Pkg().Path() != m.Path && !strings.HasPrefix(v.Pkg().Path(), m.Path+"/") {
		return "" // as language.English: what other modules export is a table to whoever reads it
	}
	return exported
}

// written is a place that a function writes, or may let others write. Where reading it is a finding already, that is enough.
func (c *collector) written(e ast.Expr, how string) {
	if v := rootVar(c.pass.TypesInfo, e); v != nil && ours(c.pass) && c.mayChange(v) == "" {
		s := step(v)
		if v.Pkg() != c.pass.Pkg {
			s.Name = s.Package + "." + s.Name
		}
		c.add(e, assigned, how+s.Name)
	}
}

// sorts says whether a function sorts its first argument in place.
func sorts(f *types.Func) bool {
	switch f.Pkg().Path() {
	case "slices":
		return strings.HasPrefix(f.Name(), "Sort") && !strings.HasPrefix(f.Name(), "Sorted") || f.Name() == "Reverse"
	case "sort":
		switch f.Name() {
		case "Sort", "Stable", "Slice", "SliceStable", "Strings", "Ints", "Float64s":
			return true
		}
	}
	return false
}
