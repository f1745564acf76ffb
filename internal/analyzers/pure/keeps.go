package pure

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Keeps is the fact that what a function gives back has a state of its own: a function literal that writes to a variable around it, or
// something behind an interface that may change.
type Keeps struct{}

// AFact marks a fact.
func (*Keeps) AFact() {}

func (*Keeps) String() string { return "gives back something that has a state" }

// keepers are the functions of the package of which that is so.
type keepers struct {
	pass *analysis.Pass
	of   map[*types.Func]bool
}

func newKeepers(pass *analysis.Pass) *keepers {
	k := &keepers{pass, map[*types.Func]bool{}}
	for changed := true; changed; {
		changed = false
		for _, f := range pass.Files {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Body == nil {
					continue
				}
				obj, ok := pass.TypesInfo.Defs[fn.Name].(*types.Func)
				if ok && !k.of[obj] && k.gives(fn.Body, obj.Signature()) {
					k.of[obj], changed = true, true
					pass.ExportObjectFact(obj, new(Keeps))
				}
			}
		}
	}
	return k
}

// gives says whether a function with this body gives back something that has a state.
func (k *keepers) gives(body *ast.BlockStmt, sig *types.Signature) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for i, r := range n.Results {
				var to types.Type
				if len(n.Results) == sig.Results().Len() {
					to = sig.Results().At(i).Type()
				}
				found = found || k.stateful(r, to, body)
			}
		}
		return !found
	})
	return found
}

// stateful says whether an expression that becomes a value of type to has a state. Local variables are looked up within a body.
func (k *keepers) stateful(e ast.Expr, to types.Type, body ast.Node) bool {
	info := k.pass.TypesInfo
	if t := info.TypeOf(e); t != nil && to != nil && acts(to) && !types.IsInterface(t) && types.IsInterface(to) && !fixed(t, nil) {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return k.writesAround(e)
	case *ast.CallExpr:
		if lit, ok := ast.Unparen(e.Fun).(*ast.FuncLit); ok {
			sig, _ := info.TypeOf(lit).(*types.Signature)
			return sig != nil && k.gives(lit.Body, sig)
		}
		for _, arg := range e.Args { // as wrap(counter())
			if acts(info.TypeOf(arg)) && k.stateful(arg, nil, body) {
				return true
			}
		}
		f, _ := typeutil.Callee(info, e).(*types.Func)
		return f != nil && (k.of[f.Origin()] || f.Pkg() != k.pass.Pkg && k.pass.ImportObjectFact(f.Origin(), new(Keeps)))
	case *ast.CompositeLit:
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			if k.stateful(el, nil, body) {
				return true
			}
		}
	case *ast.UnaryExpr:
		return e.Op == token.AND && k.stateful(e.X, nil, body)
	case *ast.Ident:
		return body != nil && k.local(e, body)
	}
	return false
}

// local says whether a variable begins with a function literal that has a state.
func (k *keepers) local(id *ast.Ident, body ast.Node) bool {
	v, found := k.pass.TypesInfo.Uses[id], false
	if v == nil {
		return false
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, lhs := range a.Lhs {
				name, ok := lhs.(*ast.Ident)
				if !ok || k.pass.TypesInfo.ObjectOf(name) != v {
					continue
				}
				if lit, ok := ast.Unparen(a.Rhs[i]).(*ast.FuncLit); ok {
					found = found || k.writesAround(lit)
				}
			}
		}
		return !found
	})
	return found
}

// writesAround says whether a literal writes to a local variable that is not its own.
func (k *keepers) writesAround(lit *ast.FuncLit) bool {
	info, found := k.pass.TypesInfo, false
	wrote := func(e ast.Expr) {
		id := root(e)
		if id == nil {
			return
		}
		v, ok := info.Uses[id].(*types.Var)
		found = found || ok && !v.IsField() && !isPackageVar(v) && !(lit.Pos() <= v.Pos() && v.Pos() < lit.End())
	}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, lhs := range n.Lhs {
					wrote(lhs)
				}
			}
		case *ast.IncDecStmt:
			wrote(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				wrote(n.X)
			}
		case *ast.CallExpr:
			changedByCall(info, n, wrote)
		}
		return !found
	})
	return found
}

// root is the variable that an expression is a part of.
func root(e ast.Expr) *ast.Ident {
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
			e = x.X
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}

// acts says whether a value of a type is a function or something behind an interface, or has one in it. Errors only tell.
func acts(t types.Type) bool { return holdsCode(t, nil) }

func holdsCode(t types.Type, within []types.Type) bool {
	if t == nil {
		return false
	}
	for _, w := range within {
		if types.Identical(w, t) {
			return false
		}
	}
	within = append(within, t)
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return u.NumMethods() > 0 && !types.Identical(t, types.Universe.Lookup("error").Type())
	case *types.Slice:
		return holdsCode(u.Elem(), within)
	case *types.Array:
		return holdsCode(u.Elem(), within)
	case *types.Map:
		return holdsCode(u.Elem(), within)
	case *types.Pointer:
		return holdsCode(u.Elem(), within)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsCode(f.Type(), within) {
				return true
			}
		}
	}
	return false
}

// variables adds the package's variables that begin with something that has a state.
func (k *keepers) variables(out map[*types.Var]string, skip func(token.Pos) bool) {
	for _, init := range k.pass.TypesInfo.InitOrder {
		for _, v := range init.Lhs {
			if out[v] == "" && !skip(v.Pos()) && acts(v.Type()) && k.stateful(init.Rhs, nil, nil) {
				out[v] = refers
			}
		}
	}
}
