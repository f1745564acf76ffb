package gocode

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
)

// typeOf is a type by its text alone: what it embeds is not looked up yet.
func typeOf(e ast.Expr) *Type {
	s, ok := e.(*ast.StructType)
	if !ok {
		if of, name := named(e); of != "" || name != "" {
			return &Type{under: e}
		}
		return &Type{}
	}
	t := &Type{Fields: []string{}}
	for _, f := range s.Fields.List {
		for _, n := range f.Names {
			t.Fields = append(t.Fields, n.Name)
		}
		if len(f.Names) == 0 {
			t.embedded = append(t.embedded, f.Type)
		}
	}
	return t
}

// embed gives each struct the fields of what it embeds, once all files are read.
func (p *Package) embed() {
	for _, name := range slices.Sorted(maps.Keys(p.Types)) {
		t := p.Types[name]
		if len(t.embedded) > 0 {
			p.into(t, t.embedded, map[string]bool{name: true})
		}
	}
	for _, t := range p.Types {
		t.embedded, t.under = nil, nil
	}
}

// into adds what is reached by embedded types: a struct may come back to one by a pointer, so that each is gone into once.
func (p *Package) into(t *Type, embedded []ast.Expr, seen map[string]bool) {
	for _, e := range embedded {
		_, name := named(e)
		t.add(name)
		p.intoOne(t, e, seen)
	}
}

func (p *Package) intoOne(t *Type, e ast.Expr, seen map[string]bool) {
	of, name := named(e)
	inner := p.Types[name]
	switch {
	case of != "":
		t.elsewhere(of + "." + name)
	case inner == nil && types.Universe.Lookup(name) == nil: // an import with a dot before it, or a file that is about to come
		t.elsewhere(name)
	case inner == nil || seen[name]:
	default:
		seen[name] = true
		for _, f := range inner.Fields {
			t.add(f)
		}
		p.into(t, inner.embedded, seen)
		if inner.under != nil {
			p.intoOne(t, inner.under, seen)
		}
	}
}

func (t *Type) add(field string) {
	if !slices.Contains(t.Fields, field) {
		t.Fields = append(t.Fields, field)
	}
}

func (t *Type) elsewhere(name string) {
	if t.Embeds == "" {
		t.Embeds = name
	}
}

// named is the name of a type, and of the package that it is imported from; both are empty where it has no name.
func named(e ast.Expr) (of, name string) {
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.SelectorExpr:
			if of, ok := x.X.(*ast.Ident); ok {
				return of.Name, x.Sel.Name
			}
			return "", ""
		case *ast.Ident:
			return "", x.Name
		default:
			return "", ""
		}
	}
}
