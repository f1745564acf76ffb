package schema

import (
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// MemoryKinds is the kinds of fact that memory keeps, sorted.
var MemoryKinds = []string{"conclusion", "goal", "identity", "preference", "rule", "setting"}

// MemoryTriggers is the signs in an input that call for memory when the schema names none.
var MemoryTriggers = []string{
	"previously", "earlier we discussed", "do you remember", "as I mentioned before", "continuing from", "before we", "last time", "previously mentioned",
}

// What a memory slice hands out when the schema does not say.
const (
	defaultTop   = 3
	defaultLines = 3
)

// memory reads a memory slice; its query is found by [resolver.queries], when all slices are known.
func (r *resolver) memory(s *Slice, f *shape.MemorySlice, role *Role) bool {
	if !f.Memory.Given() || !f.Query.Given() {
		return false // reported
	}
	var good bool
	s.Scope, good = r.scopeRef(f.Memory, role.For, MemoryScope)
	s.Top, s.Lines, s.Summarised = defaultTop, defaultLines, f.Summarised.On
	for _, n := range []struct {
		word shape.Whole
		what string
		into *int
	}{{f.Top, "top:", &s.Top}, {f.Lines, "lines:", &s.Lines}} {
		if !n.word.Given() {
			continue
		}
		if *n.into = n.word.N; n.word.N < 1 {
			r.fail(n.word.Pos(), "shape", "%s counts from 1", n.what).Expected = "how many at most"
			good = false
		}
	}
	s.Kinds = MemoryKinds
	if f.Kinds != nil {
		s.Kinds = nil
		for _, k := range f.Kinds {
			switch {
			case !slices.Contains(MemoryKinds, k.String()):
				r.unknown(k.Pos(), "kind of fact", k.String(), MemoryKinds)
				good = false
			case slices.Contains(s.Kinds, k.String()):
				r.fail(k.Pos(), "duplicate-key", "kinds: names %q twice", k).Expected = "each name once"
				good = false
			}
			s.Kinds = append(s.Kinds, k.String())
		}
		slices.Sort(s.Kinds)
	}
	s.Triggers = MemoryTriggers
	if f.Need != nil {
		s.Triggers = nil
		for _, t := range f.Need.Triggers {
			if t.String() == "" {
				r.fail(t.Pos(), "shape", "an empty trigger stands in every input").Expected = "words that call for memory"
				good = false
			}
			s.Triggers = append(s.Triggers, t.String())
		}
	}
	return good
}

// oneMemory refuses a scope whose facts are handed out as they are and as prose: a fact is one or the other in one prompt.
func (r *resolver) oneMemory(role *Role) {
	for i, s := range role.Sees {
		for _, other := range role.Sees[:i] {
			if s.Kind == MemorySlice && other.Kind == MemorySlice && s.Summarised != other.Summarised && mayMeet(s.Scope, other.Scope) {
				r.fail(s.Pos, "memory", "the slices %q and %q read one memory, one as prose and the other as it is", other.Name, s.Name).Related =
					[]diag.Related{{Pos: other.Pos, Message: "the first is here"}}
			}
		}
	}
}

// queries finds the given slice whose value each memory slice searches for.
func (r *resolver) queries(role *Role, l *lineage) {
	for _, e := range l.sees {
		if e.Val.Memory == nil || !e.Val.Memory.Query.Given() {
			continue
		}
		s, name := role.Slice(e.Name()), e.Val.Memory.Query
		if s == nil {
			continue
		}
		var given []string
		for _, other := range role.Sees {
			if other.Kind == GivenSlice && other.Type.Kind == String {
				given = append(given, other.Name)
			}
		}
		query := role.Slice(name.String())
		switch {
		case query == nil && l.names[name.String()]: // reported
		case query == nil:
			r.unknownSlice(name, "given slice of type string", given)
		case query.Kind != GivenSlice || query.Type.Kind != String:
			d := r.fail(name.Pos(), "query", "query: takes a given slice of type string, and %q is a %s slice", name, query.Kind)
			if query.Kind == GivenSlice {
				d.Message = fmt.Sprintf("query: takes a given slice of type string, and %q is %s", name, article(query.Type))
			}
			d.Related = []diag.Related{{Pos: query.Pos, Message: "the slice is here"}}
			if len(given) > 0 {
				d.Expected = oneOf(given)
			}
		default:
			s.Query = query
		}
		if role.Layout == nil && !r.abstract[role.Name] && !r.layoutBroken(role) {
			r.fail(s.Pos, "layout", "the role %q reads memory and has no layout: memory goes in last and whole, into a section of its own", role.Name).Expected =
				"layout: in the role, with a section for memory"
		}
	}
}
