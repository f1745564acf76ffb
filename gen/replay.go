package gen

import (
	"fmt"
	"go/token"
	"path"
	"strings"

	"github.com/grantgen/grantgen/internal/emit"
)

// namedAssembler is the function of `assembler:`.
type namedAssembler struct{ path, fn string }

// assemblerOf splits import/path.Func; ok is false for a role that names none.
func assemblerOf(r *rolePlan) (namedAssembler, bool) {
	dot := strings.LastIndexByte(r.Assembler, '.')
	if dot < 0 {
		return namedAssembler{}, false
	}
	return namedAssembler{r.Assembler[:dot], r.Assembler[dot+1:]}, true
}

// replayFile is replay/replay.go: what makes recorded contexts again. It imports every role and every assembler that the schema names.
func (p *plan) replayFile() *emit.File {
	imports := []emit.Import{
		{Path: "context", Name: "context"}, {Path: "os", Name: "os"},
		{Path: runtimePath + "assembly", Name: "assembly"}, {Path: runtimePath + "token/bpe", Name: "bpe"},
		{Path: runtimePath + "trace", Name: "trace"}, {Path: runtimePath + "timeline", Name: "timeline"}, {Path: runtimePath + "world", Name: "world"},
	}
	// The root, roles and assemblers stand under names that nothing else has: what an assembler's package is called, the schema does not say.
	taken := map[string]bool{"replay": true}
	for _, im := range imports {
		taken[im.Name] = true
	}
	for _, local := range strings.Fields(localNames + " change ctx in input log name open roles s tl write") {
		taken[local] = true
	}
	free := func(want, other string) string {
		for n := 1; taken[want] || isPredeclared(want) || !token.IsIdentifier(want); n++ {
			want = fmt.Sprintf("%s%d", other, n)
		}
		taken[want] = true
		return want
	}
	root := free(p.alias, "root")
	imports = append(imports, emit.Import{Path: p.path, Name: root, Alias: root != p.pkg})
	known := map[string]bool{}
	for _, r := range p.roles {
		known[r.path] = true
		alias := free(r.pkg, "role")
		imports = append(imports, emit.Import{Path: r.path, Name: alias, Alias: alias != r.pkg})
	}
	for _, r := range p.roles {
		if a, ok := assemblerOf(r); ok && !known[a.path] {
			known[a.path] = true
			imports = append(imports, emit.Import{Path: a.path, Name: free(path.Base(a.path), "assemblers"), Alias: true})
		}
	}
	f := emit.NewFile(p.path+"/replay", "replay", "Package replay makes recorded contexts again: grants/replay of the application, with every role and every assembler that the schema names.", imports)
	var roles []emit.Expr
	var notes []string
	for _, r := range p.roles {
		roles, notes = append(roles, p.replayRole(r)), append(notes, assemblerPlace(r))
	}
	f.Func(emit.FuncDecl{Doc: "Roles are the roles of the schema, with the assemblers that it names and the exact counters. An application registers what is its own.", Name: "Roles",
		Results: []emit.Expr{emit.Star(rt("trace", "Roles"))},
		Body: []emit.Stmt{
			emit.Define(rt("trace", "NewRoles").CallNoted(roles, notes), "roles"),
			emit.Do(emit.ID("roles").Dot("Counter").Call(rt("token/bpe", "O200kBase"))),
			emit.Do(emit.ID("roles").Dot("Counter").Call(rt("token/bpe", "CL100kBase"))),
			emit.Return(emit.ID("roles")),
		}})
	str, ctx := emit.ID("string"), std("context", "Context")
	open := emit.FuncType([]emit.Param{{Name: "ctx", Type: ctx}, {Name: "name", Type: str}}, rt("timeline", "Log"), emit.ID("error"))
	f.Func(emit.FuncDecl{Doc: "Main is a command that makes the recorded contexts of a log again, says what would go at another budget, and writes the page with the slider. " +
		"open opens a log by the name given on the command line; change registers what is the application's own, and may be nil; opts are those that the application opens its timeline with.", Name: "Main",
		Params: []emit.Param{{Name: "open", Type: open}, {Name: "change", Type: emit.FuncType([]emit.Param{{Name: "roles", Type: emit.Star(rt("trace", "Roles"))}})},
			{Name: "opts", Type: emit.Variadic(rt("world", "Option"))}},
		Body: []emit.Stmt{
			emit.Define(emit.ID("Roles").Call(), "roles"),
			emit.If(emit.Stmt{}, emit.Binary("!=", emit.ID("change"), emit.Nil()), emit.Do(emit.ID("change").Call(emit.ID("roles")))),
			emit.Do(std("os", "Exit").Call(rt("trace", "Run").Call(std("context", "Background").Call(), emit.ID("roles"),
				emit.Func([]emit.Param{{Name: "ctx", Type: ctx}, {Name: "name", Type: str}}, []emit.Expr{emit.Star(rt("world", "Store")), emit.ID("error")},
					emit.Define(emit.ID("open").Call(emit.ID("ctx"), emit.ID("name")), "log", "err"),
					emit.If(emit.Stmt{}, emit.Binary("!=", emit.ID("err"), emit.Nil()), emit.Return(emit.Nil(), emit.ID("err"))),
					emit.Define(p.root("Open").Call(emit.ID("ctx"), emit.ID("log"), emit.ID("opts").Spread()), "tl", "err"),
					emit.If(emit.Stmt{}, emit.Binary("!=", emit.ID("err"), emit.Nil()), emit.Return(emit.Nil(), emit.ID("err"))),
					emit.Return(emit.ID("tl").Dot("Store"), emit.Nil()),
				), std("os", "Args").After(1), std("os", "Stdout"), std("os", "Stderr")))),
		}})
	return f
}

func (p *plan) replayRole(r *rolePlan) emit.Expr {
	role := func(name string) emit.Expr { return std(r.path, name) }
	params := []emit.Param{{Name: "ctx", Type: std("context", "Context")}, {Name: "s", Type: emit.Star(rt("world", "Store"))},
		{Name: "input", Type: emit.ListOf(emit.ID("byte"))}, {Name: "write", Type: role("Assembler")}, {Name: "opts", Type: emit.Variadic(rt("assembly", "Option"))}}
	assemble := emit.Func(params, []emit.Expr{emit.Star(rt("assembly", "Context")), emit.ID("error")},
		emit.Var("in", role("Input")),
		emit.If(emit.Define(emit.ID("in").Dot("UnmarshalJSON").Call(emit.ID("input")), "err"), emit.Binary("!=", emit.ID("err"), emit.Nil()),
			emit.Return(emit.Nil(), rt("trace", "InputError").Call(emit.ID("err")))),
		emit.Return(role("Assemble").Call(emit.ID("ctx"), emit.Addr(emit.Lit(p.root("Timeline"), emit.Key("Store", emit.ID("s")))), emit.ID("in"), emit.ID("write"), emit.ID("opts").Spread())))
	args := []emit.Expr{emit.Str(r.Name), assemble, role("Default")}
	if a, ok := assemblerOf(r); ok && (a.path != r.path || a.fn != "Default") {
		args = append(args, std(a.path, a.fn))
	}
	return rt("trace", "NewRole").Call(args...)
}
