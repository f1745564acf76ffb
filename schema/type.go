package schema

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

var basicTypes = []TypeKind{String, Int, Float, Bool, Time, Duration, ID, JSON}

// String gives t back as the schema writes it.
func (t Type) String() string {
	s := string(t.Kind)
	switch t.Kind {
	case OfRoster:
		s = t.Roster.Name
	case OfRecord:
		s = t.Record.Name
	case SetOf:
		s = "set " + t.Roster.Name
	case ListOf:
		s = "list " + t.Elem.String()
	}
	if t.Optional {
		s += "?"
	}
	return s
}

// Equal says whether t and u are one type.
func (t Type) Equal(u Type) bool { return t.String() == u.String() }

// freeTypeName refuses a roster or record that is called as a word of the language or as another.
func (r *resolver) freeTypeName(p diag.Pos, what, name string) bool {
	if slices.Contains(basicTypes, TypeKind(name)) || name == "list" || name == "set" {
		r.fail(p, "reserved", "the %s %q has the name of a field type", what, name).Expected = "another name"
		return false
	}
	if roster, ok := r.rosters.by[name]; ok && what != "roster" {
		r.fail(p, "duplicate-key", "%q is a roster and a record", name).Related = []diag.Related{{Pos: roster.Pos, Message: "the roster is here"}}
		return false
	}
	return true
}

// fieldType resolves a field type; ok is false when it was reported, or names something broken.
func (r *resolver) fieldType(w shape.FieldType) (Type, bool) {
	if !w.Given() {
		return Type{}, false
	}
	text, optional := strings.CutSuffix(w.String(), "?")
	t, ok := r.plainType(w, text, 0)
	t.Optional = optional
	return t, ok
}

func (r *resolver) plainType(w shape.FieldType, text string, at int) (Type, bool) {
	head, rest, more := strings.Cut(text, " ")
	rest = strings.TrimLeft(rest, " ")
	inner := at + len(text) - len(rest)
	switch {
	case more && head == "list":
		elem, ok := r.plainType(w, rest, inner)
		return Type{Kind: ListOf, Elem: &elem}, ok
	case more: // set
		roster, ok := find(r, &r.rosters, w.At(inner), "roster", rest)
		return Type{Kind: SetOf, Roster: roster}, ok
	case slices.Contains(basicTypes, TypeKind(text)):
		return Type{Kind: TypeKind(text)}, true
	case r.rosters.known[text]:
		roster, ok := r.rosters.by[text]
		return Type{Kind: OfRoster, Roster: roster}, ok
	case r.types.known[text]:
		record, ok := r.types.by[text]
		return Type{Kind: OfRecord, Record: record}, ok
	}
	if !r.rosters.misread && !r.types.misread {
		r.unknown(w.At(at), "field type", text, r.typeNames())
	}
	return Type{}, false
}

func (r *resolver) typeNames() []string {
	var names []string
	for _, k := range basicTypes {
		names = append(names, string(k))
	}
	return append(append(names, r.rosters.names...), r.types.names...)
}

// fields resolves a map of fields.
func (r *resolver) fields(d shape.Fields, attribute bool) []*Field {
	var out []*Field
	for _, e := range d.Entries {
		t, ok := r.fieldType(e.Val)
		if !ok {
			// The field is known all the same, so that what speaks of it is not blamed for its type.
			t = Type{}
		}
		out = append(out, &Field{Pos: e.Key.Pos, Name: e.Name(), Type: t, Attribute: attribute})
	}
	for _, k := range d.Broken {
		out = append(out, &Field{Pos: k.Pos, Name: k.Text, Attribute: attribute})
	}
	return out
}
