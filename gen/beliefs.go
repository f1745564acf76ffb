package gen

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// beliefsFile is beliefs.go: the writers of beliefs, by scope and predicate.
func (p *plan) beliefsFile() *emit.File {
	f := p.rootFileOf("")
	f.Struct("BeliefWrite is a revision or a contraction of a belief, ready to append.", "BeliefWrite",
		emit.Field{Name: "pending", Type: rt("timeline", "Pending")}, emit.Field{Name: "err", Type: emit.ID("error")})
	f.Func(emit.FuncDecl{Doc: "DeclaredInSchema seals Event.", Recv: &emit.Recv{Type: "BeliefWrite"}, Name: "DeclaredInSchema",
		Results: []emit.Expr{emit.ID("declared")}, Body: []emit.Stmt{emit.Return(emit.Lit(emit.ID("declared")))}})
	f.Func(emit.FuncDecl{Doc: "Pending is the event, or what was wrong with the belief.", Recv: &emit.Recv{Name: "w", Type: "BeliefWrite"}, Name: "Pending",
		Results: pendingResults(), Body: []emit.Stmt{emit.Return(emit.ID("w").Dot("pending"), emit.ID("w").Dot("err"))}})
	f.Func(emit.FuncDecl{Name: "beliefWrite", Params: []emit.Param{{Name: "p", Type: rt("timeline", "Pending")}, {Name: "err", Type: emit.ID("error")}},
		Results: []emit.Expr{emit.ID("BeliefWrite")},
		Body:    []emit.Stmt{emit.Return(emit.Lit(emit.ID("BeliefWrite"), emit.Key("pending", emit.ID("p")), emit.Key("err", emit.ID("err"))))}})
	for _, s := range p.scopes {
		p.beliefScope(f, s)
	}
	for _, pr := range p.predicates {
		p.predicate(f, pr)
	}
	return f
}

func (p *plan) beliefScope(f *emit.File, s *scopePlan) {
	pattern := scopePattern(s.Scope)
	f.Struct(fmt.Sprintf("%s is one store of beliefs, %q (scopes.%s).", s.typ, pattern, s.Name), s.typ, emit.Field{Name: "scope", Type: emit.ID("string")})
	params, scope := p.scopeCall(s.Scope)
	f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%s names one scope of %q, for seeding it. A role that writes it has a door of its own.", s.goName, pattern),
		Name: s.goName, Params: params, Results: []emit.Expr{emit.ID(s.typ)},
		Body: []emit.Stmt{emit.Return(emit.Lit(emit.ID(s.typ), scope))}})
	for _, pr := range p.predicates {
		var params []emit.Param
		var about []emit.Expr
		for i, a := range pr.About {
			params = append(params, emit.Param{Name: pr.params[i], Type: p.goType(a.Type)})
			about = append(about, emit.Lit(emit.Expr{}, emit.Key("Name", emit.Str(a.Name)), emit.Key("Value", emit.ID(pr.params[i]))))
		}
		f.Func(emit.FuncDecl{Doc: withDoc(fmt.Sprintf("%s names a belief by its subjects (predicates.%s).", pr.goName, pr.Name), pr.Doc),
			Recv: &emit.Recv{Name: "s", Type: s.typ}, Name: pr.goName, Params: params, Results: []emit.Expr{emit.ID(pr.typ)},
			Body: []emit.Stmt{emit.Return(emit.Lines(emit.ID(pr.typ),
				emit.Key("key", emit.Lit(rt("belief", "Key"), emit.Key("Namespace", emit.Str(p.model.Namespace)), emit.Key("Predicate", emit.Str(pr.Name)), emit.Key("Scope", emit.ID("s").Dot("scope")))),
				emit.Key("about", emit.Lit(emit.ListOf(rt("belief", "Subject")), about...))))}})
	}
}

func (p *plan) predicate(f *emit.File, pr *predicatePlan) {
	b := emit.ID("b")
	recv := &emit.Recv{Name: "b", Type: pr.typ}
	f.Struct(fmt.Sprintf("%s is one belief in one scope, to revise or to contract (predicates.%s).", pr.typ, pr.Name), pr.typ,
		emit.Field{Name: "key", Type: rt("belief", "Key")}, emit.Field{Name: "about", Type: emit.ListOf(rt("belief", "Subject"))})
	f.Func(emit.FuncDecl{Doc: "Revise makes value the current one.", Recv: recv, Name: "Revise",
		Params: []emit.Param{{Name: "value", Type: p.goType(pr.Value)}}, Results: []emit.Expr{emit.ID("BeliefWrite")},
		Body: []emit.Stmt{
			emit.Define(rt("wire", "Value").Call(emit.ID("value")), "raw", "err"),
			emit.If(emit.Stmt{}, emit.Binary("!=", emit.ID("err"), emit.Nil()), emit.Return(emit.Lit(emit.ID("BeliefWrite"), emit.Key("err", emit.ID("err"))))),
			emit.Return(emit.ID("beliefWrite").Call(b.Dot("key").Dot("Revise").Call(b.Dot("about"), emit.ID("raw")))),
		}})
	f.Func(emit.FuncDecl{Doc: "Contract retracts the belief; an older value does not come back.", Recv: recv, Name: "Contract",
		Results: []emit.Expr{emit.ID("BeliefWrite")},
		Body:    []emit.Stmt{emit.Return(emit.ID("beliefWrite").Call(b.Dot("key").Dot("Contract").Call(b.Dot("about"))))}})
}

// scopePattern is a family as the schema writes it.
func scopePattern(s *schema.Scope) string {
	out := ""
	for i, seg := range s.Segments {
		if i > 0 {
			out += ":"
		}
		if seg.Roster != nil {
			out += "{" + seg.Roster.Name + "}"
		} else {
			out += seg.Literal
		}
	}
	return out
}
