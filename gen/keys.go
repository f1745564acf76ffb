package gen

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// keys emits the functions that read a part's group and fallback off what it cites, and returns their calls; nothing when it has
// neither. They look at the first citation, so that a hand-written assembler has them as Default does.
func (w *roleWriter) keys(pt *partPlan) []emit.Expr {
	if len(pt.Group) == 0 && len(pt.Fallback) == 0 {
		return nil
	}
	out := []emit.Expr{emit.Str(""), emit.Str("")}
	for i, k := range []struct {
		name  string
		doc   string
		texts []schema.ItemText
	}{{"group", "is the key by which parts are kept or shed together", pt.Group}, {"fallback", "is the shorter text that is tried before shedding", pt.Fallback}} {
		if len(k.texts) == 0 {
			continue
		}
		name := k.name + pt.goName
		w.f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%s %s (roles.%s.parts.%s.%s).", name, k.doc, w.r.Name, pt.Name, k.name), Name: name,
			Params: []emit.Param{{Name: "from", Type: emit.ID("Citation")}}, Results: []emit.Expr{emit.ID("string")},
			Body: []emit.Stmt{emit.TypeSwitch(viewName(k.texts), emit.ID("from"), w.keyCases(pt, k.texts)...), emit.Return(emit.Str(""))}})
		out[i] = emit.ID(name).Call(emit.ID("from"))
	}
	return out
}

// viewName is what the cases call the view; nothing when no template looks at it.
func viewName(texts []schema.ItemText) string {
	for _, t := range texts {
		for _, piece := range t.Text {
			if piece.Place != nil && !piece.Place.Predicate {
				return "v"
			}
		}
	}
	return ""
}

func (w *roleWriter) keyCases(pt *partPlan, texts []schema.ItemText) []emit.Case {
	var cases []emit.Case
	add := func(view string, text template, value func(*schema.Place) (emit.Expr, schema.Type)) {
		cases = append(cases, emit.Case{Values: []emit.Expr{emit.ID(view)}, Body: []emit.Stmt{emit.Return(w.template(text, value))}})
	}
	for _, t := range texts {
		if view := pt.from.view(); view != "" {
			add(view, template(t.Text), storePlace)
		}
		for _, it := range pt.from.items {
			if it.Event.Name == t.Item {
				add(it.view, template(t.Text), eventPlace)
			}
		}
		for _, sc := range pt.from.scopes {
			if sc.Name != t.Item {
				continue
			}
			for _, b := range sc.beliefs {
				add(b.view, template(t.Text).named(b.Name), beliefPlace(b))
			}
		}
	}
	return cases
}

// eventPlace is a place of a template in the view v of an event.
func eventPlace(pl *schema.Place) (emit.Expr, schema.Type) {
	if pl.At {
		return emit.ID("v").Dot("At"), schema.Type{Kind: schema.Time}
	}
	return emit.ID("v").Dot(GoName(pl.Field.Name)), pl.Field.Type
}

// beliefPlace is a place of a template in the view v of a belief.
func beliefPlace(b *beliefPlan) func(*schema.Place) (emit.Expr, schema.Type) {
	return func(pl *schema.Place) (emit.Expr, schema.Type) {
		if pl.Field != nil {
			return emit.ID("v").Dot(GoName(pl.Field.Name)), pl.Field.Type
		}
		return emit.ID("v").Dot("Value"), b.Value
	}
}
