package emit

import "github.com/dave/jennifer/jen"

// Stmt is a statement.
type Stmt struct{ s *jen.Statement }

// Do is an expression as a statement.
func Do(e Expr) Stmt { return Stmt(e) }

// Noted is s with a comment at the end of its line.
func (s Stmt) Noted(text string) Stmt {
	if text == "" {
		return s
	}
	return Stmt{s.s.Clone().Comment(remark(text))}
}

// Return returns.
func Return(values ...Expr) Stmt { return Stmt{jen.Return(codes(values)...)} }

// Define is names := value.
func Define(value Expr, names ...string) Stmt {
	ids := make([]jen.Code, len(names))
	for i, n := range names {
		ids[i] = jen.Id(check(n))
	}
	return Stmt{jen.List(ids...).Op(":=").Add(value.s)}
}

// Assign is targets = values.
func Assign(targets, values []Expr) Stmt {
	return Stmt{jen.List(codes(targets)...).Op("=").List(codes(values)...)}
}

// Set is target op value, e.g. "=" or "|=".
func Set(target Expr, op string, value Expr) Stmt { return Stmt{target.s.Clone().Op(op).Add(value.s)} }

// Var is var name type.
func Var(name string, typ Expr) Stmt { return Stmt{jen.Var().Id(check(name)).Add(typ.s)} }

// Block is a block of its own.
func Block(body ...Stmt) Stmt { return Stmt{jen.Block(stmtCodes(body)...)} }

// If runs body when cond holds; init may be the zero Stmt.
func If(init Stmt, cond Expr, body ...Stmt) Stmt {
	if init.s == nil {
		return Stmt{jen.If(cond.s).Block(stmtCodes(body)...)}
	}
	return Stmt{jen.If(init.s, cond.s).Block(stmtCodes(body)...)}
}

// Range is for a, b := range over; an empty b leaves it out, and so does an empty a.
func Range(a, b string, over Expr, body ...Stmt) Stmt {
	var head *jen.Statement
	switch {
	case a == "" && b == "":
		head = jen.Range().Add(over.s)
	case b == "":
		head = jen.Id(check(a)).Op(":=").Range().Add(over.s)
	default:
		head = jen.List(jen.Id(check(a)), jen.Id(check(b))).Op(":=").Range().Add(over.s)
	}
	return Stmt{jen.For(head).Block(stmtCodes(body)...)}
}

// Case is one case of a switch; no values make the default.
type Case struct {
	Values []Expr
	Body   []Stmt
}

// Switch switches on tag.
func Switch(tag Expr, cases ...Case) Stmt { return Stmt{jen.Switch(tag.s).Block(caseCodes(cases)...)} }

// TypeSwitch is switch name := of.(type); an empty name leaves it out, for cases that do not look at the value.
func TypeSwitch(name string, of Expr, cases ...Case) Stmt {
	if name == "" {
		return Stmt{jen.Switch(of.s.Clone().Assert(jen.Type())).Block(caseCodes(cases)...)}
	}
	return Stmt{jen.Switch(jen.Id(check(name)).Op(":=").Add(of.s).Assert(jen.Type())).Block(caseCodes(cases)...)}
}

func caseCodes(cases []Case) []jen.Code {
	out := make([]jen.Code, len(cases))
	for i, c := range cases {
		if len(c.Values) == 0 {
			out[i] = jen.Default().Block(stmtCodes(c.Body)...)
			continue
		}
		out[i] = jen.Case(codes(c.Values)...).Block(stmtCodes(c.Body)...)
	}
	return out
}

func stmtCodes(body []Stmt) []jen.Code {
	out := make([]jen.Code, len(body))
	for i, s := range body {
		out[i] = s.s
	}
	return out
}
