package emit

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/dave/jennifer/jen"
)

// Ident is an identifier of a package: an import cannot be forgotten, for the path is part of it.
type Ident struct {
	Path string
	Name string
}

// Expr is an expression or a type.
type Expr struct{ s *jen.Statement }

func check(name string) string {
	if !token.IsIdentifier(name) && !predeclaredOK[name] {
		panic(fmt.Sprintf("emit: %q is not a Go identifier", name)) // a fault of the plan, caught by Render
	}
	return name
}

var predeclaredOK = map[string]bool{"_": true}

// ID is a bare identifier.
func ID(name string) Expr { return Expr{jen.Id(check(name))} }

// Name is a qualified identifier; one of the file's own package stands bare.
func Name(id Ident) Expr { return Expr{jen.Qual(id.Path, check(id.Name))} }

// Str is a string literal.
func Str(s string) Expr { return Expr{jen.Lit(s)} }

// Int is an int literal.
func Int(n int) Expr { return Expr{jen.Lit(n)} }

// Int64 is an untyped integer literal.
func Int64(n int64) Expr { return Expr{jen.Op(fmt.Sprintf("%d", n))} }

// Float is a float literal.
func Float(f float64) Expr { return Expr{jen.Lit(f)} }

// Bool is true or false.
func Bool(b bool) Expr { return Expr{jen.Lit(b)} }

// Nil is nil.
func Nil() Expr { return Expr{jen.Nil()} }

// Dot selects.
func (e Expr) Dot(name string) Expr { return Expr{e.s.Clone().Dot(check(name))} }

// Call calls.
func (e Expr) Call(args ...Expr) Expr { return Expr{e.s.Clone().Call(codes(args)...)} }

// Of instantiates with types.
func (e Expr) Of(types ...Expr) Expr { return Expr{e.s.Clone().Types(codes(types)...)} }

// Spread passes a slice as variadic arguments.
func (e Expr) Spread() Expr { return Expr{e.s.Clone().Op("...")} }

// Star is *e.
func Star(e Expr) Expr { return Expr{jen.Op("*").Add(e.s)} }

// Addr is &e.
func Addr(e Expr) Expr { return Expr{jen.Op("&").Add(e.s)} }

// Index is e[i].
func (e Expr) Index(i Expr) Expr { return Expr{e.s.Clone().Index(i.s)} }

// Binary is a op b; several operands chain.
func Binary(op string, operands ...Expr) Expr {
	s := operands[0].s.Clone()
	for _, o := range operands[1:] {
		s = s.Op(op).Add(o.s)
	}
	return Expr{s}
}

// Paren is (e).
func Paren(e Expr) Expr { return Expr{jen.Parens(e.s)} }

// ListOf is []e.
func ListOf(e Expr) Expr { return Expr{jen.Index().Add(e.s)} }

// ArrayOf is [n]e.
func ArrayOf(n int, e Expr) Expr { return Expr{jen.Index(jen.Lit(n)).Add(e.s)} }

// OpenArrayOf is [...]e.
func OpenArrayOf(e Expr) Expr { return Expr{jen.Index(jen.Op("...")).Add(e.s)} }

// Variadic is ...e.
func Variadic(e Expr) Expr { return Expr{jen.Op("...").Add(e.s)} }

// Key is a key of a composite literal with its value.
func Key(name string, value Expr) Expr { return Expr{jen.Id(check(name)).Op(":").Add(value.s)} }

// Lit is a composite literal on one line; the zero Expr as type leaves the type out.
func Lit(typ Expr, elems ...Expr) Expr {
	return Expr{typ.start().Values(codes(elems)...)}
}

// CallLines is a call with an argument a line.
func (e Expr) CallLines(args ...Expr) Expr {
	return Expr{e.s.Clone().Custom(jen.Options{Open: "(", Close: ")", Separator: ",", Multi: true}, codes(args)...)}
}

// CallNoted is CallLines with a comment after some of the arguments: notes go by the arguments, and an empty one is none.
func (e Expr) CallNoted(args []Expr, notes []string) Expr {
	items := make([]jen.Code, len(args))
	for i, a := range args {
		item := a.s.Clone().Op(",")
		if notes[i] != "" {
			item = item.Comment(remark(notes[i]))
		}
		items[i] = item
	}
	return Expr{e.s.Clone().Custom(jen.Options{Open: "(", Close: ")", Multi: true}, items...)}
}

// remark is a comment that ends its line.
func remark(text string) string {
	if strings.ContainsAny(text, "\r\n") {
		panic(fmt.Sprintf("emit: %q is no comment of one line", text)) // a fault of the plan, caught by Render
	}
	return "// " + text
}

// After is e[n:].
func (e Expr) After(n int) Expr { return Expr{e.s.Clone().Index(jen.Lit(n).Op(":"))} }

// Lines is a composite literal with an element a line.
func Lines(typ Expr, elems ...Expr) Expr {
	return Expr{typ.start().Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, codes(elems)...)}
}

func (e Expr) start() *jen.Statement {
	if e.s == nil {
		return &jen.Statement{}
	}
	return e.s.Clone()
}

// Func is a function literal.
func Func(params []Param, results []Expr, body ...Stmt) Expr {
	s := jen.Func().Params(paramCodes(params)...)
	return Expr{addResults(s, results).Block(stmtCodes(body)...)}
}

// FuncType is the type of a function.
func FuncType(params []Param, results ...Expr) Expr {
	return Expr{addResults(jen.Func().Params(paramCodes(params)...), results)}
}

// Struct is struct{} with the fields of one line.
func Struct() Expr { return Expr{jen.Struct()} }

func codes(exprs []Expr) []jen.Code {
	out := make([]jen.Code, len(exprs))
	for i, e := range exprs {
		out[i] = e.s
	}
	return out
}

// Param is a parameter; an empty name leaves the type alone.
type Param struct {
	Name string
	Type Expr
}

func paramCodes(params []Param) []jen.Code {
	out := make([]jen.Code, len(params))
	for i, p := range params {
		if p.Name == "" {
			out[i] = p.Type.s
			continue
		}
		out[i] = jen.Id(check(p.Name)).Add(p.Type.s)
	}
	return out
}

func addResults(s *jen.Statement, results []Expr) *jen.Statement {
	switch len(results) {
	case 0:
		return s
	case 1:
		return s.Add(results[0].s)
	}
	return s.Params(codes(results)...)
}
