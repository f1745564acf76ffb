package gen

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// scopeCall is the parameters that name one scope of a family, and the scope that they name.
func (p *plan) scopeCall(s *schema.Scope) ([]emit.Param, emit.Expr) {
	var params []emit.Param
	var segments []emit.Expr
	taken := map[string]int{}
	for _, seg := range s.Segments {
		if seg.Roster == nil {
			segments = append(segments, emit.Str(seg.Literal))
			continue
		}
		name := paramName(seg.Roster.Name)
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprintf("%s%d", name, taken[name])
		}
		params = append(params, emit.Param{Name: name, Type: p.root(p.rosterOf[seg.Roster].goName)})
		segments = append(segments, emit.ID(name).Dot("Name").Call())
	}
	return params, rt("wire", "Scope").Call(segments...)
}

// planStores claims the names by which an application writes memories and evidence.
func (p *plan) planStores(root *space) {
	for _, s := range p.model.Scopes {
		g := GoName(s.Name)
		switch s.Kind {
		case schema.MemoryScope:
			if len(p.memories) == 0 {
				root.taken["MemoryWrite"] = claim{what: "grantgen's own MemoryWrite", own: true}
			}
			p.memories = append(p.memories, &scopePlan{Scope: s,
				goName: root.claim(g, s.Pos, "scope "+s.Name), typ: root.claim(g+"Memory", s.Pos, "scope "+s.Name)})
		case schema.RetrievedScope:
			p.evidence = append(p.evidence, &scopePlan{Scope: s, goName: root.claim(g, s.Pos, "scope "+s.Name)})
		}
	}
}

// storesFile is stores.go: the writers of memories, and the names of stores of evidence.
func (p *plan) storesFile() *emit.File {
	f := p.rootFileOf("")
	if len(p.memories) > 0 {
		f.Struct("MemoryWrite is something to remember, to forget or to confirm, ready to append.", "MemoryWrite",
			emit.Field{Name: "pending", Type: rt("timeline", "Pending")}, emit.Field{Name: "err", Type: emit.ID("error")})
		f.Func(emit.FuncDecl{Doc: "DeclaredInSchema seals Event.", Recv: &emit.Recv{Type: "MemoryWrite"}, Name: "DeclaredInSchema",
			Results: []emit.Expr{emit.ID("declared")}, Body: []emit.Stmt{emit.Return(emit.Lit(emit.ID("declared")))}})
		f.Func(emit.FuncDecl{Doc: "Pending is the event, or what was wrong with the memory.", Recv: &emit.Recv{Name: "w", Type: "MemoryWrite"}, Name: "Pending",
			Results: pendingResults(), Body: []emit.Stmt{emit.Return(emit.ID("w").Dot("pending"), emit.ID("w").Dot("err"))}})
		f.Func(emit.FuncDecl{Name: "memoryWrite", Params: []emit.Param{{Name: "p", Type: rt("timeline", "Pending")}, {Name: "err", Type: emit.ID("error")}},
			Results: []emit.Expr{emit.ID("MemoryWrite")},
			Body:    []emit.Stmt{emit.Return(emit.Lit(emit.ID("MemoryWrite"), emit.Key("pending", emit.ID("p")), emit.Key("err", emit.ID("err"))))}})
	}
	for _, s := range p.memories {
		p.memoryScope(f, s)
	}
	for _, s := range p.evidence {
		params, scope := p.scopeCall(s.Scope)
		f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%s names one store of evidence, %q, for Timeline.Retrieved (scopes.%s).", s.goName, scopePattern(s.Scope), s.Name),
			Name: s.goName, Params: params, Results: []emit.Expr{rt("evidence", "Scope")},
			Body: []emit.Stmt{emit.Return(emit.Lit(rt("evidence", "Scope"), emit.Key("Name", scope)))}})
	}
	return f
}

func (p *plan) memoryScope(f *emit.File, s *scopePlan) {
	pattern := scopePattern(s.Scope)
	params, scope := p.scopeCall(s.Scope)
	f.Struct(fmt.Sprintf("%s is one store of memories, %q (scopes.%s).", s.typ, pattern, s.Name), s.typ, emit.Field{Name: "scope", Type: rt("memory", "Scope")})
	f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%s names one scope of %q, for seeding it. A role that writes it has a door of its own.", s.goName, pattern),
		Name: s.goName, Params: params, Results: []emit.Expr{emit.ID(s.typ)},
		Body: []emit.Stmt{emit.Return(emit.Lit(emit.ID(s.typ), emit.Lit(rt("memory", "Scope"), emit.Key("Name", scope))))}})
	recv := &emit.Recv{Name: "s", Type: s.typ}
	inner := emit.ID("s").Dot("scope")
	id := emit.Param{Name: "fact", Type: rt("timeline", "ID")}
	f.Func(emit.FuncDecl{Doc: "Name is the scope as the log has it.", Recv: recv, Name: "Name", Results: []emit.Expr{emit.ID("string")},
		Body: []emit.Stmt{emit.Return(inner.Dot("Name"))}})
	f.Func(emit.FuncDecl{Doc: "Remember keeps a fact; a conclusion cites the events that confirm it. What is nothing to remember is refused when it is appended.", Recv: recv, Name: "Remember",
		Params:  []emit.Param{{Name: "kind", Type: rt("memory", "Kind")}, {Name: "text", Type: emit.ID("string")}, {Name: "cites", Type: emit.Variadic(rt("timeline", "ID"))}},
		Results: []emit.Expr{emit.ID("MemoryWrite")},
		Body:    []emit.Stmt{emit.Return(emit.ID("memoryWrite").Call(inner.Dot("Remember").Call(emit.ID("kind"), emit.ID("text"), emit.ID("cites").Spread())))}})
	for _, m := range []struct{ name, doc string }{{"Forget", "Forget makes a fact unknown from here on."}, {"Reconfirm", "Reconfirm makes a fact as fresh as now."}} {
		f.Func(emit.FuncDecl{Doc: m.doc, Recv: recv, Name: m.name, Params: []emit.Param{id}, Results: []emit.Expr{emit.ID("MemoryWrite")},
			Body: []emit.Stmt{emit.Return(emit.ID("memoryWrite").Call(inner.Dot(m.name).Call(emit.ID("fact"))))}})
	}
}
