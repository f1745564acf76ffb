package gen

import (
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// The slices of memory, evidence and tools: each yields views of one kind.

func (w *roleWriter) memorySlice(s *slicePlan) {
	elems := []emit.Expr{emit.Key("Name", emit.Str(s.Name)), emit.Key("Pattern", emit.Str(s.Scope.Text)), emit.Key("Kinds", strs(s.Kinds)),
		emit.Key("Query", emit.ID("slice"+GoName(s.Query.Name))), emit.Key("Top", emit.Int(s.Top)), emit.Key("Lines", emit.Int(s.Lines))}
	if !slices.Equal(s.Triggers, schema.MemoryTriggers) {
		elems = append(elems, emit.Key("Triggers", strs(s.Triggers)))
	}
	if s.Summarised {
		elems = append(elems, emit.Key("Summarised", emit.Bool(true)))
	}
	w.f.Var("", s.spec, emit.Addr(emit.Lines(rt("slice", "Memory"), elems...)))
	view, door, src, text := s.view(), "Facts", "source", "Text"
	doc := "a fact that was remembered"
	if s.Summarised {
		door, src, text = "Summaries", "prose", "Prose"
		doc = "a fact, summarised: prose, so only a generated part takes it, whole"
	}
	w.stream(s, fmt.Sprintf("%s yields the facts of %q that the search found for %s, best first; none when it is not needed", s.goName, s.Scope.Text, s.Query.Name), view, door)
	w.view(s, view, doc, src, rt("slice", "Fact"), []viewField{{"Kind", "Kind", emit.ID("string")}, {text, "Text", emit.ID("string")}, {"Learnt", "Learnt", std("time", "Time")}})
}

func (w *roleWriter) retrievedSlice(s *slicePlan) {
	w.f.Var("", s.spec, emit.Addr(emit.Lines(rt("slice", "Retrieved"), emit.Key("Name", emit.Str(s.Name)), emit.Key("Pattern", emit.Str(s.Scope.Text)))))
	view := s.view()
	w.stream(s, fmt.Sprintf("%s yields the evidence of %q that Input names, best first", s.goName, s.Scope.Text), view, "Evidence", emit.ID("g").Dot("in").Dot(s.goName))
	str := emit.ID("string")
	w.view(s, view, "a piece of evidence", "source", rt("slice", "Item"), []viewField{{"Text", "Text", str}, {"Document", "Document", str},
		{"Version", "Version", str}, {"Source", "Source", str}, {"Index", "Index", str}, {"At", "At", std("time", "Time")}})
}

func (w *roleWriter) toolsSlice(s *slicePlan) {
	var tools []emit.Expr
	for _, t := range s.Tools {
		tools = append(tools, w.root(w.toolOf[t].goName).Call())
	}
	w.f.Var("", s.spec, emit.Addr(emit.Lines(rt("slice", "Tools"), emit.Key("Name", emit.Str(s.Name)), emit.Key("Tools", emit.Lines(emit.ListOf(rt("tool", "Tool")), tools...)))))
	view := s.view()
	w.stream(s, fmt.Sprintf("%s yields what a prompt says of the tools, in the schema's order", s.goName), view, "Offered")
	str := emit.ID("string")
	w.view(s, view, "a tool", "source", rt("tool", "Tool"), []viewField{{"Name", "Name", str}, {"Version", "Version", str}, {"Text", "Text", str}})
}

// stream is the accessor of a slice with views of one kind.
func (w *roleWriter) stream(s *slicePlan, doc, view, door string, more ...emit.Expr) {
	args := append(append([]emit.Expr{emit.ID("g").Dot("s"), emit.ID(s.spec)}, more...), emit.ID("read"+view))
	w.accessor(s, doc, []emit.Expr{std("iter", "Seq").Of(emit.ID(view))}, emit.Return(rt("slice", door).Call(args...)))
}

// viewField is a field of a view, and where it is read from.
type viewField struct {
	name, from string
	typ        emit.Expr
}

func (w *roleWriter) view(s *slicePlan, view, doc, src string, of emit.Expr, fields []viewField) {
	decl := []emit.Field{{Type: emit.ID(src)}}
	elems := []emit.Expr{emit.Key(src, emit.ID("src"))}
	for _, f := range fields {
		decl = append(decl, emit.Field{Name: f.name, Type: f.typ})
		elems = append(elems, emit.Key(f.name, emit.ID("f").Dot(f.from)))
	}
	w.f.Struct(fmt.Sprintf("%s is %s %s.", view, doc, w.at(s)), view, decl...)
	w.f.Func(emit.FuncDecl{Name: "read" + view, Params: []emit.Param{{Name: "src", Type: emit.ID(src)}, {Name: "f", Type: emit.Star(of)}},
		Results: []emit.Expr{emit.ID(view)}, Body: []emit.Stmt{emit.Return(emit.Lit(emit.ID(view), elems...))}})
	w.format(view)
}

// view is the name of the one view of a slice that has one.
func (s *slicePlan) view() string {
	switch s.Kind {
	case schema.ChronicleSlice:
		return s.goName + "Section"
	case schema.MemorySlice:
		return s.goName + "Fact"
	case schema.RetrievedSlice:
		return s.goName + "Item"
	case schema.ToolsSlice:
		return s.goName + "Tool"
	}
	return ""
}

// storePlace is a place of a template in the view v of a fact or a piece of evidence.
func storePlace(pl *schema.Place) (emit.Expr, schema.Type) {
	v, str := emit.ID("v"), schema.Type{Kind: schema.String}
	switch pl.Of {
	case "":
		return v.Dot("Text"), str
	case "learnt":
		return v.Dot("Learnt").Dot("Format").Call(std("time", "DateOnly")), str
	}
	return v.Dot(GoName(pl.Of)), str
}
