package sealed

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// sealedNames are the runtime's sealed types, by path below it. Those that are true live as long as the call.
var sealedNames = map[string]map[string]bool{
	"assembly": {"Source": true, "Prose": true, "Citation": true, "Handle": true, "Session": true},
	"slice":    {"Session": true},
	"prompt":   {"Prompt": false},
}

// sealedType is the sealed type that t is, without pointers, and whether values of it live as long as the call; nil if it is none.
func (c *checker) sealedType(t types.Type) (n *types.Named, call bool) {
	for {
		t = types.Unalias(t)
		p, ok := t.(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil, false
	}
	n = n.Origin()
	path := n.Obj().Pkg().Path()
	if len(path) > len(roles.Runtime) && path[:len(roles.Runtime)] == roles.Runtime {
		if call, ok := sealedNames[path[len(roles.Runtime):]][n.Obj().Name()]; ok {
			return n, call
		}
		return nil, false
	}
	if c.known.Role(n.Obj().Pkg()) && ofCall(n) {
		return n, true
	}
	return nil, false
}

// ofCall says whether a type of a role's package is its Grant, its Parts, an accessor of a slice or a view: they have the call's session
// or a source in them.
func ofCall(n *types.Named) bool {
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		t := types.Unalias(f.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		field, ok := t.(*types.Named)
		if !ok {
			continue
		}
		for _, w := range [][2]string{{"slice", "Session"}, {"assembly", "Source"}, {"assembly", "Prose"}} {
			if roles.Is(field.Origin(), roles.Runtime+w[0], w[1]) {
				return true
			}
		}
	}
	return false
}

// kept is the type in t whose values live as long as the call: t itself, or one that a container, a struct or an iterator holds.
func (c *checker) kept(t types.Type, within []types.Type) *types.Named {
	if t == nil {
		return nil
	}
	for _, w := range within {
		if types.Identical(w, t) {
			return nil
		}
	}
	within = append(within, t)
	if n, call := c.sealedType(t); n != nil {
		if call {
			return n
		}
		return nil
	}
	n, ok := types.Unalias(t).(*types.Named)
	if ok && n.Obj().Pkg() != nil && strings.HasPrefix(n.Obj().Pkg().Path(), roles.Runtime) {
		return nil // what the runtime's other types have in them is theirs: a Context outlives its call
	}
	if ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "iter" {
		for i := range n.TypeArgs().Len() {
			if k := c.kept(n.TypeArgs().At(i), within); k != nil {
				return k
			}
		}
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return c.kept(u.Elem(), within)
	case *types.Slice:
		return c.kept(u.Elem(), within)
	case *types.Array:
		return c.kept(u.Elem(), within)
	case *types.Chan:
		return c.kept(u.Elem(), within)
	case *types.Map:
		if k := c.kept(u.Key(), within); k != nil {
			return k
		}
		return c.kept(u.Elem(), within)
	case *types.Struct:
		for f := range u.Fields() {
			if k := c.kept(f.Type(), within); k != nil {
				return k
			}
		}
	}
	return nil
}

// bound says whether a value of an expression lives as long as the call.
func (c *checker) bound(e ast.Expr) bool {
	return c.kept(c.pass.TypesInfo.TypeOf(e), nil) != nil
}

// of names what an expression holds, for a message.
func (c *checker) of(e ast.Expr) string {
	return c.name(c.kept(c.pass.TypesInfo.TypeOf(e), nil))
}

func (c *checker) name(n *types.Named) string {
	if n.Obj().Pkg() == c.pass.Pkg {
		return n.Obj().Name()
	}
	return n.Obj().Pkg().Name() + "." + n.Obj().Name()
}
