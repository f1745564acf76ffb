package pure

import (
	"go/types"
	"strings"
)

// Reaches is the fact that a function reaches something impure.
type Reaches struct {
	Kind  string // what it is, in words
	Chain []Step // from the function after this one to the root
}

// Step is one function of a chain, or its root. Without a package it is written as it is.
type Step struct{ Path, Package, Name string }

// AFact marks a fact.
func (*Reaches) AFact() {}

func (r *Reaches) String() string { return "reaches " + r.text(nil) }

// text is the chain as a message shows it to somebody who reads p.
func (r *Reaches) text(p *types.Package) string {
	var names []string
	for _, s := range r.Chain {
		name := s.Name
		if s.Package != "" && (p == nil || s.Path != p.Path()) {
			name = s.Package + "." + name
		}
		names = append(names, name)
	}
	return strings.Join(names, " → ") + " (" + r.Kind + ")"
}

// step names an object in a chain.
func step(o types.Object) Step {
	s := Step{Name: o.Name()}
	if o.Pkg() != nil {
		s.Path, s.Package = o.Pkg().Path(), o.Pkg().Name()
	}
	if f, ok := o.(*types.Func); ok {
		if recv := receiver(f); recv != "" {
			s.Name = recv + "." + s.Name
		}
	}
	return s
}

// receiver is the name of the type that a method is of; empty for a function.
func receiver(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
