package gen

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/emit"
)

// openRoster emits the type of a roster whose values are not known beforehand, and of sets of it.
func (p *plan) openRoster(f *emit.File, r *rosterPlan) {
	str := emit.ID("string")
	self := &emit.Recv{Name: "v", Type: r.goName}
	v := emit.ID("v")
	f.Type(fmt.Sprintf("%s is a value of the open roster %s (roster.%s): any text that is not empty, in Unicode's form NFC.", r.goName, r.Name, r.Name), r.goName, str)
	for _, m := range []struct{ name, doc string }{{"Name", "Name is the value as the log has it."}, {"String", "String is the value as text shows it."}} {
		f.Func(emit.FuncDecl{Doc: m.doc, Recv: self, Name: m.name, Results: []emit.Expr{str}, Body: []emit.Stmt{emit.Return(str.Call(v))}})
	}
	f.Func(emit.FuncDecl{Doc: "IsZero says that v was never set.", Recv: self, Name: "IsZero", Results: []emit.Expr{emit.ID("bool")},
		Body: []emit.Stmt{emit.Return(emit.Binary("==", v, emit.Str("")))}})
	f.Func(emit.FuncDecl{Doc: "MarshalText writes the value; an empty one is an error.", Recv: self, Name: "MarshalText",
		Results: []emit.Expr{emit.ListOf(emit.ID("byte")), emit.ID("error")}, Body: []emit.Stmt{emit.Return(rt("wire", "OpenName").Call(str.Call(v)))}})
	f.Func(emit.FuncDecl{Doc: "UnmarshalText reads the value.", Recv: &emit.Recv{Name: "v", Type: r.goName, Pointer: true}, Name: "UnmarshalText",
		Params: []emit.Param{{Name: "text", Type: emit.ListOf(emit.ID("byte"))}}, Results: []emit.Expr{emit.ID("error")},
		Body: []emit.Stmt{
			emit.Define(rt("wire", "OpenName").Call(str.Call(emit.ID("text"))), "named", "err"),
			emit.Set(emit.Star(v), "=", emit.ID(r.goName).Call(emit.ID("named"))),
			emit.Return(emit.ID("err")),
		}})
	f.Alias(fmt.Sprintf("%s is a set of %s.", r.set, r.goName), r.set, rt("wire", "OpenSet").Of(emit.ID(r.goName)))
	f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%sOf makes a set. With an empty value it is not valid, and no event takes it.", r.set), Name: r.set + "Of",
		Params: []emit.Param{{Name: "values", Type: emit.Variadic(emit.ID(r.goName))}}, Results: []emit.Expr{emit.ID(r.set)},
		Body: []emit.Stmt{emit.Return(rt("wire", "OpenSetOf").Call(emit.ID("values").Spread()))}})
}
