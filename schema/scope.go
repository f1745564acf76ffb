package schema

import (
	"regexp"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// String is the family as the schema writes it.
func (s *Scope) String() string {
	parts := make([]string, len(s.Segments))
	for i, g := range s.Segments {
		if parts[i] = g.Literal; g.Roster != nil {
			parts[i] = "{" + g.Roster.Name + "}"
		}
	}
	return strings.Join(parts, ":")
}

var literalRE = regexp.MustCompile(`^[A-Za-z0-9_.+-]+$`)

// segment is one segment of a scope as written: a literal, or a place with its words (self, party).
type segment struct {
	text  string
	at    int // where it begins in the scope
	place []string
}

// segments cuts a scope into whole segments. Nothing else has a meaning in a scope: no wildcard, no part of a segment.
func (r *resolver) segments(w shape.Word) ([]segment, bool) {
	var out []segment
	at, good := 0, true
	for text := range strings.SplitSeq(w.String(), ":") {
		s := segment{text: text, at: at}
		switch {
		case text == "":
			good = r.scopeFault(w, at, "this scope has an empty segment")
		case strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}"):
			s.place = strings.Split(text[1:len(text)-1], ".")
			for _, word := range s.place {
				if !shape.IsName(word) {
					good, s.place = r.scopeFault(w, at, "%q is not a place", cut(text)), nil
					break
				}
			}
		case strings.ContainsAny(text, "{}"):
			good = r.scopeFault(w, at+strings.IndexAny(text, "{}"), "a place takes a whole segment, and its braces must close: %q", cut(text))
		case strings.ContainsAny(text, "*?"):
			good = r.scopeFault(w, at+strings.IndexAny(text, "*?"), "a scope has no wildcard: %q", cut(text))
		case !literalRE.MatchString(text):
			good = r.scopeFault(w, at, "%q is not a segment", cut(text))
		}
		out = append(out, s)
		at += len(text) + 1
	}
	return out, good
}

func (r *resolver) scopeFault(w shape.Word, at int, format string, args ...any) bool {
	r.fail(w.At(at), "scope", format, args...).Expected = "segments joined by \":\", each of letters, digits, _ . + - or one place in braces"
	return false
}

func (r *resolver) readScopes() {
	declareBroken(&r.scopes, r.doc.Scopes)
	for _, e := range r.doc.Scopes.Entries {
		r.scopes.declare(e.Name())
		kinds := []struct {
			kind ScopeKind
			word shape.Word
		}{{BeliefScope, e.Val.Beliefs}, {ChronicleScope, e.Val.Chronicle}, {MemoryScope, e.Val.Memory}, {RetrievedScope, e.Val.Retrieved}}
		kinds = slices.DeleteFunc(kinds, func(k struct {
			kind ScopeKind
			word shape.Word
		}) bool {
			return !k.word.Given()
		})
		if len(kinds) != 1 {
			if len(e.Node.Keys) != 1 { // else it was reported already
				r.fail(e.Key.Pos, "shape", "the scope %q needs one kind", e.Name()).Expected = "one of: beliefs, chronicle, memory, retrieved"
			}
			continue
		}
		r.family(e.Key.Pos, e.Name(), kinds[0].kind, kinds[0].word)
	}
}

func (r *resolver) family(p diag.Pos, name string, kind ScopeKind, w shape.Word) {
	segments, good := r.segments(w)
	s := &Scope{Pos: p, Name: name, Kind: kind}
	for _, g := range segments {
		switch {
		case len(g.place) == 0:
			s.Segments = append(s.Segments, Segment{Literal: g.text})
		case len(g.place) > 1:
			d := r.fail(w.At(g.at), "scope", "a family's place is a roster, not %q", g.text)
			d.Expected, good = "e.g. {"+g.place[len(g.place)-1]+"}", false
		default:
			roster, ok := find(r, &r.rosters, w.At(g.at+1), "roster", g.place[0])
			good = good && ok
			s.Segments = append(s.Segments, Segment{Roster: roster})
		}
	}
	if !good {
		return
	}
	for _, other := range r.scopes.items {
		if other.Kind == kind && overlap(other, s) {
			r.fail(w.Pos(), "scope", "the families %q and %q can name one scope", other.Name, name).Related = firstHere(other.Pos)
			return
		}
	}
	r.scopes.add(name, s)
}

// overlap says whether one scope can belong to both families.
func overlap(a, b *Scope) bool {
	if len(a.Segments) != len(b.Segments) {
		return false
	}
	for i, x := range a.Segments {
		if !meet(x, b.Segments[i]) {
			return false
		}
	}
	return true
}

func meet(x, y Segment) bool {
	switch {
	case x.Roster == nil && y.Roster == nil:
		return x.Literal == y.Literal
	case x.Roster == nil:
		return meet(y, x)
	case x.Roster.broken || y.Roster != nil && y.Roster.broken:
		return false // nobody knows
	case x.Roster.Open || y.Roster != nil && y.Roster.Open:
		return true
	case y.Roster == nil:
		_, ok := x.Roster.Value(y.Literal)
		return ok
	}
	return slices.ContainsFunc(x.Roster.Values, func(v RosterValue) bool { _, ok := y.Roster.Value(v.Name); return ok })
}
