package pure

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// collector turns the package's declarations into nodes.
type collector struct {
	pass  *analysis.Pass
	known *roles.Known
	vars  map[*types.Var]string // the package's own variables, and why one may change ("": it does not)
	decl  ast.Node              // the declaration that is being walked
	uses  []use
}

func (c *collector) graph() *graph {
	g := &graph{pkg: c.pass.Pkg, pass: c.pass, of: map[types.Object]*node{}}
	for _, f := range c.pass.Files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if obj, ok := c.pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
					c.function(g, obj, d)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
						c.variables(g, v)
					}
				}
			}
		}
	}
	for _, n := range g.nodes {
		if n.obj != nil && g.of[n.obj] == nil {
			g.of[n.obj] = n
		}
	}
	return g
}

func (c *collector) function(g *graph, obj *types.Func, d *ast.FuncDecl) {
	n := &node{obj: obj, step: step(obj), assembler: c.known.TakesGrant(obj.Signature())}
	g.nodes = append(g.nodes, n)
	at := use{pos: d.Name.Pos(), end: d.Name.End()}
	switch {
	case c.known.Generated(d.Pos()):
		// A generated accessor reads through the grant, whatever the runtime does below it. What takes a context goes to the log.
		n.assembler = false
		if roles.TakesContext(obj.Signature()) {
			at.root = &Reaches{Kind: log}
			n.uses = []use{at}
		}
	case d.Body == nil:
		at.root = &Reaches{Kind: unknown, Chain: []Step{{Name: "no Go body"}}}
		n.uses = []use{at}
	default:
		n.uses = c.walk(d)
		c.literals(g, n, d)
	}
}

func (c *collector) variables(g *graph, s *ast.ValueSpec) {
	if c.known.Generated(s.Pos()) {
		return
	}
	uses := c.walk(s)
	for _, name := range s.Names {
		if obj, ok := c.pass.TypesInfo.Defs[name].(*types.Var); ok {
			n := &node{obj: obj, step: step(obj), uses: uses}
			g.nodes = append(g.nodes, n)
			c.literals(g, n, s)
		}
	}
}

// literals makes a node of each function literal below a declaration that is an assembler, unless the declaration is one itself, and of
// each method that is bound to a value to be one.
func (c *collector) literals(g *graph, around *node, decl ast.Node) {
	if around.assembler {
		return
	}
	ast.PreorderStack(decl, nil, func(n ast.Node, stack []ast.Node) bool {
		name := Step{Name: "func in " + around.step.Name}
		switch n := n.(type) {
		case *ast.FuncLit:
			sig, ok := c.pass.TypesInfo.TypeOf(n).(*types.Signature)
			if !ok || !c.known.TakesGrant(sig) {
				return true
			}
			lit := &node{step: name, assembler: true, uses: c.captures(decl, n)}
			for _, u := range around.uses {
				if n.Pos() <= u.pos && u.pos < n.End() {
					lit.uses = append(lit.uses, u)
				}
			}
			g.nodes = append(g.nodes, lit)
			return false
		case *ast.SelectorExpr:
			if u, ok := c.bound(n, stack); ok {
				g.nodes = append(g.nodes, &node{step: Step{Name: n.Sel.Name}, assembler: true, uses: []use{u}})
			}
		}
		return true
	})
}

// walk collects what a declaration mentions.
func (c *collector) walk(decl ast.Node) []use {
	c.decl, c.uses = decl, nil
	ast.PreorderStack(decl, nil, func(n ast.Node, stack []ast.Node) bool {
		c.node(n, stack)
		return true
	})
	if ours(c.pass) {
		c.conversions(decl)
	}
	return c.uses
}

func (c *collector) add(n ast.Node, kind, name string) {
	c.addRoot(n, kind, Step{Name: name})
}

func (c *collector) addRoot(n ast.Node, kind string, s Step) {
	c.uses = append(c.uses, use{pos: n.Pos(), end: n.End(), root: &Reaches{Kind: kind, Chain: []Step{s}}})
}

func (c *collector) node(n ast.Node, stack []ast.Node) {
	info := c.pass.TypesInfo
	switch n := n.(type) {
	case *ast.Ident:
		c.mention(n, info.Uses[n], stack)
	case *ast.GoStmt:
		c.add(n, goroutine, "go statement")
	case *ast.SendStmt:
		c.add(n, channel, "channel send")
	case *ast.SelectStmt:
		c.add(n, channel, "select")
	case *ast.UnaryExpr:
		switch n.Op {
		case token.ARROW:
			c.add(n, channel, "channel receive")
		case token.AND:
			c.written(n.X, "the address of ")
		}
	case *ast.RangeStmt:
		c.rangeOver(n, stack)
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			for _, lhs := range n.Lhs {
				c.written(lhs, "assignment to ")
			}
		}
	case *ast.IncDecStmt:
		c.written(n.X, "assignment to ")
	case *ast.CallExpr:
		c.call(n)
	}
}

// mention is a function, a variable or a builtin by its name. Who mentions a function is taken to call it: so a call of a function value
// needs no more than that somebody made the value.
func (c *collector) mention(id *ast.Ident, obj types.Object, stack []ast.Node) {
	switch o := obj.(type) {
	case *types.Func:
		c.callee(id, o.Origin(), stack)
	case *types.Var:
		if !o.IsField() && o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
			c.variable(id, o)
		}
	case *types.Builtin:
		switch {
		case o.Name() == "print" || o.Name() == "println":
			c.add(id, io, o.Name())
		case o.Name() == "close":
			c.add(id, channel, "close")
		case o.Pkg() != nil:
			c.fromTable(id, o)
		}
	case *types.TypeName:
		if o.Pkg() == types.Unsafe {
			c.fromTable(id, o)
		}
	}
}

func (c *collector) callee(id *ast.Ident, f *types.Func, stack []ast.Node) {
	if f.Pkg() == nil { // error.Error
		return
	}
	if f.Pkg() == c.pass.Pkg {
		c.uses = append(c.uses, use{pos: id.Pos(), end: id.End(), to: f})
		return
	}
	switch kind, _ := table(f); {
	case kind == order && f.Signature().Recv() == nil && c.iteratesInOrder(stack):
		return
	case kind == zone && strings.HasPrefix(f.Name(), "Unix") && (!ours(c.pass) || c.zoneless(stack, false)):
		return
	}
	c.to(id, f)
}

// to is a function of another package.
func (c *collector) to(n ast.Node, f *types.Func) {
	if c.fromTable(n, f) {
		return
	}
	if c.known.Standard(f.Pkg()) { // one that is in no table
		c.addRoot(n, unknown, step(f))
		return
	}
	c.uses = append(c.uses, use{pos: n.Pos(), end: n.End(), to: f, takesGrant: c.known.TakesGrant(f.Signature())})
}

// fromTable adds what the tables say of an object, if they say anything.
func (c *collector) fromTable(n ast.Node, o types.Object) bool {
	kind, listed := table(o)
	if (kind == address || kind == order || kind == assigned) && !ours(c.pass) {
		kind = "" // reflect.Value.Pointer finds cycles, MapKeys are sorted afterwards, a sync.Pool holds buffers
	}
	if kind != "" {
		c.addRoot(n, kind, step(o))
	}
	return listed
}

func (c *collector) call(n *ast.CallExpr) {
	info := c.pass.TypesInfo
	if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok {
		if b, ok := info.Uses[id].(*types.Builtin); ok && len(n.Args) > 0 {
			c.builtin(b, n)
		}
	}
	f := typeutil.StaticCallee(info, n)
	if f == nil {
		return
	}
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
		if s := info.Selections[sel]; s != nil && s.Kind() == types.MethodVal && takesAddress(s) {
			c.written(sel.X, "the address of ")
		}
	}
	if f.Pkg() != nil && sorts(f) && len(n.Args) > 0 {
		c.written(n.Args[0], "sorting of ")
	}
	c.printed(n, f)
}

func (c *collector) builtin(b *types.Builtin, n *ast.CallExpr) {
	switch b.Name() {
	case "clear", "copy", "delete":
		c.written(n.Args[0], "assignment to ")
	case "make":
		if _, ok := c.pass.TypesInfo.TypeOf(n.Args[0]).Underlying().(*types.Chan); ok {
			c.add(n, channel, "make of a channel")
		}
	}
}

// takesAddress says whether a method call takes the address of what it is called on.
func takesAddress(s *types.Selection) bool {
	recv := s.Obj().(*types.Func).Signature().Recv()
	if recv == nil {
		return false
	}
	_, wants := types.Unalias(recv.Type()).(*types.Pointer)
	_, has := s.Recv().Underlying().(*types.Pointer)
	return wants && !has && !s.Indirect()
}
