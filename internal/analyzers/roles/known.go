package roles

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Role says whether a package holds a role's grant.
func (k *Known) Role(p *types.Package) bool {
	if p == nil {
		return false
	}
	_, ok := k.roles[p.Path()]
	return ok
}

// Standard says whether a package that this one knows of is the standard library's.
func (k *Known) Standard(p *types.Package) bool {
	if !dotless(p.Path()) {
		return false
	}
	for m := range k.modules {
		if p.Path() == m || strings.HasPrefix(p.Path(), m+"/") {
			return false
		}
	}
	return true
}

// Root says whether a package is generated and holds a schema's events.
func (k *Known) Root(p *types.Package) bool { return p != nil && k.roots[p.Path()] }

// Any says whether this package, or one that it imports near or far, is generated.
func (k *Known) Any() bool { return len(k.roles)+len(k.roots) > 0 }

// Writers are the roles, by import path and sorted, that have a write door to a family of a root's scopes.
func (k *Known) Writers(root *types.Package, family string) (paths []string) {
	for _, path := range slices.Sorted(maps.Keys(k.roles)) {
		if r := k.roles[path]; r.Root == root.Path() && slices.Contains(r.Writes, family) {
			paths = append(paths, path)
		}
	}
	return paths
}

// Generated says whether a place of this package lies in a file that grantgen wrote.
func (k *Known) Generated(pos token.Pos) bool {
	f := k.pass.Fset.File(pos)
	return f != nil && k.generated[f.Name()]
}

// Test says whether a place lies in a test file.
func (k *Known) Test(pos token.Pos) bool {
	f := k.pass.Fset.File(pos)
	return f != nil && strings.HasSuffix(f.Name(), "_test.go")
}

// Grant says whether t is a role's Grant or a pointer to one, and of which package.
func (k *Known) Grant(t types.Type) (*types.Package, bool) { return k.named(t, "Grant") }

// Parts says the same of Parts.
func (k *Known) Parts(t types.Type) (*types.Package, bool) { return k.named(t, "Parts") }

func (k *Known) named(t types.Type, name string) (*types.Package, bool) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Name() != name || !k.Role(n.Obj().Pkg()) {
		return nil, false
	}
	return n.Obj().Pkg(), true
}

// TakesGrant says whether a function takes a role's Grant: then it is part of an assembler.
func (k *Known) TakesGrant(s *types.Signature) bool {
	for v := range s.Params().Variables() {
		if _, ok := k.Grant(v.Type()); ok {
			return true
		}
	}
	return false
}

// Assembler says whether a function is a whole assembler: it takes a Grant and the Parts of the same role, and gives nothing back.
func (k *Known) Assembler(s *types.Signature) bool {
	if s.Params().Len() != 2 || s.Results().Len() > 0 {
		return false
	}
	grant, ok := k.Grant(s.Params().At(0).Type())
	parts, ok2 := k.Parts(s.Params().At(1).Type())
	return ok && ok2 && grant == parts
}

// TakesContext says whether a function takes a context.Context: of generated functions, those reach the log.
func TakesContext(s *types.Signature) bool {
	for v := range s.Params().Variables() {
		if Is(v.Type(), "context", "Context") {
			return true
		}
	}
	return false
}

// Is says whether t is the named type name of a package.
func Is(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}
