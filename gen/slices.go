package gen

import (
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// slice emits one entry of `sees:`: what declares it, the grant's accessor, and the views.
func (w *roleWriter) slice(s *slicePlan) {
	switch s.Kind {
	case schema.LogSlice, schema.EventsSlice:
		w.logSlice(s)
	case schema.BeliefsSlice:
		w.beliefsSlice(s)
	case schema.ChronicleSlice:
		w.chronicleSlice(s)
	case schema.GivenSlice:
		w.givenSlice(s)
	case schema.FixedSlice:
		w.fixedSlice(s)
	case schema.MemorySlice:
		w.memorySlice(s)
	case schema.RetrievedSlice:
		w.retrievedSlice(s)
	case schema.ToolsSlice:
		w.toolsSlice(s)
	}
}

// at is the schema path of a slice, for comments.
func (w *roleWriter) at(s *slicePlan) string {
	return fmt.Sprintf("(roles.%s.sees.%s)", w.r.Name, s.Name)
}

func (w *roleWriter) accessor(s *slicePlan, doc string, results []emit.Expr, body ...emit.Stmt) {
	w.f.Func(emit.FuncDecl{Doc: doc + " " + w.at(s) + ".", Recv: &emit.Recv{Name: "g", Type: "Grant", Pointer: true}, Name: s.goName, Results: results, Body: body})
}

// typedAccessor is the accessor of a slice that has a type of its own.
func (w *roleWriter) typedAccessor(s *slicePlan, doc string) {
	w.accessor(s, s.goName+" "+doc, []emit.Expr{emit.ID(s.goName)},
		emit.Return(emit.Lit(emit.ID(s.goName), emit.Key("s", emit.ID("g").Dot("s")))))
	w.f.Struct(s.goName+" "+doc+".", s.goName, emit.Field{Name: "s", Type: emit.Star(emit.ID("session"))})
}

func (w *roleWriter) logSlice(s *slicePlan) {
	elems := []emit.Expr{emit.Key("Name", emit.Str(s.Name)), emit.Key("Clauses", emit.Lines(emit.ListOf(rt("timeline", "Clause")), w.clauses(s.Clauses)...))}
	kind, doc := "Log", "reads the log"
	if s.Kind == schema.EventsSlice {
		kind, doc = "Events", "reads the range of the log that Input gives"
	}
	var items []emit.Expr
	for _, it := range s.items {
		item := []emit.Expr{emit.Key("Type", emit.Str(it.Event.Name))}
		if len(it.fields) > 0 {
			names := make([]string, len(it.fields))
			for i, f := range it.fields {
				names[i] = f.Name
			}
			item = append(item, emit.Key("Fields", strs(names)))
		}
		if it.At {
			item = append(item, emit.Key("At", emit.Bool(true)))
		}
		items = append(items, emit.Lit(emit.Expr{}, item...))
	}
	elems = append(elems, emit.Key("Items", emit.Lines(emit.ListOf(rt("slice", "Shown")), items...)))
	if s.Last > 0 {
		elems = append(elems, emit.Key("Last", emit.Int(s.Last)))
	}
	if s.Since != nil {
		elems = append(elems, emit.Key("Since", emit.ID("slice"+GoName(s.Since.Name))))
	}
	w.f.Var("", s.spec, emit.Addr(emit.Lines(rt("slice", kind), elems...)))
	w.typedAccessor(s, doc)
	recv := &emit.Recv{Name: "v", Type: s.goName}
	for _, it := range s.items {
		w.f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%s yields the admitted events of that type, oldest first.", it.goName), Recv: recv, Name: it.goName,
			Results: []emit.Expr{std("iter", "Seq").Of(emit.ID(it.view))},
			Body:    []emit.Stmt{emit.Return(rt("slice", "Of").Call(emit.ID("v").Dot("s"), emit.ID(s.spec), emit.Str(it.Event.Name), emit.ID(it.read)))}})
	}
	if len(s.items) > 1 {
		w.all(s)
	}
	for _, it := range s.items {
		w.eventView(s, it)
	}
}

// all is the one stream over several event types.
func (w *roleWriter) all(s *slicePlan) {
	typ := s.goName + "Event"
	mark := "is" + typ
	w.f.Interface(fmt.Sprintf("%s is one of the views of slice %s.", typ, s.Name), typ,
		emit.Method{Type: emit.ID("Citation")}, emit.Method{Name: mark})
	var cases []emit.Case
	for _, it := range s.items {
		w.f.Func(emit.FuncDecl{Recv: &emit.Recv{Type: it.view}, Name: mark})
		cases = append(cases, emit.Case{Values: []emit.Expr{emit.Str(it.Event.Name)}, Body: []emit.Stmt{emit.Return(emit.ID(it.read).Call(emit.ID("src"), emit.ID("r")))}})
	}
	read := emit.Func([]emit.Param{{Name: "src", Type: emit.ID("source")}, {Name: "r", Type: emit.Star(rt("wire", "Reader"))}}, []emit.Expr{emit.ID(typ)},
		emit.Switch(emit.ID("r").Dot("Type").Call(), cases...), emit.Return(emit.Nil()))
	w.f.Func(emit.FuncDecl{Doc: "All yields every admitted event, in the order of the log.", Recv: &emit.Recv{Name: "v", Type: s.goName}, Name: "All",
		Results: []emit.Expr{std("iter", "Seq").Of(emit.ID(typ))},
		Body:    []emit.Stmt{emit.Return(rt("slice", "Of").Call(emit.ID("v").Dot("s"), emit.ID(s.spec), emit.Str(""), read))}})
}

func (w *roleWriter) eventView(s *slicePlan, it *itemPlan) {
	fields := []emit.Field{{Type: emit.ID("source")}}
	var read []emit.Stmt
	if it.At {
		fields = append(fields, emit.Field{Name: "At", Type: std("time", "Time")})
		read = append(read, emit.Set(emit.ID("v").Dot("At"), "=", emit.ID("r").Dot("At").Call()))
	}
	foreign := it.Event.Go != "" && slices.ContainsFunc(it.fields, func(fd fieldPlan) bool { return !fd.Attribute })
	if foreign {
		read = append(read, emit.Define(rt("wire", "Payload").Of(foreignType(it.Event.Go)).Call(emit.ID("r")), "p"))
	}
	for _, fd := range it.fields {
		if foreign && !fd.Attribute {
			fields = append(fields, emit.Field{Name: fd.goName, Type: w.goType(fd.Type)})
			read = append(read, emit.Set(emit.ID("v").Dot(fd.goName), "=", foreignField(fd.Type, emit.ID("p").Dot(fd.goName))))
			continue
		}
		kind := "Field"
		if fd.Attribute {
			kind = "Attr"
		}
		fields = append(fields, emit.Field{Name: fd.goName, Type: w.goType(fd.Type)})
		read = append(read, emit.Set(emit.ID("v").Dot(fd.goName), "=", w.readCall(kind, "r", fd.Field)))
	}
	w.f.Struct(fmt.Sprintf("%s is what %s sees of the event %s %s.", it.view, w.r.Name, it.Event.Name, w.at(s)), it.view, fields...)
	body := []emit.Stmt{emit.Set(emit.ID("v").Dot("source"), "=", emit.ID("src"))}
	rName := "r"
	if len(read) == 0 {
		rName = "_"
	}
	body = append(append(body, read...), emit.Return(emit.ID("v")))
	w.f.Func(emit.FuncDecl{Name: it.read,
		Params: []emit.Param{{Name: "src", Type: emit.ID("source")}, {Name: rName, Type: emit.Star(rt("wire", "Reader"))}},
		Named:  []emit.Param{{Name: "v", Type: emit.ID(it.view)}}, Body: body})
	w.format(it.view)
}

// format makes a view print its granted fields and nothing of its source.
func (w *roleWriter) format(view string) {
	w.f.Func(emit.FuncDecl{Doc: "Format prints the granted fields only.", Recv: &emit.Recv{Name: "v", Type: view}, Name: "Format",
		Params: []emit.Param{{Name: "f", Type: std("fmt", "State")}, {Name: "verb", Type: emit.ID("rune")}},
		Body:   []emit.Stmt{emit.Do(rt("assembly", "PrintView").Call(emit.ID("f"), emit.ID("verb"), emit.ID("v")))}})
}

func (w *roleWriter) beliefsSlice(s *slicePlan) {
	var scopes []emit.Expr
	for _, sc := range s.scopes {
		scopes = append(scopes, emit.Lit(emit.Expr{}, emit.Key("Name", emit.Str(sc.Name)), emit.Key("Pattern", emit.Str(sc.Scope.Text))))
	}
	var predicates []emit.Expr
	for _, pr := range s.Predicates {
		predicates = append(predicates, emit.Str(pr.Name))
	}
	elems := []emit.Expr{emit.Key("Name", emit.Str(s.Name)),
		emit.Key("Namespace", emit.Str(w.model.Namespace)),
		emit.Key("Predicates", emit.Lines(emit.ListOf(emit.ID("string")), predicates...)),
		emit.Key("Scopes", emit.Lines(emit.ListOf(rt("slice", "Scope")), scopes...))}
	if s.ShowAbout {
		elems = append(elems, emit.Key("About", emit.Bool(true)))
	}
	w.f.Var("", s.spec, emit.Addr(emit.Lines(rt("slice", "Beliefs"), elems...)))
	w.typedAccessor(s, "reads scopes of beliefs")
	for _, sc := range s.scopes {
		w.f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%s is the scope %q.", sc.goName, sc.Scope.Text), Recv: &emit.Recv{Name: "v", Type: s.goName}, Name: sc.goName,
			Results: []emit.Expr{emit.ID(sc.typ)}, Body: []emit.Stmt{emit.Return(emit.Lit(emit.ID(sc.typ), emit.Key("s", emit.ID("v").Dot("s"))))}})
		w.beliefScope(s, sc)
	}
}

func (w *roleWriter) beliefScope(s *slicePlan, sc *scopeItemPlan) {
	w.f.Struct(fmt.Sprintf("%s reads the scope %q.", sc.typ, sc.Scope.Text), sc.typ, emit.Field{Name: "s", Type: emit.Star(emit.ID("session"))})
	recv := &emit.Recv{Name: "v", Type: sc.typ}
	for _, b := range sc.beliefs {
		w.f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%s yields what is held at the position, in the order in which it was learnt.", b.goName), Recv: recv, Name: b.goName,
			Results: []emit.Expr{std("iter", "Seq").Of(emit.ID(b.view))},
			Body:    []emit.Stmt{emit.Return(rt("slice", "Held").Call(emit.ID("v").Dot("s"), emit.ID(s.spec), emit.Str(sc.Name), emit.Str(b.Name), emit.ID(b.read)))}})
	}
	if len(sc.beliefs) > 1 {
		w.allBeliefs(s, sc)
	}
	for _, b := range sc.beliefs {
		w.beliefView(s, sc, b)
	}
}

func (w *roleWriter) allBeliefs(s *slicePlan, sc *scopeItemPlan) {
	typ := sc.typ + "Belief"
	mark := "is" + typ
	w.f.Interface(fmt.Sprintf("%s is one of the beliefs of %s.", typ, sc.typ), typ, emit.Method{Type: emit.ID("Citation")}, emit.Method{Name: mark})
	var cases []emit.Case
	for _, b := range sc.beliefs {
		w.f.Func(emit.FuncDecl{Recv: &emit.Recv{Type: b.view}, Name: mark})
		cases = append(cases, emit.Case{Values: []emit.Expr{emit.Str(b.Name)}, Body: []emit.Stmt{emit.Return(emit.ID(b.read).Call(emit.ID("src"), emit.ID("b")))}})
	}
	read := emit.Func([]emit.Param{{Name: "src", Type: emit.ID("source")}, {Name: "b", Type: emit.Star(rt("slice", "Belief"))}}, []emit.Expr{emit.ID(typ)},
		emit.Switch(emit.ID("b").Dot("Predicate"), cases...), emit.Return(emit.Nil()))
	w.f.Func(emit.FuncDecl{Doc: "All yields every belief that is held at the position, in the order in which it was learnt.", Recv: &emit.Recv{Name: "v", Type: sc.typ}, Name: "All",
		Results: []emit.Expr{std("iter", "Seq").Of(emit.ID(typ))},
		Body:    []emit.Stmt{emit.Return(rt("slice", "Held").Call(emit.ID("v").Dot("s"), emit.ID(s.spec), emit.Str(sc.Name), emit.Str(""), read))}})
}

func (w *roleWriter) beliefView(s *slicePlan, sc *scopeItemPlan, b *beliefPlan) {
	fields := []emit.Field{{Type: emit.ID("source")}, {Name: "Value", Type: w.goType(b.Value)}}
	body := []emit.Stmt{
		emit.Set(emit.ID("v").Dot("source"), "=", emit.ID("src")),
		emit.Set(emit.ID("v").Dot("Value"), "=", rt("slice", "ValueOf").Of(w.goType(b.Value)).Call(emit.ID("b"))),
	}
	for _, a := range b.about {
		fields = append(fields, emit.Field{Name: a.goName, Type: w.goType(a.Type)})
		body = append(body, emit.Set(emit.ID("v").Dot(a.goName), "=", rt("slice", "AboutOf").Of(w.goType(a.Type)).Call(emit.ID("b"), emit.Str(a.Name))))
	}
	w.f.Struct(fmt.Sprintf("%s is one belief %s of the scope %q %s.", b.view, b.Name, sc.Scope.Text, w.at(s)), b.view, fields...)
	w.f.Func(emit.FuncDecl{Name: b.read, Params: []emit.Param{{Name: "src", Type: emit.ID("source")}, {Name: "b", Type: emit.Star(rt("slice", "Belief"))}},
		Named: []emit.Param{{Name: "v", Type: emit.ID(b.view)}}, Body: append(body, emit.Return(emit.ID("v")))})
	w.format(b.view)
}

func (w *roleWriter) chronicleSlice(s *slicePlan) {
	view := s.goName + "Section"
	w.f.Var("", s.spec, emit.Addr(emit.Lines(rt("slice", "Chronicle"),
		emit.Key("Name", emit.Str(s.Name)), emit.Key("Pattern", emit.Str(s.Scope.Text)))))
	w.accessor(s, fmt.Sprintf("%s yields the sections of %q that are visible at the position, oldest first", s.goName, s.Scope.Text),
		[]emit.Expr{std("iter", "Seq").Of(emit.ID(view))},
		emit.Return(rt("slice", "Sections").Call(emit.ID("g").Dot("s"), emit.ID(s.spec), emit.ID("read"+view))))
	w.f.Struct(fmt.Sprintf("%s is a section of %q: prose that a model wrote, so only a generated part takes it, whole %s.", view, s.Scope.Text, w.at(s)), view,
		emit.Field{Type: emit.ID("prose")}, emit.Field{Name: "Prose", Type: emit.ID("string")})
	w.f.Func(emit.FuncDecl{Name: "read" + view, Params: []emit.Param{{Name: "src", Type: emit.ID("prose")}, {Name: "text", Type: emit.ID("string")}},
		Results: []emit.Expr{emit.ID(view)}, Body: []emit.Stmt{emit.Return(emit.Lit(emit.ID(view), emit.Key("prose", emit.ID("src")), emit.Key("Prose", emit.ID("text"))))}})
	w.format(view)
}

func (w *roleWriter) givenSlice(s *slicePlan) {
	w.f.Var("", s.spec, emit.Addr(emit.Lit(rt("slice", "Given"), emit.Key("Name", emit.Str(s.Name)))))
	in := emit.ID("g").Dot("in")
	w.accessor(s, s.goName+" is given by the application", []emit.Expr{w.goType(s.Type), emit.ID("Source")},
		emit.Return(in.Dot(s.goName), rt("slice", "GivenSource").Of(emit.ID("role")).Call(emit.ID("g").Dot("s"), emit.ID(s.spec), in.Dot(s.goName+"From"))))
}

func (w *roleWriter) fixedSlice(s *slicePlan) {
	w.f.Var("", s.spec, emit.Addr(emit.Lines(rt("slice", "Fixed"),
		emit.Key("Name", emit.Str(s.Name)), emit.Key("File", emit.Str(s.File)), emit.Key("Version", emit.Str(s.Version)),
		emit.Key("SHA256", emit.Str(s.SHA256)), emit.Key("Text", emit.Str(s.Text)))))
	w.accessor(s, fmt.Sprintf("%s is the text of %s, embedded at generation", s.goName, s.File), []emit.Expr{emit.ID("string"), emit.ID("Source")},
		emit.Return(rt("slice", "FixedText").Of(emit.ID("role")).Call(emit.ID("g").Dot("s"), emit.ID(s.spec))))
}
