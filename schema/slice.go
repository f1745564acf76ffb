package schema

import (
	"cmp"
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// slice resolves one entry of sees:, or reports and returns nil.
func (r *resolver) slice(e shape.Entry[shape.Slice], role *Role) *Slice {
	s := &Slice{Pos: e.Key.Pos, Name: e.Name(), Written: Written{e.Node}}
	f := e.Val
	good := false
	switch {
	case f.Short.Given():
		good = r.short(s, f.Short, role)
	case f.Log != nil:
		s.Kind, s.Owner = LogSlice, f.Log.Owner.String()
		good = r.clauses(s, f.Log.Log, role)
		if f.Log.Last.Given() {
			if s.Last = f.Log.Last.N; s.Last < 1 {
				r.fail(f.Log.Last.Pos(), "shape", "last: counts from 1").Expected = "how many of the newest events"
			}
		}
	case f.Events != nil:
		s.Kind, s.Owner = EventsSlice, f.Events.Owner.String()
		good = r.clauses(s, f.Events.Events, role)
	case f.Beliefs != nil:
		s.Kind, s.Owner = BeliefsSlice, f.Beliefs.Owner.String()
		good = r.beliefs(s, f.Beliefs, role)
	case f.Chronicle != nil:
		s.Kind, s.Owner = ChronicleSlice, f.Chronicle.Owner.String()
		if f.Chronicle.Chronicle.Given() {
			s.Scope, good = r.scopeRef(f.Chronicle.Chronicle, role.For, ChronicleScope)
		}
	case f.Given != nil:
		s.Kind, s.Owner = GivenSlice, f.Given.Owner.String()
		s.Type, good = r.fieldType(f.Given.Given)
	case f.Fixed != nil:
		s.Kind, s.Owner = FixedSlice, f.Fixed.Owner.String()
		good = r.fixedText(s, f.Fixed)
	case f.Memory != nil:
		s.Kind, s.Owner = MemorySlice, f.Memory.Owner.String()
		good = r.memory(s, f.Memory, role)
	case f.Retrieved != nil:
		s.Kind, s.Owner = RetrievedSlice, f.Retrieved.Owner.String()
		if f.Retrieved.Retrieved.Given() {
			s.Scope, good = r.scopeRef(f.Retrieved.Retrieved, role.For, RetrievedScope)
		}
	case f.Tools != nil:
		s.Kind, s.Owner = ToolsSlice, f.Tools.Owner.String()
		good = r.toolsOf(s, f.Tools)
	}
	if !good || e.Node.Misread() {
		return nil
	}
	return s
}

// short reads NAME: EventType and NAME: fieldtype.
func (r *resolver) short(s *Slice, w shape.FieldType, role *Role) bool {
	name := w.String()
	_, isEvent := r.events.by[name]
	isType := slices.Contains(r.typeNames(), name)
	switch {
	case isEvent && isType:
		d := r.fail(w.Pos(), "ambiguous", "%q is an event type and a field type", name)
		d.Expected = "{log: [" + name + "]} or {given: " + name + "}"
		return false
	case isEvent:
		s.Kind = LogSlice
		return r.clauses(s, []shape.Clause{shape.ClauseOf(w)}, role)
	case shape.IsName(name) && !isType:
		known := append(slices.Clone(r.events.names), r.typeNames()...)
		if !slices.Contains(r.events.names, name) && !r.events.misread && !r.rosters.misread && !r.types.misread {
			r.unknown(w.Pos(), "event type or field type", name, known)
		}
		return false
	}
	s.Kind = GivenSlice
	var good bool
	s.Type, good = r.fieldType(w)
	return good
}

func (r *resolver) beliefs(s *Slice, f *shape.BeliefsSlice, role *Role) bool {
	good := true
	for _, e := range f.Beliefs.Entries {
		ref, ok := r.scopeRef(e.Val, role.For, BeliefScope)
		good = good && ok
		s.Beliefs = append(s.Beliefs, &BeliefItem{Pos: e.Key.Pos, Name: e.Name(), Scope: ref})
	}
	if f.Beliefs.Empty {
		r.fail(f.Beliefs.At, "empty-list", "the slice %q reads no scope", s.Name).Expected = "{name: scope}"
		good = false
	}
	s.Predicates = r.predicates.sorted(func(p *Predicate) string { return p.Name })
	if f.Predicates != nil {
		s.Predicates = nil
		for _, n := range f.Predicates {
			if p, ok := find(r, &r.predicates, n.Pos(), "predicate", n.String()); ok && !slices.Contains(s.Predicates, p) {
				s.Predicates = append(s.Predicates, p)
			} else if ok {
				r.fail(n.Pos(), "duplicate-key", "predicates: names %q twice", n).Expected = "each name once"
			} else {
				good = false
			}
		}
		slices.SortFunc(s.Predicates, func(a, b *Predicate) int { return cmp.Compare(a.Name, b.Name) })
	} else if len(r.predicates.names) == 0 && !r.predicates.misread {
		r.fail(s.Pos, "predicate", "the schema declares no predicates, so that %q has nothing to read", s.Name).Expected = "predicates: at the top"
		good = false
	}
	if f.Predicates == nil && (r.predicates.misread || len(r.predicates.items) < len(r.predicates.names)) {
		good = false // what it reads is not known
	}
	for _, n := range f.Show {
		if n.String() != "about" {
			d := r.fail(n.Pos(), "show", "a beliefs slice cannot show %q", n)
			d.Expected, d.Suggest = "about (the subjects); the value is always shown", diag.DidYouMean(n.String(), []string{"about"})
			continue
		}
		s.ShowAbout = true
	}
	return good && len(s.Beliefs) > 0 && len(f.Beliefs.Broken) == 0
}
