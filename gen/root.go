package gen

import (
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// rootFile is grants.go: the timeline, and what can be appended to it.
func (p *plan) rootFile() *emit.File {
	f := p.rootFileOf(fmt.Sprintf("Package %s holds the events, rosters, types and beliefs of the schema in %s.",
		p.pkg, strings.Join(p.model.Files, ", ")))
	f.Const("The runtime in go.mod fits this generated code: if the next line does not compile, bring both to one version and generate again.",
		"_", emit.Expr{}, rt("world", "RuntimeMatchesGenerator2"))
	f.Alias("ID is a UUID.", "ID", rt("timeline", "ID"))
	f.Interface("Event is what Timeline.Append takes: an event of the schema, or a write of a belief.", "Event",
		emit.Method{Type: rt("world", "Event")},
		emit.Method{Name: "DeclaredInSchema", Results: []emit.Expr{emit.ID("declared")}})
	f.Type("", "declared", emit.Struct())
	p.timeline(f)
	f.Func(emit.FuncDecl{Doc: "WithID gives an event an id of the caller's, so that appending it again changes nothing.", Name: "WithID",
		Params:  []emit.Param{{Name: "id", Type: emit.ID("ID")}, {Name: "e", Type: emit.ID("Event")}},
		Results: []emit.Expr{emit.ID("Event")},
		Body:    []emit.Stmt{emit.Return(emit.Lit(emit.ID("identified"), emit.ID("e"), emit.ID("id")))}})
	f.Struct("", "identified", emit.Field{Type: emit.ID("Event")}, emit.Field{Name: "id", Type: emit.ID("ID")})
	f.Func(emit.FuncDecl{Doc: "Pending encodes the event under its id.", Recv: &emit.Recv{Name: "e", Type: "identified"}, Name: "Pending",
		Results: pendingResults(),
		Body: []emit.Stmt{
			emit.Return(rt("wire", "WithID").Call(emit.ID("e").Dot("Event"), emit.ID("e").Dot("id"))),
		}})
	f.Var("", "eventTypes", emit.Lines(emit.ListOf(rt("timeline", "Type")), p.typeDecls()...))
	return f
}

// timeline emits the Timeline: a type of the root's own, so that no role's package compiles its methods again.
func (p *plan) timeline(f *emit.File) {
	ctx := emit.Param{Name: "ctx", Type: std("context", "Context")}
	f.Struct("Timeline is the log of this schema with the folds over it.", "Timeline", emit.Field{Type: emit.Star(rt("world", "Store"))})
	f.Func(emit.FuncDecl{Doc: "Open makes a Timeline over any engine. The log stays the caller's to close.", Name: "Open",
		Params:  []emit.Param{ctx, {Name: "log", Type: rt("timeline", "Log")}, {Name: "opts", Type: emit.Variadic(rt("world", "Option"))}},
		Results: []emit.Expr{emit.Star(emit.ID("Timeline")), emit.ID("error")},
		Body: []emit.Stmt{
			emit.Define(rt("world", "OpenStore").Call(emit.ID("ctx"), emit.ID("log"), emit.ID("eventTypes"), emit.ID("opts").Spread()), "store", "err"),
			emit.If(emit.Stmt{}, emit.Binary("!=", emit.ID("err"), emit.Nil()), emit.Return(emit.Nil(), emit.ID("err"))),
			emit.Return(emit.Addr(emit.Lit(emit.ID("Timeline"), emit.ID("store"))), emit.Nil()),
		}})
	recv := &emit.Recv{Name: "t", Type: "Timeline", Pointer: true}
	events := emit.Param{Name: "events", Type: emit.Variadic(emit.ID("Event"))}
	results := []emit.Expr{rt("timeline", "Range"), emit.ID("error")}
	f.Func(emit.FuncDecl{Doc: "Append appends events as one batch: atomic, durable when it returns, idempotent on ids.", Recv: recv, Name: "Append",
		Params: []emit.Param{ctx, events}, Results: results,
		Body: []emit.Stmt{emit.Return(rt("world", "Append").Call(emit.ID("ctx"), emit.ID("t").Dot("Store"), emit.ID("events")))}})
	f.Func(emit.FuncDecl{Doc: "AppendAt is Append if the log's last seq is expect.", Recv: recv, Name: "AppendAt",
		Params: []emit.Param{ctx, {Name: "expect", Type: rt("timeline", "Position")}, events}, Results: results,
		Body: []emit.Stmt{emit.Return(rt("world", "AppendAt").Call(emit.ID("ctx"), emit.ID("t").Dot("Store"), emit.ID("expect"), emit.ID("events")))}})
}

func pendingResults() []emit.Expr {
	return []emit.Expr{rt("timeline", "Pending"), emit.ID("error")}
}

func (p *plan) key(eventName string) emit.Expr {
	return emit.Lit(rt("timeline", "Key"), emit.Key("Namespace", emit.Str(p.model.Namespace)), emit.Key("Type", emit.Str(eventName)))
}

func (p *plan) typeDecls() []emit.Expr {
	var out []emit.Expr
	for _, e := range p.events {
		elems := []emit.Expr{emit.Key("Key", p.key(e.Name)), emit.Key("Version", emit.Int(e.Version))}
		if len(e.RenamedFrom) > 0 {
			elems = append(elems, emit.Key("Was", strs(e.RenamedFrom)))
		}
		var attrs []emit.Expr
		for _, f := range e.fields {
			if f.Attribute {
				attrs = append(attrs, emit.Lit(emit.Expr{}, emit.Key("Name", emit.Str(f.Name)), emit.Key("Kind", rt("timeline", attributeKind(f.Type)))))
			}
		}
		if len(attrs) > 0 {
			elems = append(elems, emit.Key("Attributes", emit.Lines(emit.ListOf(rt("timeline", "AttributeDecl")), attrs...)))
		}
		out = append(out, emit.Lit(emit.Expr{}, elems...))
	}
	return out
}

// attributeKind is how an attribute stands in the envelope, for the engine's indexes.
func attributeKind(t schema.Type) string {
	switch t.Kind {
	case schema.Int, schema.Time, schema.Duration:
		return "KindInt"
	case schema.Float:
		return "KindFloat"
	case schema.Bool:
		return "KindBool"
	case schema.SetOf:
		return "KindSet"
	}
	return "KindText"
}

func strs(ss []string) emit.Expr {
	out := make([]emit.Expr, len(ss))
	for i, s := range ss {
		out[i] = emit.Str(s)
	}
	return emit.Lit(emit.ListOf(emit.ID("string")), out...)
}

// eventsFile is events.go: one struct an event type.
func (p *plan) eventsFile() *emit.File {
	f := p.rootFileOf("")
	for _, e := range p.events {
		doc := fmt.Sprintf("%s is the event type %s (events.%s).", e.goName, e.Name, e.Name)
		fields := e.fields
		if e.Go != "" {
			fields = nil
			for _, fd := range e.fields {
				if fd.Attribute {
					fields = append(fields, fd)
				}
			}
			doc = fmt.Sprintf("%s is the event type %s (events.%s): its payload is the JSON of Payload.", e.goName, e.Name, e.Name)
		}
		decl := p.structFields(fields)
		if e.Go != "" {
			decl = append(decl, emit.Field{Name: "Payload", Type: foreignType(e.Go)})
		}
		f.Struct(withDoc(doc, e.Doc), e.goName, decl...)
		f.Func(emit.FuncDecl{Doc: "DeclaredInSchema seals Event.", Recv: &emit.Recv{Type: e.goName}, Name: "DeclaredInSchema",
			Results: []emit.Expr{emit.ID("declared")}, Body: []emit.Stmt{emit.Return(emit.Lit(emit.ID("declared")))}})
		body := []emit.Stmt{emit.Define(rt("wire", "Event").Call(p.key(e.Name), emit.Int(e.Version)), "w")}
		for _, fd := range fields {
			method := "Field"
			if fd.Attribute {
				method = "Attr"
			}
			body = append(body, emit.Do(emit.ID("w").Dot(method).Call(emit.Str(fd.Name), emit.ID("e").Dot(fd.goName))))
		}
		if e.Go != "" {
			body = append(body, emit.Do(emit.ID("w").Dot("Whole").Call(emit.ID("e").Dot("Payload"))))
		}
		body = append(body, emit.Return(emit.ID("w").Dot("Pending").Call()))
		recv := &emit.Recv{Name: "e", Type: e.goName}
		if len(decl) == 0 {
			recv.Name = ""
		}
		f.Func(emit.FuncDecl{Doc: "Pending encodes the event for the log.", Recv: recv, Name: "Pending", Results: pendingResults(), Body: body})
	}
	return f
}

func (p *plan) structFields(fields []fieldPlan) []emit.Field {
	out := make([]emit.Field, len(fields))
	for i, fd := range fields {
		out[i] = emit.Field{Name: fd.goName, Type: p.goType(fd.Type)}
	}
	return out
}

// withDoc is our sentence, then the schema's.
func withDoc(ours, doc string) string {
	if doc = strings.TrimSpace(doc); doc == "" {
		return ours
	}
	return ours + "\n\n" + doc
}

// typesFile is types.go: the records.
func (p *plan) typesFile() *emit.File {
	f := p.rootFileOf("")
	for _, r := range p.records {
		f.Struct(withDoc(fmt.Sprintf("%s is the record %s (types.%s).", r.goName, r.Name, r.Name), r.Doc), r.goName, p.structFields(r.fields)...)
		p.object(f, r.goName, r.fields)
	}
	return f
}

// readCall is wire.<kind>[T](from, "name"), or its optional sister.
func (p *plan) readCall(kind, from string, fd *schema.Field) emit.Expr {
	if fd.Type.Optional {
		kind = "Opt" + kind
	}
	return rt("wire", kind).Of(p.bareType(fd.Type)).Call(emit.ID(from), emit.Str(fd.Name))
}
