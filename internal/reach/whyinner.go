package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/schema"
)

// inner is what has a name inside something else: a predicate's subject, a tool's parameter, a record's field.
type inner struct{ of, name string }

func (i inner) called(text string) bool { return i.name == text || i.of+"."+i.name == text }

// named lists things inside others with what they are in.
func named(all []inner) []string {
	var out []string
	for _, i := range all {
		out = append(out, i.of+"."+i.name)
	}
	return out
}

func innersOf(of string, fields []*schema.Field) []inner {
	var out []inner
	for _, f := range fields {
		out = append(out, inner{of, f.Name})
	}
	return out
}

func (q question) subjects() []string {
	var all []inner
	for _, p := range q.m.Predicates {
		all = append(all, innersOf(p.Name, p.About)...)
	}
	return named(all)
}

func (q question) parameters() []string {
	var all []inner
	for _, t := range q.m.Tools {
		all = append(all, innersOf(t.Name, t.Parameters)...)
	}
	return named(all)
}

// askSubject takes a subject of predicates, also as PREDICATE.SUBJECT: slices that show what beliefs are about hand it out.
func (q question) askSubject(name string) (bool, error) {
	var of []*schema.Predicate
	for _, p := range q.m.Predicates {
		if slices.ContainsFunc(innersOf(p.Name, p.About), func(i inner) bool { return i.called(name) }) {
			of = append(of, p)
		}
	}
	if len(of) == 0 {
		return false, nil
	}
	q.Kind = "subject"
	var names []string
	for _, p := range of {
		names = append(names, p.Name)
		for _, s := range q.role.Sees {
			if !s.ShowAbout || !slices.Contains(s.Predicates, p) {
				continue
			}
			for _, b := range s.Beliefs {
				q.because(b.Scope.Pos, "slice %s.%s reads %s in %q and shows what it is about", s.Name, b.Name, p.Name, b.Scope.Text)
			}
		}
	}
	said := fmt.Sprintf("%s, a subject of %s", name[strings.LastIndexByte(name, '.')+1:], strings.Join(names, ", "))
	q.say(fmt.Sprintf("%s may read %s", q.Role, said), fmt.Sprintf("%s may not read %s: none of its slices shows it", q.Role, said))
	return true, nil
}

// askParameter takes a parameter of tools, also as TOOL.PARAMETER: who may call the tool fills it in.
func (q question) askParameter(name string) (bool, error) {
	var of []string
	for _, t := range q.m.Tools {
		if slices.ContainsFunc(innersOf(t.Name, t.Parameters), func(i inner) bool { return i.called(name) }) {
			of = append(of, t.Name)
			q.offers(t)
		}
	}
	if len(of) == 0 {
		return false, nil
	}
	q.Kind = "parameter"
	said := fmt.Sprintf("%s, a parameter of %s", name[strings.LastIndexByte(name, '.')+1:], strings.Join(of, ", "))
	q.say(fmt.Sprintf("%s may fill in %s", q.Role, said), fmt.Sprintf("%s may not fill in %s: none of its slices offers the tool", q.Role, said))
	return true, nil
}

// offers gives the slices that offer a tool as reasons.
func (q question) offers(t *schema.Tool) {
	for _, s := range q.role.Sees {
		if slices.Contains(s.Tools, t) {
			p, ok := s.Written.At("tools", t.Name)
			if !ok {
				p = s.Pos
			}
			q.because(p, "slice %s offers %s", s.Name, t.Name)
		}
	}
}

// askFactKind takes a kind of fact that memory keeps.
func (q question) askFactKind(name string) (bool, error) {
	if !slices.Contains(schema.MemoryKinds, name) {
		return false, nil
	}
	q.Kind = "kind"
	for _, s := range q.role.Sees {
		if slices.Contains(s.Kinds, name) {
			q.because(s.Pos, "slice %s finds facts of this kind in %q", s.Name, s.Scope.Text)
		}
	}
	q.say(fmt.Sprintf("%s may read facts of the kind %s", q.Role, name), fmt.Sprintf("%s may not read facts of the kind %s: none of its slices finds them", q.Role, name))
	return true, nil
}

// askRecord takes a record, or a field of records, also as RECORD.FIELD: whoever is shown a value of it reads it whole.
func (q question) askRecord(name string) (bool, error) {
	var of []*schema.Record
	said := ""
	for _, r := range q.m.Types {
		isField := slices.ContainsFunc(innersOf(r.Name, r.Fields), func(i inner) bool { return i.called(name) })
		if r.Name == name || isField {
			of = append(of, r)
		}
		switch {
		case r.Name == name:
			q.Kind, said = "record", "a value of the record "+name
		case isField && said == "":
			q.Kind, said = "record field", fmt.Sprintf("%s, a field of the record %s", name[strings.LastIndexByte(name, '.')+1:], r.Name)
		case isField:
			said += ", " + r.Name
		}
	}
	if len(of) == 0 {
		return false, nil
	}
	holds := func(t schema.Type) bool {
		return slices.ContainsFunc(of, func(r *schema.Record) bool { return within(t, r, nil) })
	}
	for _, s := range q.role.Sees {
		for _, it := range s.Items {
			for _, f := range it.Fields {
				if holds(f.Type) {
					q.clauses(func(other *schema.Slice, c *schema.Clause) bool { return other == s && c.Event == it.Event }, f)
				}
			}
		}
		for _, p := range s.Predicates {
			for _, b := range s.Beliefs {
				if holds(p.Value) {
					q.because(b.Scope.Pos, "slice %s.%s reads %s in %q, whose value is %s", s.Name, b.Name, p.Name, b.Scope.Text, p.Value)
				}
			}
		}
		if s.Kind == schema.GivenSlice && holds(s.Type) {
			q.because(s.Pos, "slice %s is a value that the application gives with each call: %s", s.Name, s.Type)
		}
	}
	q.say(fmt.Sprintf("%s may read %s", q.Role, said), fmt.Sprintf("%s may not read %s: none of its slices hands one out", q.Role, said))
	return true, nil
}

// within says whether a value of a type may hold one of a record; seen are the records on the way.
func within(t schema.Type, r *schema.Record, seen []*schema.Record) bool {
	switch {
	case t.Kind == schema.ListOf:
		return within(*t.Elem, r, seen)
	case t.Kind != schema.OfRecord || slices.Contains(seen, t.Record):
		return false
	case t.Record == r:
		return true
	}
	seen = append(seen, t.Record)
	return slices.ContainsFunc(t.Record.Fields, func(f *schema.Field) bool { return within(f.Type, r, seen) })
}
