package schema

import (
	"cmp"
	"slices"

	"github.com/grantgen/grantgen/schema/internal/shape"
)

// where resolves the constraints of one clause over one event type.
func (r *resolver) where(ev *Event, d shape.Dict[shape.Where], sc scopeOfWhere) ([]*Where, bool) {
	if !d.Set {
		return nil, true
	}
	if d.Empty {
		r.fail(d.At, "empty-list", "this where: constrains nothing").Expected = "{attribute: constraint}, or the key left out"
		return nil, false
	}
	var out []*Where
	good := true
	for _, e := range d.Entries {
		f := ev.Field(e.Name())
		if f == nil || !f.Attribute {
			good = false
			r.noAttribute(ev, f, e)
			continue
		}
		if f.Type.Kind == "" {
			good = false // its type was reported
			continue
		}
		w := &Where{Pos: e.Key.Pos, Field: f}
		if !r.constraint(w, e.Val, sc) {
			good = false
			continue
		}
		if w.Op == Between && w.empty() {
			r.fail(e.Key.Pos, "empty-where", "no %s lies between: this clause can match nothing", f.Name).Expected = "bounds with a value between them"
			good = false
		}
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b *Where) int { return cmp.Compare(a.Field.Name, b.Field.Name) })
	return out, good
}

func (r *resolver) noAttribute(ev *Event, f *Field, e shape.Entry[shape.Where]) {
	var attributes []string
	for _, a := range ev.Fields {
		if a.Attribute {
			attributes = append(attributes, a.Name)
		}
	}
	if f != nil {
		d := r.fail(e.Key.Pos, "where-payload", "%q is a payload field of %s: where sees the envelope only", f.Name, ev.Name)
		d.Expected = "the field under envelope: of " + ev.Name
		d.Related = firstDeclared(f.Pos)
		return
	}
	r.unknown(e.Key.Pos, "attribute of "+ev.Name, e.Name(), attributes)
}

// constraint reads one attribute's constraint in any of its forms.
func (r *resolver) constraint(w *Where, form shape.Where, sc scopeOfWhere) bool {
	switch {
	case form.Ask != nil:
		return r.ask(w, form.Ask, sc)
	case form.Any != nil:
		return r.in(w, form.Any, sc)
	default:
		return r.in(w, []shape.Literal{form.One}, sc)
	}
}

// in reads a value or a list of values: the attribute is one of them.
func (r *resolver) in(w *Where, forms []shape.Literal, sc scopeOfWhere) bool {
	w.Op = In
	switch w.Field.Type.Kind {
	case OfRoster, Bool, String, ID, Int:
	case SetOf:
		r.fail(forms[0].Pos(), "where", "%s is a set: it is asked what it has", w.Field.Name).Expected = "{has: value} or {lacks: value}"
		return false
	default:
		r.fail(forms[0].Pos(), "where", "%s is %s: it is not compared for equality", w.Field.Name, article(w.Field.Type)).Expected = "a range: {ge, gt, le, lt}"
		return false
	}
	good, stands := true, map[Literal]bool{}
	for _, f := range forms {
		l, ok := r.literal(f, w.Field, sc)
		if !ok {
			good = false
			continue
		}
		if stands[l] {
			r.warn(f.Pos(), "repeated", "%s stands twice in this list", l)
			continue
		}
		stands[l] = true
		w.Values = append(w.Values, l)
	}
	slices.SortFunc(w.Values, Literal.compare)
	return good
}

// ask reads {ge, gt, le, lt}, {prefix}, {has}, {lacks} and {present}: one question, a range being one.
func (r *resolver) ask(w *Where, a *shape.Ask, sc scopeOfWhere) bool {
	asked := 0
	for _, given := range []bool{a.Ge.Given() || a.Gt.Given() || a.Le.Given() || a.Lt.Given(), a.Prefix.Given(), a.Has.Given(), a.Lacks.Given(), a.Present.Given()} {
		if given {
			asked++
		}
	}
	if asked != 1 {
		r.fail(a.At, "where", "an attribute has one constraint, and %s has %s", w.Field.Name, [...]string{"none", "", "several", "several", "several", "several"}[asked]).Expected =
			"a value, a list, {ge, gt, le, lt}, {prefix}, {has}, {lacks} or {present}"
		return false
	}
	one := func(op Op, l shape.Literal) bool {
		sc.prefix = op == Prefix
		v, ok := r.literal(l, w.Field, sc)
		w.Op, w.Values = op, []Literal{v}
		return ok
	}
	kind := w.Field.Type.Kind
	switch {
	case a.Prefix.Given():
		if kind != String && kind != ID {
			return r.wrongAsk(w, a.Prefix, "{prefix} asks a string")
		}
		if a.Prefix.Node().Text == "" {
			r.fail(a.Prefix.Pos(), "where", "an empty prefix is no constraint").Expected = "{present: true}, or a text"
			return false
		}
		return one(Prefix, a.Prefix)
	case a.Has.Given():
		if kind != SetOf {
			return r.wrongAsk(w, a.Has, "{has} asks a set")
		}
		return one(Has, a.Has)
	case a.Lacks.Given():
		if kind != SetOf {
			return r.wrongAsk(w, a.Lacks, "{lacks} asks a set")
		}
		return one(Lacks, a.Lacks)
	case a.Present.Given():
		if !w.Field.Type.Optional {
			r.fail(a.Present.Pos(), "where", "%s is always present: it is not optional", w.Field.Name).Expected = "no constraint, or the type with ?"
			return false
		}
		if w.Op = Absent; a.Present.On {
			w.Op = Present
		}
		return true
	}
	return r.between(w, a, sc)
}

func (r *resolver) wrongAsk(w *Where, l shape.Literal, why string) bool {
	r.fail(l.Pos(), "where", "%s, and %s is %s", why, w.Field.Name, article(w.Field.Type)).Expected = asksOf(w.Field.Type)
	return false
}

// asksOf is what may be asked of a type.
func asksOf(t Type) string {
	s := map[TypeKind]string{
		String: "a value, a list or {prefix}", ID: "a value, a list or {prefix}", Int: "a value, a list or {ge, gt, le, lt}",
		Float: "{ge, gt, le, lt}", Time: "{ge, gt, le, lt}", Bool: "true or false", OfRoster: "a value or a list", SetOf: "{has} or {lacks}",
	}[t.Kind]
	if t.Optional {
		s += ", or {present}"
	}
	return s
}
