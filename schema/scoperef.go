package schema

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// scopeRef resolves a scope as a role names it. Which families are looked at is said by kinds; who is the family of the role.
func (r *resolver) scopeRef(w shape.Word, who []*Roster, kinds ...ScopeKind) (*ScopeRef, bool) {
	segments, good := r.segments(w)
	for _, g := range segments {
		switch {
		case len(g.place) == 0 || !good:
		case len(g.place) == 1:
			d := r.fail(w.At(g.at), "scope", "%q says no value", g.text)
			d.Expected, good = "{self."+g.place[0]+"}, or a value of "+g.place[0], false
		case len(g.place) > 2 || g.place[0] != "self":
			d := r.fail(w.At(g.at), "scope", "%q has no meaning here", g.text)
			d.Expected, good = "{self.ROSTER}, or a value", false
		default:
			_, ok := r.self(w.At(g.at), g.place[1], who)
			good = good && ok
		}
	}
	if !good {
		return nil, false
	}
	for _, s := range r.scopes.items {
		if args, ok := fill(s, segments, kinds, false); ok {
			return &ScopeRef{Pos: w.Pos(), Family: s, Args: args, Text: w.String()}, true
		}
	}
	r.noScope(w, segments, kinds)
	return nil, false
}

// self finds the roster of {self.name}: the role must be a family over it.
func (r *resolver) self(p diag.Pos, name string, who []*Roster) (*Roster, bool) {
	for _, roster := range who {
		if roster.Name == name {
			return roster, true
		}
	}
	if r.rosters.misread {
		return nil, false
	}
	if !r.rosters.known[name] {
		r.unknown(p, "roster", name, r.rosters.names)
		return nil, false
	}
	d := r.fail(p, "self", "{self.%s} needs a role that is a family over %s", name, name)
	d.Expected = "for: " + name + " in the role"
	return nil, false
}

// fill matches a scope with a family. Values of an open roster can be named only in examples.
func fill(s *Scope, segments []segment, kinds []ScopeKind, example bool) ([]ScopeArg, bool) {
	if !slices.Contains(kinds, s.Kind) || len(s.Segments) != len(segments) {
		return nil, false
	}
	var args []ScopeArg
	for i, f := range s.Segments {
		g := segments[i]
		switch {
		case f.Roster == nil:
			if len(g.place) > 0 || g.text != f.Literal {
				return nil, false
			}
		case len(g.place) > 0:
			if g.place[1] != f.Roster.Name {
				return nil, false
			}
			args = append(args, ScopeArg{Roster: f.Roster, Self: true})
		case f.Roster.Open && example:
			args = append(args, ScopeArg{Roster: f.Roster, Value: g.text})
		default:
			if _, ok := f.Roster.Value(g.text); !ok {
				return nil, false
			}
			args = append(args, ScopeArg{Roster: f.Roster, Value: g.text})
		}
	}
	return args, true
}

// noScope says that no family of these kinds has such a scope: where only one segment is at fault, it is pointed at.
func (r *resolver) noScope(w shape.Word, segments []segment, kinds []ScopeKind) {
	var patterns []string
	brokenFamily := len(r.scopes.items) < len(r.scopes.names) || r.scopes.misread
	for _, s := range r.scopes.items {
		if !slices.Contains(kinds, s.Kind) {
			if _, ok := fill(s, segments, []ScopeKind{s.Kind}, false); ok {
				d := r.fail(w.Pos(), "scope", "%q is a scope of %s", w.String(), s.Kind)
				d.Expected = "a scope of " + joinKinds(kinds)
				return
			}
			continue
		}
		patterns = append(patterns, s.String())
	}
	for _, s := range r.scopes.items {
		if !slices.Contains(kinds, s.Kind) || len(s.Segments) != len(segments) {
			continue
		}
		if at, ok := oneFault(s, segments); ok && !(brokenFamily && s.Segments[at].Roster == nil) {
			r.wrongSegment(w, s, segments[at], at, patterns)
			return
		}
	}
	if brokenFamily {
		return // it may be the one that is meant
	}
	d := r.fail(w.Pos(), "unknown-name", "no scope of %s is called %q", joinKinds(kinds), cut(w.String()))
	if len(patterns) > 0 {
		d.Expected = oneOf(patterns)
	} else {
		d.Expected = "a family under scopes:"
	}
}

func (r *resolver) wrongSegment(w shape.Word, s *Scope, g segment, at int, patterns []string) {
	f := s.Segments[at]
	if f.Roster == nil {
		d := r.fail(w.At(g.at), "unknown-name", "no scope is called %q", cut(w.String()))
		d.Expected, d.Suggest = oneOf(patterns), diag.DidYouMean(g.text, []string{f.Literal})
		return
	}
	if len(g.place) > 0 {
		r.fail(w.At(g.at), "scope", "this place is of the roster %q, and %s is not", f.Roster.Name, g.text).Expected = oneOf(patterns)
		return
	}
	if f.Roster.Open {
		r.openValue(w.At(g.at), f.Roster, g.text)
		return
	}
	r.unknown(w.At(g.at), "value of "+f.Roster.Name, g.text, f.Roster.Names())
}

// oneFault finds the only segment in which a scope differs from a family.
func oneFault(s *Scope, segments []segment) (int, bool) {
	at, n := 0, 0
	for i, f := range s.Segments {
		one := &Scope{Kind: s.Kind, Segments: []Segment{f}}
		if _, ok := fill(one, segments[i:i+1], []ScopeKind{s.Kind}, false); !ok {
			at, n = i, n+1
		}
	}
	return at, n == 1
}

func joinKinds(kinds []ScopeKind) string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
	}
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " or " + words[last]
	}
	return strings.Join(words, "")
}
