package gen

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

var registerConst = map[schema.Register]string{
	schema.Binding: "Binding", schema.Considered: "Considered", schema.Craft: "Craft", schema.Generated: "Generated",
}

// prose says that the slot takes prose that a model wrote, whole.
func (pt *partPlan) prose() bool {
	return pt.from != nil && (pt.from.Kind == schema.ChronicleSlice || pt.from.Summarised)
}

// slot emits one slot: its declaration and the method that fills it.
func (w *roleWriter) slot(pt *partPlan) {
	elems := []emit.Expr{emit.Key("Name", emit.Str(pt.Name)), emit.Key("Register", rt("assembly", registerConst[pt.Register]))}
	doc := fmt.Sprintf("%s adds a %s part", pt.goName, pt.Register)
	if pt.Rank != 0 {
		elems = append(elems, emit.Key("Rank", emit.Int(pt.Rank)))
		doc += fmt.Sprintf(" of rank %d", pt.Rank)
	}
	if pt.Latest {
		elems = append(elems, emit.Key("Latest", emit.Bool(true)))
	}
	if pt.Uncited {
		elems = append(elems, emit.Key("Uncited", emit.Bool(true)))
	}
	if pt.Section != nil {
		elems = append(elems, emit.Key("Section", emit.Str(pt.Section.Name)))
		doc += " to the section " + pt.Section.Name
	}
	doc += fmt.Sprintf(" (roles.%s.parts.%s).", w.r.Name, pt.Name)
	w.f.Var("", pt.slot, emit.Addr(emit.Lit(rt("assembly", "Slot"), elems...)))

	s := emit.ID("p").Dot("s")
	recv := &emit.Recv{Name: "p", Type: "Parts", Pointer: true}
	citation := emit.ID("Citation")
	if pt.prose() {
		v := emit.ID("section")
		w.f.Func(emit.FuncDecl{Doc: doc, Recv: recv, Name: pt.goName,
			Params: []emit.Param{{Name: "section", Type: emit.ID(pt.from.view())}},
			Body:   []emit.Stmt{emit.Do(rt("slice", "AddProse").Call(s, emit.ID(pt.slot), v.Dot("Prose"), v.Dot("prose")))}})
		return
	}
	first, add := emit.Param{Name: "text", Type: emit.ID("string")}, "Add"
	if pt.Content != nil {
		first, add = emit.Param{Name: "content", Type: w.goType(*pt.Content)}, "AddValue"
	}
	keys := w.keys(pt)
	if pt.Uncited {
		w.f.Func(emit.FuncDecl{Doc: doc, Recv: recv, Name: pt.goName,
			Params: []emit.Param{first, {Name: "from", Type: emit.Variadic(citation)}},
			Body:   []emit.Stmt{emit.Do(rt("slice", add+"Uncited").Call(s, emit.ID(pt.slot), emit.ID(first.Name), emit.ID("from")))}})
		return
	}
	args := []emit.Expr{s, emit.ID(pt.slot), emit.ID(first.Name), emit.ID("from"), emit.ID("more")}
	if len(keys) > 0 {
		add, args = add+"Keyed", append(args, keys...)
	}
	w.f.Func(emit.FuncDecl{Doc: doc, Recv: recv, Name: pt.goName,
		Params: []emit.Param{first, {Name: "from", Type: citation}, {Name: "more", Type: emit.Variadic(citation)}},
		Body:   []emit.Stmt{emit.Do(rt("slice", add).Call(args...))}})
}

// defaults emits Default: the parts in the schema's order, each filled from its slice.
func (w *roleWriter) defaults() {
	var body []emit.Stmt
	for _, pt := range w.r.parts {
		if pt.from != nil {
			body = append(body, w.fill(pt)...)
		}
	}
	g, p := "g", "p"
	if len(body) == 0 {
		g, p = "_", "_"
	}
	w.f.Func(emit.FuncDecl{Doc: fmt.Sprintf("Default is the assembler that the schema describes (roles.%s.parts).", w.r.Name), Name: "Default",
		Params: []emit.Param{{Name: g, Type: emit.Star(emit.ID("Grant"))}, {Name: p, Type: emit.Star(emit.ID("Parts"))}}, Body: body})
}

func (w *roleWriter) fill(pt *partPlan) []emit.Stmt {
	g, p := emit.ID("g"), emit.ID("p")
	access := g.Dot(pt.from.goName).Call()
	add := p.Dot(pt.goName)
	switch pt.from.Kind {
	case schema.MemorySlice, schema.RetrievedSlice:
		if !pt.from.Summarised {
			return []emit.Stmt{emit.Range("v", "", access, emit.Do(add.Call(w.template(pt.text(""), storePlace), emit.ID("v"))))}
		}
		return []emit.Stmt{emit.Range("v", "", access, emit.Do(add.Call(emit.ID("v"))))}
	case schema.ToolsSlice:
		return []emit.Stmt{emit.Range("v", "", access, emit.Do(add.Call(emit.ID("v").Dot("Text"), emit.ID("v"))))}
	case schema.ChronicleSlice:
		return []emit.Stmt{emit.Range("v", "", access, emit.Do(add.Call(emit.ID("v"))))}
	case schema.FixedSlice:
		return []emit.Stmt{emit.Do(add.Call(access))}
	case schema.GivenSlice:
		return w.fillGiven(pt, access, add)
	case schema.BeliefsSlice:
		return w.fillBeliefs(pt, access, add)
	}
	return w.fillEvents(pt, access, add)
}

// fillGiven: an optional value that is absent makes no part.
func (w *roleWriter) fillGiven(pt *partPlan, access, add emit.Expr) []emit.Stmt {
	t := pt.from.Type
	text := pt.text("")
	if !t.Optional && (pt.Content != nil || t.Kind == schema.String && text.plain()) {
		return []emit.Stmt{emit.Do(add.Call(access))}
	}
	v := emit.ID("v")
	bare := t
	if t.Optional {
		v, bare.Optional = emit.Star(v), false
	}
	value := v
	if pt.Content == nil {
		value = w.template(text, func(pl *schema.Place) (emit.Expr, schema.Type) { return v, bare })
	} else if pt.Content.Optional {
		value = emit.ID("v")
	}
	fill := emit.Do(add.Call(value, emit.ID("src")))
	if t.Optional {
		return []emit.Stmt{emit.If(emit.Define(access, "v", "src"), emit.Binary("!=", emit.ID("v"), emit.Nil()), fill)}
	}
	return []emit.Stmt{emit.Block(emit.Define(access, "v", "src"), fill)}
}

func (w *roleWriter) fillBeliefs(pt *partPlan, access, add emit.Expr) []emit.Stmt {
	var out []emit.Stmt
	for _, sc := range pt.from.scopes {
		if pt.Of != "" && pt.Of != sc.Name {
			continue
		}
		text := pt.text(sc.Name)
		one := func(b *beliefPlan) emit.Stmt {
			return w.add(pt, add, text.named(b.Name), beliefPlace(b))
		}
		scope := access.Dot(sc.goName).Call()
		if len(sc.beliefs) == 1 {
			out = append(out, emit.Range("v", "", scope.Dot(sc.beliefs[0].goName).Call(), one(sc.beliefs[0])))
			continue
		}
		var cases []emit.Case
		for _, b := range sc.beliefs {
			cases = append(cases, emit.Case{Values: []emit.Expr{emit.ID(b.view)}, Body: []emit.Stmt{one(b)}})
		}
		out = append(out, emit.Range("b", "", scope.Dot("All").Call(), emit.TypeSwitch("v", emit.ID("b"), cases...)))
	}
	return out
}

func (w *roleWriter) fillEvents(pt *partPlan, access, add emit.Expr) []emit.Stmt {
	var items []*itemPlan
	for _, it := range pt.from.items {
		if pt.Of == "" || pt.Of == it.Event.Name {
			items = append(items, it)
		}
	}
	one := func(it *itemPlan) emit.Stmt {
		return w.add(pt, add, pt.text(it.Event.Name), eventPlace)
	}
	if len(items) == 1 {
		return []emit.Stmt{emit.Range("v", "", access.Dot(items[0].goName).Call(), one(items[0]))}
	}
	var cases []emit.Case
	for _, it := range items {
		cases = append(cases, emit.Case{Values: []emit.Expr{emit.ID(it.view)}, Body: []emit.Stmt{one(it)}})
	}
	return []emit.Stmt{emit.Range("e", "", access.Dot("All").Call(), emit.TypeSwitch("v", emit.ID("e"), cases...))}
}

// add is p.Slot(<text or content>, v).
func (w *roleWriter) add(pt *partPlan, add emit.Expr, text template, value func(*schema.Place) (emit.Expr, schema.Type)) emit.Stmt {
	if pt.Content != nil {
		v, _ := value(&schema.Place{Value: true})
		return emit.Do(add.Call(v, emit.ID("v")))
	}
	return emit.Do(add.Call(w.template(text, value), emit.ID("v")))
}
