package pure

import (
	"go/ast"
	"go/token"
	"go/types"
)

// printing is what the standard library may call on a value that it gets as any.
var printing = []string{"Error", "Format", "GoString", "MarshalJSON", "MarshalText", "String"}

// conversions adds the methods that a call of an interface's method may lead to: those of each concrete type where a value of it becomes
// that interface. So the call itself needs no guess.
func (c *collector) conversions(decl ast.Node) {
	info := c.pass.TypesInfo
	ast.PreorderStack(decl, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			c.arguments(n)
		case *ast.AssignStmt:
			if n.Tok == token.ASSIGN && len(n.Lhs) == len(n.Rhs) {
				for i, rhs := range n.Rhs {
					c.converts(rhs, info.TypeOf(n.Lhs[i]))
				}
			}
		case *ast.ValueSpec:
			if n.Type != nil {
				for _, v := range n.Values {
					c.converts(v, info.TypeOf(n.Type))
				}
			}
		case *ast.ReturnStmt:
			if sig := around(info, stack); sig != nil && sig.Results().Len() == len(n.Results) {
				for i, r := range n.Results {
					c.converts(r, sig.Results().At(i).Type())
				}
			}
		case *ast.CompositeLit:
			c.elements(n)
		case *ast.Ident:
			if inst, ok := info.Instances[n]; ok {
				c.instance(n, info.Uses[n], inst)
			}
		}
		return true
	})
}

// around is the signature of the innermost function of a stack of nodes.
func around(info *types.Info, stack []ast.Node) *types.Signature {
	for i := len(stack) - 1; i >= 0; i-- {
		switch f := stack[i].(type) {
		case *ast.FuncLit:
			sig, _ := info.TypeOf(f).(*types.Signature)
			return sig
		case *ast.FuncDecl:
			if obj, ok := info.Defs[f.Name].(*types.Func); ok {
				return obj.Signature()
			}
		}
	}
	return nil
}

func (c *collector) arguments(n *ast.CallExpr) {
	info := c.pass.TypesInfo
	if tv := info.Types[n.Fun]; tv.IsType() {
		if len(n.Args) == 1 {
			c.converts(n.Args[0], tv.Type)
		}
		return
	}
	t := info.TypeOf(n.Fun)
	if t == nil {
		return
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return
	}
	for i, arg := range n.Args {
		last := sig.Params().Len() - 1
		switch {
		case sig.Variadic() && i >= last && !n.Ellipsis.IsValid():
			if s, ok := sig.Params().At(last).Type().Underlying().(*types.Slice); ok {
				c.converts(arg, s.Elem())
			}
		case i <= last:
			c.converts(arg, sig.Params().At(i).Type())
		}
	}
}

func (c *collector) elements(n *ast.CompositeLit) {
	t := c.pass.TypesInfo.TypeOf(n)
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // &T left out within another literal
		t = p.Elem()
	}
	for i, e := range n.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		value := e
		if keyed {
			value = kv.Value
		}
		switch u := t.Underlying().(type) {
		case *types.Slice:
			c.converts(value, u.Elem())
		case *types.Array:
			c.converts(value, u.Elem())
		case *types.Map:
			c.converts(value, u.Elem())
			if keyed {
				c.converts(kv.Key, u.Key())
			}
		case *types.Struct:
			if keyed {
				if id, ok := kv.Key.(*ast.Ident); ok {
					if f, ok := c.pass.TypesInfo.Uses[id].(*types.Var); ok {
						c.converts(value, f.Type())
					}
				}
			} else if i < u.NumFields() {
				c.converts(value, u.Field(i).Type())
			}
		}
	}
}

// converts adds what a value of e's type brings where it becomes a value of type to.
func (c *collector) converts(e ast.Expr, to types.Type) {
	from := c.pass.TypesInfo.TypeOf(e)
	if from == nil || to == nil || types.IsInterface(from) || isTypeParam(to) || !types.IsInterface(to) {
		return
	}
	c.methods(e, from, to.Underlying().(*types.Interface))
}

func (c *collector) methods(at ast.Node, from types.Type, iface *types.Interface) {
	names := printing
	if iface.NumMethods() > 0 {
		names = nil
		for m := range iface.Methods() {
			names = append(names, m.Name())
		}
	}
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(from, true, c.pass.Pkg, name)
		f, ok := obj.(*types.Func)
		if !ok || f.Pkg() == nil {
			continue
		}
		if f = f.Origin(); f.Pkg() == c.pass.Pkg {
			c.uses = append(c.uses, use{pos: at.Pos(), end: at.End(), to: f})
		} else {
			c.to(at, f)
		}
	}
}

// instance adds the methods that a generic function may call on its type arguments.
func (c *collector) instance(at *ast.Ident, of types.Object, inst types.Instance) {
	var params *types.TypeParamList
	switch o := of.(type) {
	case *types.Func:
		params = o.Signature().TypeParams()
	case *types.TypeName:
		if n, ok := types.Unalias(o.Type()).(*types.Named); ok {
			params = n.TypeParams()
		}
	}
	if params == nil || params.Len() != inst.TypeArgs.Len() {
		return
	}
	for i := range params.Len() {
		iface, ok := params.At(i).Constraint().Underlying().(*types.Interface)
		if arg := inst.TypeArgs.At(i); ok && iface.NumMethods() > 0 && !types.IsInterface(arg) {
			c.methods(at, arg, iface)
		}
	}
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}
