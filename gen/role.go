package gen

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// roleFile is the one file of a role's package.
func (p *plan) roleFile(r *rolePlan) *emit.File {
	imports := append(append(roleImports[:len(roleImports):len(roleImports)], emit.Import{Path: p.path, Name: p.alias, Alias: p.alias != p.pkg}), p.foreign...)
	f := emit.NewFile(r.path, r.pkg, withDoc(fmt.Sprintf("Package %s is what the role %s may read (roles.%s).", r.pkg, r.Name, r.Name), r.Doc), imports)
	w := &roleWriter{p, r, f}
	w.types()
	w.input()
	w.assemble()
	for _, d := range r.doors {
		w.door(d)
	}
	w.grant()
	for _, s := range r.slices {
		w.slice(s)
	}
	f.Struct("Parts takes the parts.", "Parts", emit.Field{Name: "s", Type: emit.Star(emit.ID("session"))})
	for _, pt := range r.parts {
		w.slot(pt)
	}
	w.defaults()
	w.cite()
	w.roleTools()
	w.layout()
	w.spec()
	return f
}

type roleWriter struct {
	*plan
	r *rolePlan
	f *emit.File
}

func (w *roleWriter) types() {
	f := w.f
	f.Type("role keeps the sources of this role apart from those of others; it is not to be named outside.", "role", emit.Struct())
	f.Alias("", "session", rt("slice", "Session"))
	f.Alias("", "source", rt("assembly", "Source").Of(emit.ID("role")))
	for _, s := range w.r.slices {
		if s.Kind == schema.ChronicleSlice || s.Summarised {
			f.Alias("", "prose", rt("assembly", "Prose").Of(emit.ID("role")))
			break
		}
	}
	f.Alias("Citation is anything that this role's slices hand out, except chronicle prose.", "Citation", rt("assembly", "Citation").Of(emit.ID("role")))
	f.Alias("Source cites one thing that this role's slices handed out.", "Source", rt("assembly", "Source").Of(emit.ID("role")))
	f.Type("Assembler fills p from g. It must be pure: the same grant, the same parts.", "Assembler",
		emit.FuncType([]emit.Param{{Name: "g", Type: emit.Star(emit.ID("Grant"))}, {Name: "p", Type: emit.Star(emit.ID("Parts"))}}))
}

func (w *roleWriter) input() {
	var fields []emit.Field
	for _, s := range w.r.selves {
		fields = append(fields, emit.Field{Name: s.goName, Type: w.root(w.rosterOf[s.roster].goName), Doc: "the member"})
	}
	for _, s := range w.r.slices {
		switch s.Kind {
		case schema.GivenSlice:
			doc := "required"
			if s.Type.Optional {
				doc = "optional"
			}
			fields = append(fields, emit.Field{Name: s.goName, Type: w.goType(s.Type), Doc: doc},
				emit.Field{Name: s.goName + "From", Type: rt("timeline", "ID"), Doc: "the event that it came from, if any"})
		case schema.RetrievedSlice:
			fields = append(fields, emit.Field{Name: s.goName, Type: rt("timeline", "ID"), Doc: "the record that Timeline.Retrieved returned; zero: this step retrieved nothing"})
		case schema.EventsSlice:
			fields = append(fields, emit.Field{Name: s.goName, Type: rt("timeline", "Range"), Doc: "the events to read; the position is its end"})
			if w.r.through {
				fields = append(fields, emit.Field{Name: "Through", Type: rt("timeline", "Position"),
					Doc: "for a write door, in place of " + s.goName + ": from right after the last section to here"})
			}
		}
	}
	if w.r.needsNow() {
		fields = append(fields, emit.Field{Name: "Now", Type: std("time", "Time"), Doc: "required: by which freshness is told"})
	}
	w.f.Struct("Input is what the application gives.", "Input", fields...)

	w.inputJSON()
	in := emit.ID("in")
	call := []emit.Expr{emit.Key("Role", emit.ID("spec")), emit.Key("Given", emit.Star(in)), emit.Key("Assembler", emit.ID("write"))}
	if len(w.r.selves) > 0 {
		var selves []emit.Expr
		for _, s := range w.r.selves {
			selves = append(selves, emit.Lit(emit.Expr{}, emit.Key("Roster", emit.Str(s.roster.Name)), emit.Key("Value", in.Dot(s.goName))))
		}
		call = append(call, emit.Key("Self", emit.Lines(emit.ListOf(rt("slice", "Self")), selves...)))
	}
	var required []emit.Expr
	for _, s := range w.r.slices {
		if s.Kind == schema.GivenSlice && !s.Type.Optional {
			if empty, ok := emptiness(s.Type, in.Dot(s.goName)); ok {
				required = append(required, emit.Lit(emit.Expr{}, emit.Key("Name", emit.Str(s.Name)), emit.Key("Empty", empty)))
			}
		}
	}
	if len(required) > 0 {
		call = append(call, emit.Key("Inputs", emit.Lines(emit.ListOf(rt("slice", "Input")), required...)))
	}
	if w.r.events != nil {
		call = append(call, emit.Key("Range", in.Dot(w.r.events.goName)))
	}
	if w.r.through {
		call = append(call, emit.Key("Through", in.Dot("Through")))
	}
	if w.r.needsNow() {
		call = append(call, emit.Key("Now", in.Dot("Now")))
	}
	var queries []emit.Expr
	for _, s := range w.r.slices {
		if s.Kind == schema.MemorySlice {
			queries = append(queries, emit.Lit(emit.Expr{}, emit.Key("Slice", emit.ID(s.spec)), emit.Key("Text", w.queryText(s, in))))
		}
	}
	if len(queries) > 0 {
		call = append(call, emit.Key("Queries", emit.Lines(emit.ListOf(rt("slice", "Query")), queries...)))
	}
	w.f.Func(emit.FuncDecl{Recv: &emit.Recv{Name: "in", Type: "Input", Pointer: true}, Name: "call", Params: []emit.Param{{Name: "write", Type: emit.ID("Assembler")}}, Results: []emit.Expr{rt("slice", "Call")},
		Body: []emit.Stmt{emit.Return(emit.Lines(rt("slice", "Call"), call...))}})
}

// queryText is the given value that a memory slice searches for; an optional one that is absent asks nothing.
func (w *roleWriter) queryText(s *slicePlan, in emit.Expr) emit.Expr {
	v := in.Dot(GoName(s.Query.Name))
	if s.Query.Type.Optional {
		return rt("wire", "TextOr").Call(v, emit.Str(""))
	}
	return v
}

// emptiness says how a required value is seen to be empty; 0, false, an empty list and an empty set are values.
func emptiness(t schema.Type, v emit.Expr) (emit.Expr, bool) {
	switch t.Kind {
	case schema.String:
		return emit.Binary("==", v, emit.Str("")), true
	case schema.ID, schema.Time, schema.OfRoster:
		return v.Dot("IsZero").Call(), true
	case schema.JSON:
		return emit.Binary("==", emit.ID("len").Call(v), emit.Int(0)), true
	case schema.OfRecord:
		return rt("slice", "IsZero").Call(v), true
	}
	return emit.Expr{}, false
}

func (w *roleWriter) timelineParam() []emit.Param {
	return []emit.Param{{Name: "ctx", Type: std("context", "Context")}, {Name: "tl", Type: emit.Star(w.root("Timeline"))},
		{Name: "in", Type: emit.ID("Input")}, {Name: "write", Type: emit.ID("Assembler")}}
}

func (w *roleWriter) assemble() {
	body := []emit.Stmt{
		emit.If(emit.Stmt{}, emit.Binary("==", emit.ID("write"), emit.Nil()), emit.Set(emit.ID("write"), "=", emit.ID("Default"))),
		emit.Return(rt("slice", "Assemble").Call(emit.ID("ctx"), emit.ID("tl").Dot("Store"), emit.ID("in").Dot("call").Call(emit.ID("write")),
			emit.Func([]emit.Param{{Name: "s", Type: emit.Star(emit.ID("session"))}}, nil,
				emit.Do(emit.ID("write").Call(
					emit.Addr(emit.Lit(emit.ID("Grant"), emit.Key("s", emit.ID("s")), emit.Key("in", emit.ID("in")))),
					emit.Addr(emit.Lit(emit.ID("Parts"), emit.Key("s", emit.ID("s"))))))),
			emit.ID("opts").Spread())),
	}
	w.f.Func(emit.FuncDecl{Doc: "Assemble runs write (nil means Default) over a grant that is made for this call and dies with it.", Name: "Assemble",
		Params:  append(w.timelineParam(), emit.Param{Name: "opts", Type: emit.Variadic(rt("assembly", "Option"))}),
		Results: []emit.Expr{emit.Star(rt("assembly", "Context")), emit.ID("error")}, Body: body})
}

func (w *roleWriter) grant() {
	w.f.Struct(fmt.Sprintf("Grant is all that %s may read.", w.r.Name), "Grant",
		emit.Field{Name: "s", Type: emit.Star(emit.ID("session"))}, emit.Field{Name: "in", Type: emit.ID("Input")})
	for _, s := range w.r.selves {
		w.f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%s is the member's own %s.", s.goName, s.roster.Name), Recv: &emit.Recv{Name: "g", Type: "Grant", Pointer: true},
			Name: s.goName, Results: []emit.Expr{w.root(w.rosterOf[s.roster].goName)}, Body: []emit.Stmt{emit.Return(emit.ID("g").Dot("in").Dot(s.goName))}})
	}
}

func (w *roleWriter) door(d doorPlan) {
	params := append(w.timelineParam(), emit.Param{Name: "model", Type: rt("slice", "Model")})
	opts := emit.Param{Name: "opts", Type: emit.Variadic(rt("assembly", "Option"))}
	again := emit.ID("Assemble").Call(emit.ID("ctx"), emit.ID("tl"), emit.ID("in"), emit.ID("write"), emit.ID("opts").Spread())
	ctxResults := []emit.Expr{emit.Star(rt("assembly", "Context")), emit.ID("error")}
	head := []emit.Expr{emit.ID("ctx"), emit.ID("tl").Dot("Store"), emit.ID("in").Dot("call").Call(emit.ID("write")), emit.Str(d.scope.Text)}
	if d.scope.Family.Kind == schema.ChronicleScope {
		ev := w.r.events.goName
		run := emit.Func([]emit.Param{{Name: "r", Type: rt("timeline", "Range")}}, ctxResults,
			emit.Assign([]emit.Expr{emit.ID("in").Dot(ev), emit.ID("in").Dot("Through")}, []emit.Expr{emit.ID("r"), emit.Int(0)}),
			emit.Return(again))
		w.f.Func(emit.FuncDecl{
			Doc: fmt.Sprintf("%s assembles the range, asks the model, and appends what it says as a section of %q, with the model's new pins in one batch. "+
				"It is this role's only door to that scope (roles.%s.writes).", d.goName, d.scope.Text, w.r.Name),
			Name: d.goName, Params: append(params, opts), Results: []emit.Expr{rt("chronicle", "Section"), emit.ID("error")},
			Body: []emit.Stmt{emit.Return(rt("slice", "WriteSection").Call(append(head, run, emit.ID("model"), emit.ID("opts").Spread())...))}})
		return
	}
	write, door := "BeliefWrite", "WriteBeliefs"
	if d.scope.Family.Kind == schema.MemoryScope {
		write, door = "MemoryWrite", "WriteMemories"
	}
	parse := emit.FuncType([]emit.Param{{Name: "answer", Type: emit.ID("string")}}, emit.ListOf(w.root(write)), emit.ID("error"))
	params = append(params, emit.Param{Name: "parse", Type: parse}, opts)
	w.f.Func(emit.FuncDecl{
		Doc: fmt.Sprintf("%s assembles, asks the model, and appends the writes that parse makes of the answer, with the model's new pins in one batch. "+
			"A write to another scope than %q is NotGranted (roles.%s.writes).", d.goName, d.scope.Text, w.r.Name),
		Name: d.goName, Params: params, Results: []emit.Expr{rt("timeline", "Range"), emit.ID("error")},
		Body: []emit.Stmt{emit.Return(rt("slice", door).Call(append(head, emit.Func(nil, ctxResults, emit.Return(again)), emit.ID("model"), emit.ID("parse"), emit.ID("opts").Spread())...))}})
}

// cite is the helper for parts made of many views.
func (w *roleWriter) cite() {
	w.f.Func(emit.FuncDecl{Doc: "Cite puts several views of one kind into the citations of one part.", Name: "Cite",
		Types: []emit.Param{{Name: "V", Type: emit.ID("Citation")}}, Params: []emit.Param{{Name: "views", Type: emit.Variadic(emit.ID("V"))}},
		Results: []emit.Expr{emit.ListOf(emit.ID("Citation"))},
		Body: []emit.Stmt{
			emit.Define(emit.ID("make").Call(emit.ListOf(emit.ID("Citation")), emit.ID("len").Call(emit.ID("views"))), "out"),
			emit.Range("i", "v", emit.ID("views"), emit.Set(emit.ID("out").Index(emit.ID("i")), "=", emit.ID("v"))),
			emit.Return(emit.ID("out")),
		}})
}

// spec declares the role to the runtime: its closed grant as data.
func (w *roleWriter) spec() {
	var slices, slots []emit.Expr
	for _, s := range w.r.slices {
		slices = append(slices, emit.ID(s.spec))
	}
	for _, pt := range w.r.parts {
		slots = append(slots, emit.ID(pt.slot))
	}
	elems := []emit.Expr{
		emit.Key("Name", emit.Str(w.r.Name)),
		emit.Key("Slices", emit.Lines(emit.ListOf(rt("slice", "Spec")), slices...)),
		emit.Key("Slots", emit.Lines(emit.ListOf(emit.Star(rt("assembly", "Slot"))), slots...)),
	}
	if w.r.Layout != nil {
		elems = append(elems, emit.Key("Layout", emit.ID("layout")))
	}
	w.f.Var("spec is the role's closed grant, as the runtime reads it.", "spec", emit.Addr(emit.Lines(rt("slice", "Role"), elems...)))
}
