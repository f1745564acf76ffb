package gen

import (
	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

type template schema.Template

// text is the template of one item of the part's slice.
func (pt *partPlan) text(item string) template {
	for _, t := range pt.Texts {
		if t.Item == item {
			return template(t.Text)
		}
	}
	return nil
}

// named puts a predicate's name in its place, joined to the text around it.
func (t template) named(predicate string) template {
	var out template
	for _, piece := range t {
		if piece.Place != nil && piece.Place.Predicate {
			piece = schema.Piece{Literal: predicate}
		}
		if last := len(out) - 1; piece.Place == nil && last >= 0 && out[last].Place == nil {
			out[last].Literal += piece.Literal
			continue
		}
		out = append(out, piece)
	}
	return out
}

// plain says that the template is the value itself.
func (t template) plain() bool { return len(t) == 1 && t[0].Place != nil && t[0].Place.Value }

// template compiles checked text to straight Go: literals and values joined by +, never expanded again at run time.
func (w *roleWriter) template(t template, value func(*schema.Place) (emit.Expr, schema.Type)) emit.Expr {
	if len(t) == 0 {
		return emit.Str("")
	}
	out := make([]emit.Expr, len(t))
	for i, piece := range t {
		if piece.Place == nil {
			out[i] = emit.Str(piece.Literal)
			continue
		}
		v, typ := value(piece.Place)
		out[i] = asText(v, typ, piece.Place.Default)
	}
	return emit.Binary("+", out...)
}

func asText(v emit.Expr, t schema.Type, absent *string) emit.Expr {
	if t.Optional {
		def := ""
		if absent != nil {
			def = *absent
		}
		return rt("wire", "TextOr").Call(v, emit.Str(def))
	}
	switch t.Kind {
	case schema.String:
		return v
	case schema.OfRoster, schema.SetOf, schema.ID, schema.Duration:
		return v.Dot("String").Call()
	case schema.Int:
		return std("strconv", "FormatInt").Call(v, emit.Int(10))
	case schema.Bool:
		return std("strconv", "FormatBool").Call(v)
	}
	return rt("wire", "Text").Call(v)
}
