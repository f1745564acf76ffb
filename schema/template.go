package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// rawPiece is a piece of a template before its names are looked up.
type rawPiece struct {
	literal string
	name    string
	at      int // of the name
	def     *string
	defAt   int
}

// template cuts a template into pieces; {{ and }} are braces. It is nil when it was reported.
func (r *resolver) template(t shape.Text) []rawPiece {
	var out []rawPiece
	text, lit := t.String(), strings.Builder{}
	fail := func(at int, format string, args ...any) []rawPiece {
		r.fail(t.At(at), "template", format, args...).Expected = "{field}, {field|default}, or {{ and }} for braces"
		return nil
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case (c == '{' || c == '}') && i+1 < len(text) && text[i+1] == c:
			lit.WriteByte(c)
			i++
		case c == '}':
			return fail(i, "this brace closes nothing")
		case c == '{':
			end := strings.IndexAny(text[i+1:], "{}")
			if end < 0 || text[i+1+end] == '{' {
				return fail(i, "this brace is not closed")
			}
			inner := text[i+1 : i+1+end]
			name, def, has := strings.Cut(inner, "|")
			if !shape.IsName(name) {
				return fail(i+1, "%q is not the name of a field", cut(inner))
			}
			p := rawPiece{name: name, at: i + 1}
			if has {
				p.def, p.defAt = &def, i+1+len(name)+1
			}
			if lit.Len() > 0 {
				out = append(out, rawPiece{literal: lit.String()})
				lit.Reset()
			}
			out = append(out, p)
			i += 1 + end
		default:
			lit.WriteByte(c)
		}
	}
	if lit.Len() > 0 {
		out = append(out, rawPiece{literal: lit.String()})
	}
	if len(out) == 0 {
		return fail(0, "this template is empty")
	}
	return out
}

// place is what a name may stand for in a template.
type place struct {
	name string
	Place
}

// fillTemplate looks the names of a template up among the places of one item.
func (r *resolver) fillTemplate(t shape.Text, raw []rawPiece, it source) (Template, bool) {
	var out Template
	good, places, of := true, it.places, it.says
	for _, p := range raw {
		if p.name == "" {
			out = append(out, Piece{Literal: p.literal})
			continue
		}
		found := findPlace(places, p.name)
		if found == nil {
			names := make([]string, len(places))
			for i, pl := range places {
				names[i] = pl.name
			}
			d := r.fail(t.At(p.at), "unknown-name", "%s has no field %q", of, p.name)
			if d.Suggest = diag.DidYouMean(p.name, names); slices.Contains(it.hidden, p.name) {
				d.Message, d.Suggest = fmt.Sprintf("this slice does not show %q of %s", p.name, of), "name it in the clause's show:"
			}
			if a, ok := it.why[p.name]; ok {
				d.Suggest = a.suggest
				if a.message != "" {
					d.Message = a.message
				}
			}
			if len(names) > 0 {
				d.Expected = oneOf(names)
			}
			good = false
			continue
		}
		good = r.printable(t, p, found, of) && good
		pl := found.Place
		pl.Default = p.def
		out = append(out, Piece{Place: &pl})
	}
	return out, good
}

func findPlace(places []place, name string) *place {
	for i := range places {
		if places[i].name == name {
			return &places[i]
		}
	}
	return nil
}

// printable refuses a place that has no text of its own, or that may be absent without a default.
func (r *resolver) printable(t shape.Text, p rawPiece, found *place, of string) bool {
	typ := found.Type
	switch {
	case typ.Kind == "":
		return true // reported, or several types that were looked at one by one
	case !hasText(typ):
		r.fail(t.At(p.at), "template", "{%s} of %s is %s, which a template cannot write", p.name, of, article(typ)).Expected =
			"content: with a type, or a part that a hand-written assembler fills"
		return false
	case typ.Optional && p.def == nil:
		r.fail(t.At(p.at), "template", "{%s} of %s may be absent", p.name, of).Expected = "a default: {" + p.name + "|none}"
		return false
	case !typ.Optional && p.def != nil:
		r.fail(t.At(p.defAt), "template", "{%s} of %s is never absent, and needs no default", p.name, of).Expected = "{" + p.name + "}"
		return false
	}
	return true
}

// hasText says whether a template can write a type.
func hasText(t Type) bool {
	switch t.Kind {
	case JSON, OfRecord:
		return false
	case ListOf:
		return hasText(*t.Elem) && t.Elem.Kind != ListOf && t.Elem.Kind != SetOf && !t.Elem.Optional
	}
	return true
}
