package gen

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/emit"
)

// rostersFile is rosters.go: a type for each roster and for sets of it.
func (p *plan) rostersFile() *emit.File {
	f := p.rootFileOf("")
	for _, r := range p.rosters {
		if r.Open {
			p.openRoster(f, r)
			continue
		}
		p.roster(f, r)
		p.values(f, r)
		p.rosterSet(f, r)
	}
	return f
}

func (p *plan) roster(f *emit.File, r *rosterPlan) {
	self := &emit.Recv{Name: "v", Type: r.goName}
	v, str := emit.ID("v"), emit.ID("string")
	names, labels := r.goName+"Names", r.goName+"Labels"
	names, labels = lower(names), lower(labels)
	nameVals, labelVals := []emit.Expr{emit.Str("")}, []emit.Expr{emit.Str("")}
	for _, val := range r.Values {
		nameVals, labelVals = append(nameVals, emit.Str(val.Name)), append(labelVals, emit.Str(val.Label))
	}
	f.Type(fmt.Sprintf("%s is the roster %s (roster.%s). The zero %s is none of its values.", r.goName, r.Name, r.Name, r.goName), r.goName, emit.ID("uint16"))
	f.Enum(fmt.Sprintf("The values of %s, in the schema's order.", r.goName), emit.ID(r.goName), r.consts, make([]string, len(r.consts)))
	f.Var("", names, emit.Lines(emit.OpenArrayOf(str), nameVals...))
	f.Var("", labels, emit.Lines(emit.OpenArrayOf(str), labelVals...))

	f.Func(emit.FuncDecl{Doc: "Name is the value as the schema writes it; empty when it is none.", Recv: self, Name: "Name", Results: []emit.Expr{str},
		Body: []emit.Stmt{
			emit.If(emit.Stmt{}, emit.Binary(">=", emit.ID("int").Call(v), emit.ID("len").Call(emit.ID(names))), emit.Return(emit.Str(""))),
			emit.Return(emit.ID(names).Index(v)),
		}})
	f.Func(emit.FuncDecl{Doc: "String is the value as text shows it.", Recv: self, Name: "String", Results: []emit.Expr{str},
		Body: []emit.Stmt{
			emit.If(emit.Stmt{}, emit.Binary(">=", emit.ID("int").Call(v), emit.ID("len").Call(emit.ID(labels))), emit.Return(emit.Str(""))),
			emit.Return(emit.ID(labels).Index(v)),
		}})
	f.Func(emit.FuncDecl{Doc: "IsZero says that v was never set.", Recv: self, Name: "IsZero", Results: []emit.Expr{emit.ID("bool")},
		Body: []emit.Stmt{emit.Return(emit.Binary("==", v, emit.Int(0)))}})
	f.Func(emit.FuncDecl{Doc: "MarshalText writes the name; a value outside the roster is an error.", Recv: self, Name: "MarshalText",
		Results: []emit.Expr{emit.ListOf(emit.ID("byte")), emit.ID("error")},
		Body: []emit.Stmt{
			emit.If(emit.Stmt{}, emit.Binary("==", v.Dot("Name").Call(), emit.Str("")),
				emit.Return(emit.Nil(), std("fmt", "Errorf").Call(emit.Str("%d is not in the roster "+r.Name), emit.ID("uint16").Call(v)))),
			emit.Return(emit.ListOf(emit.ID("byte")).Call(v.Dot("Name").Call()), emit.Nil()),
		}})
	f.Func(emit.FuncDecl{Doc: "UnmarshalText reads the name.", Recv: &emit.Recv{Name: "v", Type: r.goName, Pointer: true}, Name: "UnmarshalText",
		Params: []emit.Param{{Name: "text", Type: emit.ListOf(emit.ID("byte"))}}, Results: []emit.Expr{emit.ID("error")},
		Body: []emit.Stmt{
			emit.Define(emit.ID(r.goName+"Named").Call(emit.ID("string").Call(emit.ID("text"))), "named"),
			emit.If(emit.Stmt{}, emit.ID("named").Dot("IsZero").Call(), emit.Return(std("fmt", "Errorf").Call(emit.Str("the name is not in the roster "+r.Name)))),
			emit.Set(emit.Star(v), "=", emit.ID("named")),
			emit.Return(emit.Nil()),
		}})
	f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%sNamed is the inverse of Name; the zero %s when there is none.", r.goName, r.goName), Name: r.goName + "Named",
		Params: []emit.Param{{Name: "name", Type: str}}, Results: []emit.Expr{emit.ID(r.goName)},
		Body: []emit.Stmt{
			emit.Range("i", "n", emit.ID(names), emit.If(emit.Stmt{}, emit.Binary("==", emit.ID("n"), emit.ID("name")),
				emit.Return(emit.ID(r.goName).Call(emit.ID("i"))))),
			emit.Return(emit.Int(0)),
		}})
}

// values emits the list of a roster's values.
func (p *plan) values(f *emit.File, r *rosterPlan) {
	f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%sValues lists the roster in the schema's order.", r.goName), Name: r.goName + "Values",
		Results: []emit.Expr{emit.ListOf(emit.ID(r.goName))},
		Body: []emit.Stmt{
			emit.Define(emit.ID("make").Call(emit.ListOf(emit.ID(r.goName)), emit.Binary("-", emit.ID("len").Call(emit.ID(lower(r.goName+"Names"))), emit.Int(1))), "out"),
			emit.Range("i", "", emit.ID("out"), emit.Set(emit.ID("out").Index(emit.ID("i")), "=", emit.ID(r.goName).Call(emit.Binary("+", emit.ID("i"), emit.Int(1))))),
			emit.Return(emit.ID("out")),
		}})
}

// lower makes a package-level name of our own from a Go name: the suffixes that we add keep it apart from everything else.
func lower(goName string) string { return "roster" + goName }

func (p *plan) rosterSet(f *emit.File, r *rosterPlan) {
	wordsInSet := len(r.Values)/64 + 1
	self := &emit.Recv{Name: "s", Type: r.set}
	s, v, i := emit.ID("s"), emit.ID("v"), emit.ID("i")
	word := func(of emit.Expr) emit.Expr { return s.Index(emit.Binary("/", of, emit.Int(64))) }
	bit := func(of emit.Expr) emit.Expr {
		return emit.Binary("<<", emit.ID("uint64").Call(emit.Int(1)), emit.Paren(emit.Binary("%", of, emit.Int(64))))
	}
	names := lower(r.goName + "Names")
	f.Type(fmt.Sprintf("%s is a set of %s; it lists in the schema's order. The zero set is empty.", r.set, r.goName), r.set,
		emit.ArrayOf(wordsInSet, emit.ID("uint64")))
	f.Func(emit.FuncDecl{Doc: fmt.Sprintf("%sOf makes a set. With a value outside the roster it is not valid, and no event takes it.", r.set), Name: r.set + "Of",
		Params: []emit.Param{{Name: "values", Type: emit.Variadic(emit.ID(r.goName))}}, Results: []emit.Expr{emit.ID(r.set)},
		Body: []emit.Stmt{
			emit.Var("s", emit.ID(r.set)),
			emit.Range("_", "v", emit.ID("values"),
				emit.If(emit.Stmt{}, emit.Binary("==", v.Dot("Name").Call(), emit.Str("")), emit.Set(v, "=", emit.Int(0))),
				emit.Set(word(v), "|=", bit(v))),
			emit.Return(s),
		}})
	f.Func(emit.FuncDecl{Doc: "IsValid says that every value is in the roster.", Recv: self, Name: "IsValid", Results: []emit.Expr{emit.ID("bool")},
		Body: []emit.Stmt{emit.Return(emit.Binary("==", emit.Binary("&", s.Index(emit.Int(0)), emit.Int(1)), emit.Int(0)))}})
	f.Func(emit.FuncDecl{Doc: "Has says whether v is in the set.", Recv: self, Name: "Has",
		Params: []emit.Param{{Name: "v", Type: emit.ID(r.goName)}}, Results: []emit.Expr{emit.ID("bool")},
		Body: []emit.Stmt{emit.Return(emit.Binary("&&", emit.Binary("!=", v.Dot("Name").Call(), emit.Str("")),
			emit.Binary("!=", emit.Binary("&", word(v), emit.Paren(bit(v))), emit.Int(0))))}})
	f.Func(emit.FuncDecl{Doc: "Values lists the set in the schema's order.", Recv: self, Name: "Values", Results: []emit.Expr{emit.ListOf(emit.ID(r.goName))},
		Body: []emit.Stmt{
			emit.Var("out", emit.ListOf(emit.ID(r.goName))),
			emit.Range("i", "", emit.ID("len").Call(emit.ID(names)),
				emit.If(emit.Define(emit.ID(r.goName).Call(i), "v"), s.Dot("Has").Call(v), emit.Set(emit.ID("out"), "=", emit.ID("append").Call(emit.ID("out"), v)))),
			emit.Return(emit.ID("out")),
		}})
	f.Func(emit.FuncDecl{Doc: "Names lists the set as the schema writes it.", Recv: self, Name: "Names", Results: []emit.Expr{emit.ListOf(emit.ID("string"))},
		Body: listBody("Name", "string")})
	f.Func(emit.FuncDecl{Doc: "String lists the labels.", Recv: self, Name: "String", Results: []emit.Expr{emit.ID("string")},
		Body: append(listBody("String", "string")[:2], emit.Return(std("strings", "Join").Call(emit.ID("out"), emit.Str(", "))))})
	f.Func(emit.FuncDecl{Doc: "MarshalJSON writes the names.", Recv: self, Name: "MarshalJSON",
		Results: []emit.Expr{emit.ListOf(emit.ID("byte")), emit.ID("error")},
		Body:    []emit.Stmt{emit.Return(rt("wire", "SetJSON").Call(s.Dot("Names").Call()))}})
	f.Func(emit.FuncDecl{Doc: "UnmarshalJSON reads the names; one that the roster lacks is an error.", Recv: &emit.Recv{Name: "s", Type: r.set, Pointer: true}, Name: "UnmarshalJSON",
		Params: []emit.Param{{Name: "raw", Type: emit.ListOf(emit.ID("byte"))}}, Results: []emit.Expr{emit.ID("error")},
		Body: []emit.Stmt{
			emit.Define(rt("wire", "Decode").Of(emit.ListOf(emit.ID(r.goName))).Call(emit.ID("raw")), "values", "err"),
			emit.Set(emit.Star(s), "=", emit.ID(r.set+"Of").Call(emit.ID("values").Spread())),
			emit.Return(emit.ID("err")),
		}})
}

func listBody(method, elem string) []emit.Stmt {
	return []emit.Stmt{
		emit.Define(emit.Lit(emit.ListOf(emit.ID(elem))), "out"),
		emit.Range("_", "v", emit.ID("s").Dot("Values").Call(), emit.Set(emit.ID("out"), "=", emit.ID("append").Call(emit.ID("out"), emit.ID("v").Dot(method).Call()))),
		emit.Return(emit.ID("out")),
	}
}
