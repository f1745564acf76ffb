package gen

import (
	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// tokenizers are the counters of the language's tokenizers.
var tokenizers = map[string]string{"o200k_base": "O200kBase", "cl100k_base": "CL100kBase"}

// layout declares the role's layout to the runtime.
func (w *roleWriter) layout() {
	l := w.r.Layout
	if l == nil {
		return
	}
	elems := []emit.Expr{emit.Key("Name", emit.Str(l.Name)), emit.Key("Allowed", emit.Int(l.Allowed))}
	if c := tokenizers[l.Tokenizer]; c != "" {
		elems = append(elems, emit.Key("Counter", rt("token/bpe", c)))
	}
	var sections []emit.Expr
	for _, s := range l.Sections {
		sections = append(sections, emit.Lit(emit.Expr{}, sectionFields(s)...))
	}
	elems = append(elems, emit.Key("Sections", emit.Lines(emit.ListOf(rt("assembly", "Section")), sections...)))
	w.f.Var("layout is the sections of the prompt, in their order (layouts."+l.Name+").", "layout", emit.Addr(emit.Lines(rt("assembly", "Layout"), elems...)))
}

func sectionFields(s *schema.Section) []emit.Expr {
	out := []emit.Expr{emit.Key("Name", emit.Str(s.Name))}
	if s.Budget > 0 {
		out = append(out, emit.Key("Budget", emit.Int(s.Budget)))
	}
	for _, f := range []struct {
		name string
		on   bool
	}{{"Rest", s.Rest}, {"Keep", s.Keep}, {"Stable", s.Stable}, {"Shed", s.Shed}, {"Grow", s.Grow}, {"Memory", s.Memory}, {"Stamp", s.Stamp}} {
		if f.on {
			out = append(out, emit.Key(f.name, emit.Bool(true)))
		}
	}
	if s.Step > 0 {
		out = append(out, emit.Key("Step", emit.Int(s.Step)))
	}
	if s.Owner != "" {
		out = append(out, emit.Key("Owner", emit.Str(s.Owner)))
	}
	if s.Fresh != "" {
		fresh := []emit.Expr{emit.Key("Kind", emit.Str(string(s.Fresh)))}
		if s.Days > 0 {
			fresh = append(fresh, emit.Key("Days", emit.Int(s.Days)))
		}
		if s.Stale != "flag" {
			fresh = append(fresh, emit.Key("Stale", emit.Str(s.Stale)))
		}
		out = append(out, emit.Key("Fresh", emit.Lit(rt("assembly", "Fresh"), fresh...)))
	}
	return out
}

// needsNow says that a section tells freshness in days, so that Input gives the time.
func (r *rolePlan) needsNow() bool {
	if r.Layout == nil {
		return false
	}
	for _, s := range r.Layout.Sections {
		if s.Fresh == schema.FreshDays {
			return true
		}
	}
	return false
}
