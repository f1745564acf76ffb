package schema

import (
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// merge unites the files of a schema: maps are united and a key twice is an error, lists are joined in file-name order.
func (r *resolver) merge(docs []*shape.Document) *shape.Document {
	all := *docs[0]
	for _, d := range docs {
		if d.Grantgen.Given() && d.Grantgen.N != 1 {
			r.fail(d.Grantgen.Pos(), "version", "this is grantgen %d, and the language's version is 1", d.Grantgen.N).Expected = "grantgen: 1"
		}
	}
	for _, d := range docs[1:] {
		once(r, "package", &all.Package, d.Package)
		once(r, "out", &all.Out, d.Out)
		once(r, "namespace", &all.Namespace, d.Namespace)
		unite(r, "roster", &all.Roster, d.Roster)
		unite(r, "type", &all.Types, d.Types)
		unite(r, "event", &all.Events, d.Events)
		unite(r, "predicate", &all.Predicates, d.Predicates)
		unite(r, "scope", &all.Scopes, d.Scopes)
		unite(r, "tool", &all.Tools, d.Tools)
		unite(r, "layout", &all.Layouts, d.Layouts)
		unite(r, "role", &all.Roles, d.Roles)
		all.Never = append(all.Never[:len(all.Never):len(all.Never)], d.Never...)
		all.Checks = append(all.Checks[:len(all.Checks):len(all.Checks)], d.Checks...)
		all.Declassify = append(all.Declassify[:len(all.Declassify):len(all.Declassify)], d.Declassify...)
	}
	return &all
}

type placed interface {
	Given() bool
	Pos() diag.Pos
}

func once[T placed](r *resolver, key string, into *T, v T) {
	switch {
	case !v.Given():
	case (*into).Given():
		r.fail(v.Pos(), "duplicate-key", "%q stands in two files", key).Related = firstHere((*into).Pos())
	default:
		*into = v
	}
}

func unite[T any](r *resolver, what string, into *shape.Dict[T], d shape.Dict[T]) {
	first := make(map[string]diag.Pos, len(into.Entries))
	for _, e := range into.Entries {
		first[e.Name()] = e.Key.Pos
	}
	into.Entries = into.Entries[:len(into.Entries):len(into.Entries)]
	for _, e := range d.Entries {
		if pos, ok := first[e.Name()]; ok {
			r.fail(e.Key.Pos, "duplicate-key", "the %s %q stands in two files", what, e.Name()).Related = firstHere(pos)
			continue
		}
		into.Entries = append(into.Entries, e)
	}
	into.Broken = append(into.Broken[:len(into.Broken):len(into.Broken)], d.Broken...)
	into.Set, into.Misread = into.Set || d.Set, into.Misread || d.Misread
}

func firstHere(p diag.Pos) []diag.Related {
	return []diag.Related{{Pos: p, Message: "the first is here"}}
}
