package schema

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// parts resolves the slots of a role, or writes down the default ones.
func (r *resolver) parts(role *Role, l *lineage) {
	if !l.said {
		if role.Layout != nil {
			r.fail(role.Pos, "layout", "the role %q has a layout and no parts:, so that nothing says which section each stands in", role.Name).Expected = "parts: with a section: each"
			return
		}
		r.defaultParts(role)
		return
	}
	if len(l.parts) == 0 && !l.misled && !r.abstract[role.Name] {
		r.fail(role.Pos, "empty-list", "the role %q has parts: with nothing in it", role.Name).Expected = "a part, or parts: left out for the default ones"
	}
	for _, e := range l.parts {
		if p := r.part(e, role, l); p != nil {
			role.Parts = append(role.Parts, p)
		}
	}
}

func (r *resolver) part(e shape.Entry[shape.Part], role *Role, l *lineage) *Part {
	f := e.Val
	p := &Part{Pos: e.Key.Pos, Name: e.Name(), Register: Register(f.Register.String()), Rank: f.Rank.N, Uncited: f.Uncited.On, Latest: true, Written: Written{e.Node}}
	if !r.inSection(p, f, role) {
		return nil
	}
	if f.Content.Given() {
		t, ok := r.fieldType(f.Content)
		if !ok {
			return nil
		}
		if t.Optional {
			r.fail(f.Content.Pos(), "part", "a part's content cannot be optional: what is absent makes no part").Expected = "the type without ?"
			return nil
		}
		p.Content = &t
		if f.Text.Given() {
			r.fail(f.Text.Pos(), "part", "a part has text: or content:, and %q has both", p.Name).Related = []diag.Related{{Pos: f.Content.Pos(), Message: "the content is here"}}
			return nil
		}
	}
	switch {
	case f.From.Given():
		if !r.from(p, f, role, l) {
			return nil
		}
	case f.Group.Given() || f.Fallback.Given():
		at, what := f.Group, "group:"
		if !at.Given() {
			at, what = f.Fallback, "fallback:"
		}
		r.fail(at.Pos(), "part", "%s needs from:, so that it has something to write", what).Expected = "from: with a slice"
		return nil
	case f.Text.Given():
		r.fail(f.Text.Pos(), "part", "text: needs from:, so that it has something to write").Expected = "from: with a slice, or no text: when a hand-written assembler fills the slot"
	}
	if f.Equals.Given() {
		p.Latest = f.Equals.String() == "latest"
	}
	return p
}

// from resolves slice or slice.item, and the text of each item that the part takes.
func (r *resolver) from(p *Part, f shape.Part, role *Role, l *lineage) bool {
	name, of, dotted := strings.Cut(f.From.String(), ".")
	s := role.Slice(name)
	if s == nil && l.names[name] {
		if f.Text.Given() {
			r.template(f.Text) // its braces can be looked at all the same
		}
		return false // the slice itself was reported
	}
	if s == nil {
		var names []string
		for _, s := range role.Sees {
			names = append(names, s.Name)
		}
		r.unknown(f.From.Pos(), "slice", name, names)
		return false
	}
	items := r.items(s)
	if dotted {
		names := itemNames(items)
		if len(names) == 0 || names[0] == "" {
			r.fail(f.From.At(len(name)), "part", "the %s slice %q has no items", s.Kind, name).Expected = "from: " + name
			return false
		}
		i := slices.Index(names, of)
		if i < 0 {
			r.unknown(f.From.At(len(name)+1), "item of "+name, of, names)
			return false
		}
		items = items[i : i+1]
	}
	p.From, p.Of = s, of
	p.Latest = s.Kind != LogSlice && s.Kind != EventsSlice
	if s.prose() && p.Register != Generated && p.Register != "" {
		what := "chronicle prose"
		if s.Kind == MemorySlice {
			what = "summarised memory"
		}
		r.fail(f.Register.Pos(), "register", "%s cannot be %s: a model wrote it", what, p.Register).Expected = "register: generated"
		return false
	}
	if !r.keys(p, f, s, items) {
		return false
	}
	switch {
	case p.Content != nil:
		return r.content(p, f, s)
	case f.Text.Given():
		return r.templates(p, f.Text, s, items)
	}
	good := true
	for _, it := range items {
		t, why := it.defaultText()
		if why != "" {
			r.noText(f.From.Pos(), s, it, why)
			good = false
			continue
		}
		p.Texts = append(p.Texts, ItemText{it.name, t})
	}
	return good
}

// prose says that a model wrote what the slice hands out.
func (s *Slice) prose() bool { return s.Kind == ChronicleSlice || s.Summarised }

// templates makes the text of each item.
func (r *resolver) templates(p *Part, t shape.Text, s *Slice, items []source) bool {
	if s.prose() || s.Kind == FixedSlice || s.Kind == ToolsSlice {
		r.fail(t.Pos(), "part", "a %s slice goes in whole, so that %q has no text:", s.Kind, p.Name).Expected = "no text:"
		return false
	}
	var good bool
	p.Texts, good = r.perItem(t, items)
	return good
}

// perItem makes a template for each item; it must fit all of them.
func (r *resolver) perItem(t shape.Text, items []source) ([]ItemText, bool) {
	raw := r.template(t)
	if raw == nil {
		return nil, false
	}
	var out []ItemText
	good := true
	for _, it := range items {
		tpl, ok := r.fillTemplate(t, raw, it)
		good = good && ok
		out = append(out, ItemText{it.name, tpl})
	}
	return out, good
}

// content checks that a slice hands out what the slot takes: a given value or a belief of just that type.
func (r *resolver) content(p *Part, f shape.Part, s *Slice) bool {
	given := s.Type
	given.Optional = false // one that is absent makes no part
	fits := s.Kind == GivenSlice && given.Equal(*p.Content)
	if s.Kind == BeliefsSlice {
		fits = !slices.ContainsFunc(s.Predicates, func(q *Predicate) bool { return !q.Value.Equal(*p.Content) })
	}
	if !fits {
		r.fail(f.Content.Pos(), "part", "%q hands out no %s by itself", s.Name, *p.Content).Expected =
			"a given or beliefs slice of that type, or no from: when a hand-written assembler fills the slot"
	}
	return fits
}
