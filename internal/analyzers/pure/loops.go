package pure

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// loop is a loop over a map whose body is looked at statement by statement.
type loop struct {
	c      *collector
	n      *ast.RangeStmt
	within ast.Node          // the body of the function
	self   map[ast.Node]bool // places where a result is mentioned as part of its own gathering
	into   map[string]string // what results are gathered in, as written, and how
	mixed  bool              // one is gathered in two ways: times 31 and plus v come to another number in another order
	consts map[string]constant.Value
	ends   bool // the body returns or breaks off
	result constant.Value
}

// sameInAnyOrder says whether a loop over a map comes to the same in any order: if all that it does is gather numbers, sets, maps, the
// largest or the smallest, or slices that are then sorted; and if no step looks at what the others gathered.
func (c *collector) sameInAnyOrder(n *ast.RangeStmt, within ast.Node) bool {
	if n.Key == nil && n.Value == nil {
		return true
	}
	if n.Tok == token.ASSIGN {
		return false // the last key stays
	}
	l := &loop{c: c, n: n, within: within, self: map[ast.Node]bool{}, into: map[string]string{}, consts: map[string]constant.Value{}}
	return l.block(n.Body.List) && !l.mixed && !(l.ends && len(l.into) > 0) && !l.peeks()
}

func (l *loop) block(list []ast.Stmt) bool {
	for _, s := range list {
		if !l.stmt(s) {
			return false
		}
	}
	return true
}

func (l *loop) stmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt, *ast.DeclStmt:
		return true
	case *ast.BlockStmt:
		return l.block(s.List)
	case *ast.IfStmt:
		return l.extreme(s) || l.stmt(s.Init) && l.block(s.Body.List) && l.stmt(s.Else)
	case *ast.SwitchStmt:
		return l.stmt(s.Init) && l.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		return l.stmt(s.Init) && l.clauses(s.Body)
	case *ast.ForStmt:
		return l.stmt(s.Init) && l.stmt(s.Post) && l.block(s.Body.List)
	case *ast.RangeStmt:
		if s.Tok == token.ASSIGN && !(l.local(s.Key) && (s.Value == nil || l.local(s.Value))) {
			return false // the last one stays
		}
		return l.block(s.Body.List)
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE && s.Label == nil
	case *ast.ReturnStmt:
		return l.returns(s)
	case *ast.IncDecStmt:
		return l.gather(s.X, s.X, "add", integer)
	case *ast.AssignStmt:
		return l.assign(s)
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		if !ok || id.Name != "delete" || len(call.Args) != 2 {
			return false
		}
		l.gathers(call.Args[0], "delete", call.Args[0])
		return true
	}
	return false
}

func (l *loop) clauses(b *ast.BlockStmt) bool {
	for _, s := range b.List {
		if c, ok := s.(*ast.CaseClause); !ok || !l.block(c.Body) {
			return false
		}
	}
	return true
}

// returns is a return of one and the same constant, wherever the loop ends.
func (l *loop) returns(s *ast.ReturnStmt) bool {
	if len(s.Results) != 1 {
		return false
	}
	v := l.c.pass.TypesInfo.Types[s.Results[0]].Value
	if v == nil || l.result != nil && !constant.Compare(l.result, token.EQL, v) {
		return false
	}
	l.ends, l.result = true, v
	return true
}

func (l *loop) assign(s *ast.AssignStmt) bool {
	if s.Tok == token.DEFINE {
		return true
	}
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return false
	}
	lhs, rhs := s.Lhs[0], s.Rhs[0]
	if l.local(lhs) {
		return true
	}
	switch s.Tok {
	case token.ADD_ASSIGN, token.SUB_ASSIGN:
		return l.gather(lhs, lhs, "add", integer)
	case token.AND_ASSIGN, token.AND_NOT_ASSIGN:
		return l.gather(lhs, lhs, "and", integer)
	case token.MUL_ASSIGN, token.OR_ASSIGN, token.XOR_ASSIGN:
		return l.gather(lhs, lhs, s.Tok.String(), integer)
	case token.ASSIGN:
	default:
		return false
	}
	if i, ok := lhs.(*ast.IndexExpr); ok {
		return l.stores(i, rhs)
	}
	if call, ok := rhs.(*ast.CallExpr); ok && len(call.Args) > 0 {
		if id, ok := call.Fun.(*ast.Ident); ok && types.ExprString(call.Args[0]) == types.ExprString(lhs) {
			switch id.Name {
			case "append": // appended, to be sorted afterwards
				l.gathers(lhs, "append", lhs, call.Args[0])
				return l.c.sortedAfter(lhs, l.n.End(), l.within)
			case "max", "min":
				l.gathers(lhs, id.Name, lhs, call.Args[0])
				return true
			}
		}
	}
	// One constant, the same at each assignment.
	v := l.c.pass.TypesInfo.Types[rhs].Value
	name := types.ExprString(lhs)
	if was, ok := l.consts[name]; v == nil || ok && !constant.Compare(was, token.EQL, v) {
		return false
	}
	l.consts[name] = v
	l.gathers(lhs, "constant", lhs)
	return true
}

// stores is m[k] = v into another map or slice: at the loop's own key, which comes once, or the same constant wherever.
func (l *loop) stores(at *ast.IndexExpr, v ast.Expr) bool {
	key, ok := l.n.Key.(*ast.Ident)
	if value := l.c.pass.TypesInfo.Types[v].Value; value != nil {
		name := types.ExprString(at.X)
		if was, ok := l.consts[name]; ok && !constant.Compare(was, token.EQL, value) {
			return false
		}
		l.consts[name] = value
		l.gathers(at.X, "constant", at.X)
		return true
	}
	if !ok || key.Name == "_" || types.ExprString(at.Index) != key.Name {
		return false
	}
	l.gathers(at.X, "key", at.X)
	return true
}

// extreme is if v > best { best = v }.
func (l *loop) extreme(s *ast.IfStmt) bool {
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || s.Init != nil || s.Else != nil || len(s.Body.List) != 1 {
		return false
	}
	a, ok := s.Body.List[0].(*ast.AssignStmt)
	if !ok || a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return false
	}
	how := "min"
	switch cond.Op {
	case token.LSS, token.LEQ:
	case token.GTR, token.GEQ:
		how = "max"
	default:
		return false
	}
	best, v := types.ExprString(a.Lhs[0]), types.ExprString(a.Rhs[0])
	switch x, y := types.ExprString(cond.X), types.ExprString(cond.Y); {
	case x == v && y == best:
		l.gathers(a.Lhs[0], how, a.Lhs[0], cond.Y)
	case y == v && x == best:
		how = map[string]string{"min": "max", "max": "min"}[how] // best < v
		l.gathers(a.Lhs[0], how, a.Lhs[0], cond.X)
	default:
		return false
	}
	return true
}

// gather is a result of a kind of number that adds up to the same in any order: floats do not, nor strings.
func (l *loop) gather(into, self ast.Expr, how string, kind types.BasicInfo) bool {
	b, ok := l.c.pass.TypesInfo.TypeOf(into).Underlying().(*types.Basic)
	if l.local(into) {
		return true
	}
	if i, isIndex := into.(*ast.IndexExpr); isIndex {
		into, self = i.X, i.X
	}
	l.gathers(into, how, self)
	return ok && b.Info()&kind != 0
}

const integer = types.IsInteger

// gathers notes what a result stands in, how it is gathered, and the places that may mention it.
func (l *loop) gathers(into ast.Expr, how string, self ...ast.Expr) {
	if l.local(into) {
		return
	}
	name := types.ExprString(into)
	if was, ok := l.into[name]; ok && was != how {
		l.mixed = true
	}
	l.into[name] = how
	for _, e := range self {
		l.self[e] = true
	}
}

// local says whether an expression begins with a variable of the loop's own.
func (l *loop) local(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	obj := l.c.pass.TypesInfo.ObjectOf(id)
	return id.Name == "_" || obj != nil && l.n.Pos() <= obj.Pos() && obj.Pos() < l.n.End()
}

// peeks says whether a result is mentioned in the loop outside its own gathering, or something there may have an effect that cannot be
// seen here.
func (l *loop) peeks() bool {
	found := false
	ast.Inspect(l.n.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = true
		case *ast.CallExpr:
			found = found || l.acts(n)
		}
		e, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		if l.self[e] {
			return false
		}
		found = found || l.into[types.ExprString(e)] != ""
		return !found
	})
	return found
}

// acts says whether a call may do more than give back a value: it is given a pointer or something behind an interface from outside the
// loop, is a method of such a thing, or is a function value.
func (l *loop) acts(n *ast.CallExpr) bool {
	info := l.c.pass.TypesInfo
	if info.Types[n.Fun].IsType() || info.Types[n.Fun].IsBuiltin() {
		return false
	}
	f := typeutil.Callee(info, n)
	if _, ok := f.(*types.Func); !ok {
		return true
	}
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
		if s := info.Selections[sel]; s != nil && (leads(s.Obj().(*types.Func).Signature().Recv().Type()) && !l.local(sel.X)) {
			return true
		}
	}
	for _, arg := range n.Args {
		if u, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && u.Op == token.AND {
			arg = u.X
			if !l.local(arg) {
				return true
			}
		}
		if leads(info.TypeOf(arg)) && !l.local(arg) {
			return true
		}
	}
	return false
}

// leads says whether a value of a type leads to something that whoever holds it may change.
func leads(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Signature:
		return true
	case *types.Interface:
		return u.NumMethods() > 0 && !types.Identical(t, types.Universe.Lookup("error").Type())
	}
	return false
}
