package gen

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

type toolPlan struct {
	*schema.Tool
	goName string // of the function that tells of it
	call   string // the type of its arguments
	fields []fieldPlan
}

func (p *plan) planTools(root *space, diags *diag.List) {
	if len(p.model.Tools) == 0 {
		return
	}
	root.taken["ToolCall"] = claim{what: "grantgen's own ToolCall", own: true}
	root.taken["DecodeToolCall"] = claim{what: "grantgen's own DecodeToolCall", own: true}
	for _, t := range p.model.Tools {
		g := GoName(t.Name)
		tp := &toolPlan{Tool: t, goName: root.claim(g+"Tool", t.Pos, "tool "+t.Name), call: root.claim(g+"Call", t.Pos, "tool "+t.Name)}
		fields := newSpace(diags, "the type "+tp.call, "MarshalJSON", "UnmarshalJSON", "ToolName")
		for _, f := range t.Parameters {
			tp.fields = append(tp.fields, fieldPlan{f, fields.claim(GoName(f.Name), f.Pos, "parameter "+f.Name)})
		}
		p.tools = append(p.tools, tp)
		p.toolOf[t] = tp
	}
}

// toolsFile is tools.go: what models are told of the tools, and their arguments.
func (p *plan) toolsFile() *emit.File {
	f := p.rootFileOf("")
	f.Interface("ToolCall is a call of one of the schema's tools.", "ToolCall", emit.Method{Name: "ToolName", Results: []emit.Expr{emit.ID("string")}},
		emit.Method{Name: "calls", Results: []emit.Expr{emit.ID("declared")}})
	var cases []emit.Case
	for _, t := range p.tools {
		p.tool(f, t)
		cases = append(cases, emit.Case{Values: []emit.Expr{emit.Str(t.Name)}, Body: []emit.Stmt{
			emit.Var("call", emit.ID(t.call)),
			emit.If(emit.Define(rt("tool", "Decode").Call(emit.ID("name"), emit.ID("args"), emit.Addr(emit.ID("call"))), "err"), emit.Binary("!=", emit.ID("err"), emit.Nil()),
				emit.Return(emit.Nil(), emit.ID("err"))),
			emit.Return(emit.ID("call"), emit.Nil()),
		}})
	}
	f.Func(emit.FuncDecl{Doc: "DecodeToolCall reads the arguments that a model wrote, strictly. A tool that the schema lacks is NotGranted. A role's own DecodeToolCall refuses tools that are not its own, too.",
		Name: "DecodeToolCall", Params: []emit.Param{{Name: "name", Type: emit.ID("string")}, {Name: "args", Type: emit.ListOf(emit.ID("byte"))}},
		Results: []emit.Expr{emit.ID("ToolCall"), emit.ID("error")},
		Body: []emit.Stmt{emit.Switch(emit.ID("name"), cases...),
			emit.Return(emit.Nil(), emit.Addr(emit.Lit(rt("assembly", "NotGranted"), emit.Key("ToolOf", emit.Str("schema")))))}})
	return f
}

func (p *plan) tool(f *emit.File, t *toolPlan) {
	f.Func(emit.FuncDecl{Doc: withDoc(fmt.Sprintf("%s is what a model is told of the tool %s (tools.%s).", t.goName, t.Name, t.Name), t.Doc), Name: t.goName,
		Results: []emit.Expr{rt("tool", "Tool")},
		Body: []emit.Stmt{emit.Return(emit.Lines(rt("tool", "Tool"), emit.Key("Name", emit.Str(t.Name)), emit.Key("Doc", emit.Str(t.Doc)),
			emit.Key("Version", emit.Str(t.Version)), emit.Key("Parameters", emit.Str(t.Schema)), emit.Key("Text", emit.Str(t.Text))))}})
	f.Struct(fmt.Sprintf("%s is a call of the tool %s (tools.%s.parameters).", t.call, t.Name, t.Name), t.call, p.structFields(t.fields)...)
	named := &emit.Recv{Type: t.call}
	f.Func(emit.FuncDecl{Doc: "ToolName is the tool's name as the schema writes it.", Recv: named, Name: "ToolName", Results: []emit.Expr{emit.ID("string")},
		Body: []emit.Stmt{emit.Return(emit.Str(t.Name))}})
	f.Func(emit.FuncDecl{Recv: named, Name: "calls", Results: []emit.Expr{emit.ID("declared")}, Body: []emit.Stmt{emit.Return(emit.Lit(emit.ID("declared")))}})
	p.object(f, t.call, t.fields)
}

// object emits how a struct stands in JSON: its fields in the schema's order, read by their exact names.
func (p *plan) object(f *emit.File, typ string, fields []fieldPlan) {
	write := []emit.Stmt{emit.Var("obj", rt("wire", "Object"))}
	read := []emit.Stmt{emit.Define(rt("wire", "ReadMembers").Call(emit.ID("raw")), "m")}
	for _, fd := range fields {
		write = append(write, emit.Do(emit.ID("obj").Dot("Field").Call(emit.Str(fd.Name), emit.ID("r").Dot(fd.goName))))
		read = append(read, emit.Set(emit.ID("r").Dot(fd.goName), "=", p.readCall("Member", "m", fd.Field)))
	}
	write = append(write, emit.Return(emit.ID("obj").Dot("JSON").Call()))
	read = append(read, emit.Return(emit.ID("m").Dot("Err").Call()))
	writer, reader := &emit.Recv{Name: "r", Type: typ}, &emit.Recv{Name: "r", Type: typ, Pointer: true}
	if len(fields) == 0 {
		writer.Name, reader.Name = "", ""
	}
	f.Func(emit.FuncDecl{Doc: "MarshalJSON writes the fields in the schema's order.", Recv: writer, Name: "MarshalJSON",
		Results: []emit.Expr{emit.ListOf(emit.ID("byte")), emit.ID("error")}, Body: write})
	f.Func(emit.FuncDecl{Doc: "UnmarshalJSON reads the fields by their exact names.", Recv: reader, Name: "UnmarshalJSON",
		Params: []emit.Param{{Name: "raw", Type: emit.ListOf(emit.ID("byte"))}}, Results: []emit.Expr{emit.ID("error")}, Body: read})
}

// toolsOf is the tools that the role's model may call, in the order of its slices.
func (r *rolePlan) toolsOf() []*schema.Tool {
	var out []*schema.Tool
	for _, s := range r.slices {
		out = append(out, s.Tools...)
	}
	return out
}

// roleTools emits what a model's request and its answer need of the role's tools.
func (w *roleWriter) roleTools() {
	tools := w.r.toolsOf()
	if len(tools) == 0 {
		return
	}
	var list []emit.Expr
	for _, t := range tools {
		list = append(list, w.root(w.toolOf[t].goName).Call())
	}
	w.f.Func(emit.FuncDecl{Doc: fmt.Sprintf("AllowedTools lists the tools that %s's model may call, for the request to the model.", w.r.Name), Name: "AllowedTools",
		Results: []emit.Expr{emit.ListOf(rt("tool", "Tool"))}, Body: []emit.Stmt{emit.Return(emit.Lines(emit.ListOf(rt("tool", "Tool")), list...))}})
	w.f.Func(emit.FuncDecl{Doc: fmt.Sprintf("DecodeToolCall reads a call that %s's model asked for. A tool that is not among AllowedTools is NotGranted.", w.r.Name), Name: "DecodeToolCall",
		Params:  []emit.Param{{Name: "name", Type: emit.ID("string")}, {Name: "args", Type: emit.ListOf(emit.ID("byte"))}},
		Results: []emit.Expr{w.root("ToolCall"), emit.ID("error")},
		Body: []emit.Stmt{
			emit.If(emit.Define(rt("slice", "MayCall").Call(emit.ID("AllowedTools").Call(), emit.ID("name")), "err"), emit.Binary("!=", emit.ID("err"), emit.Nil()),
				emit.Return(emit.Nil(), emit.ID("err"))),
			emit.Return(w.root("DecodeToolCall").Call(emit.ID("name"), emit.ID("args"))),
		}})
}
