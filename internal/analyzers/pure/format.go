package pure

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

// prints are the functions of fmt that format their arguments, by where these begin; with a format, that is the argument before.
var prints = map[string]struct {
	from   int
	format bool
}{
	"Sprint": {0, false}, "Sprintln": {0, false}, "Sprintf": {1, true}, "Errorf": {1, true},
	"Fprint": {1, false}, "Fprintln": {1, false}, "Fprintf": {2, true},
	"Append": {1, false}, "Appendln": {1, false}, "Appendf": {2, true},
}

// printed adds arguments of a fmt function that print as an address.
func (c *collector) printed(n *ast.CallExpr, f *types.Func) {
	if f.Pkg() == nil || f.Pkg().Path() != "fmt" || n.Ellipsis.IsValid() || !ours(c.pass) {
		return
	}
	p, ok := prints[f.Name()]
	if !ok || len(n.Args) <= p.from {
		return
	}
	args := n.Args[p.from:]
	verbs := ""
	if p.format {
		if v := c.pass.TypesInfo.Types[n.Args[p.from-1]].Value; v != nil && v.Kind() == constant.String {
			verbs = verbsOf(constant.StringVal(v))
		}
	}
	for i, arg := range args {
		verb := "%v"
		if i < len(verbs) {
			verb = "%" + verbs[i:i+1]
		}
		if verb == "%p" || verb != "%T" && verb != "%*" && printsAddress(c.pass.TypesInfo.TypeOf(arg), 0) {
			c.add(arg, address, verb+" in fmt."+f.Name())
		}
	}
}

// verbsOf is the verb of each argument of a format, in order; * for a width or a precision. Indexed arguments are not followed: then each
// counts as v.
func verbsOf(format string) string {
	var out strings.Builder
	skip := func(i int, set string) int {
		for i < len(format) && strings.IndexByte(set, format[i]) >= 0 {
			i++
		}
		return i
	}
	number := func(i int) int {
		if i < len(format) && format[i] == '*' {
			out.WriteByte('*')
			return i + 1
		}
		return skip(i, "0123456789")
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i = number(skip(i+1, "+-# 0"))
		if i+1 < len(format) && format[i] == '.' { // at the end it is a verb
			i = number(i + 1)
		}
		switch {
		case i >= len(format) || format[i] == '%':
		case format[i] == '[':
			return ""
		default:
			out.WriteByte(format[i])
		}
	}
	return out.String()
}

// printsAddress says whether fmt prints a value of a type, at a depth, as an address or with one in it. A pointer to a struct, a map,
// a slice or an array prints what it points to, but only on top.
func printsAddress(t types.Type, depth int) bool {
	if t == nil || depth > 8 || hasMethod(t, "Format") || hasMethod(t, "String") || hasMethod(t, "Error") {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Pointer:
		if depth > 0 {
			return true
		}
		switch u.Elem().Underlying().(type) {
		case *types.Struct, *types.Map, *types.Slice, *types.Array:
			return printsAddress(u.Elem(), 1)
		}
		return !isTypeParam(u.Elem())
	case *types.Slice:
		return printsAddress(u.Elem(), depth+1)
	case *types.Array:
		return printsAddress(u.Elem(), depth+1)
	case *types.Map:
		return printsAddress(u.Key(), depth+1) || printsAddress(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if printsAddress(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}
