package gen

import (
	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// inputJSON emits how an Input stands in a trace: exactly, under the names of the schema, so that it can be given again.
func (w *roleWriter) inputJSON() {
	in, m := emit.ID("in"), emit.ID("m")
	write := []emit.Stmt{emit.Var("obj", rt("wire", "Object"))}
	read := []emit.Stmt{emit.Define(rt("wire", "ReadMembers").Call(emit.ID("raw")), "m")}
	field := func(name, goName string, value, from emit.Expr) {
		write = append(write, emit.Do(emit.ID("obj").Dot("Field").Call(emit.Str(name), value)))
		read = append(read, emit.Set(in.Dot(goName), "=", from))
	}
	maybe := func(name, goName string, typ emit.Expr) {
		field(name, goName, rt("wire", "OrNone").Call(in.Dot(goName)), rt("wire", "OrZero").Of(typ).Call(m, emit.Str(name)))
	}
	id := rt("timeline", "ID")
	for _, s := range w.r.selves {
		field("self."+s.roster.Name, s.goName, in.Dot(s.goName), rt("wire", "Member").Of(w.root(w.rosterOf[s.roster].goName)).Call(m, emit.Str("self."+s.roster.Name)))
	}
	for _, s := range w.r.slices {
		switch s.Kind {
		case schema.GivenSlice:
			fd := &schema.Field{Name: s.Name, Type: s.Type}
			field(s.Name, s.goName, in.Dot(s.goName), w.readCall("Member", "m", fd))
			maybe(s.Name+".from", s.goName+"From", id)
		case schema.RetrievedSlice:
			maybe(s.Name, s.goName, id)
		case schema.EventsSlice:
			field(s.Name, s.goName, in.Dot(s.goName), rt("wire", "Member").Of(rt("timeline", "Range")).Call(m, emit.Str(s.Name)))
		}
	}
	if w.r.needsNow() {
		maybe("now", "Now", std("time", "Time"))
	}
	writer, reader := &emit.Recv{Name: "in", Type: "Input"}, &emit.Recv{Name: "in", Type: "Input", Pointer: true}
	if len(write) == 1 {
		writer.Name, reader.Name = "", ""
	}
	w.f.Func(emit.FuncDecl{Doc: "MarshalJSON writes what was given, for traces.", Recv: writer, Name: "MarshalJSON",
		Results: []emit.Expr{emit.ListOf(emit.ID("byte")), emit.ID("error")}, Body: append(write, emit.Return(emit.ID("obj").Dot("JSON").Call()))})
	w.f.Func(emit.FuncDecl{Doc: "UnmarshalJSON reads what MarshalJSON wrote.", Recv: reader, Name: "UnmarshalJSON",
		Params: []emit.Param{{Name: "raw", Type: emit.ListOf(emit.ID("byte"))}}, Results: []emit.Expr{emit.ID("error")}, Body: append(read, emit.Return(m.Dot("Err").Call()))})
}
