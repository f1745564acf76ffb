package raw

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/grantgen/grantgen/internal/analyzers/except"
	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// Analyzer reports model calls with strings.
var Analyzer = &analysis.Analyzer{
	Name: "raw",
	Doc: `report model calls that no grant stands behind

In a package that imports generated grants, near or far, an SDK's call for text stands in a function that takes a prompt.Prompt, as
pinned models call it, or its client goes through a pin.Transport. Otherwise what the model reads is a string that somebody put together.
Reported too are prompts made of plain strings: an assembly.Context that is written, changed or decoded by hand.

A line or a function that has a comment //grant:raw REASON is left out.`,
	URL:       "https://github.com/grantgen/grantgen/blob/main/docs/grantvet.md#raw",
	Run:       run,
	Requires:  []*analysis.Analyzer{roles.Analyzer},
	FactTypes: []analysis.Fact{new(Asks)},
}

// Asks is the fact that a function asks a model with what its caller gives it, and takes no prompt.
type Asks struct {
	Chain []string // from the function after this one to the SDK's, each pkg.Name
}

// AFact marks a fact.
func (*Asks) AFact() {}

func (a *Asks) String() string { return "asks " + strings.Join(a.Chain, " → ") }

// checker looks at one package.
type checker struct {
	pass   *analysis.Pass
	known  *roles.Known
	values map[types.Object][]ast.Expr // all that each variable or field is set to
	funcs  map[types.Object]*ast.FuncDecl
	calls  []call
	seen   map[types.Object]bool // whether a variable or a function is pinned, as far as that is known
	found  []analysis.Diagnostic
}

// call is a mention of a function that asks, or that may.
type call struct {
	id *ast.Ident
	f  *types.Func
	in *types.Func // the declared function that it stands in; nil outside one
}

func run(pass *analysis.Pass) (any, error) {
	if ofSDK(pass.Pkg.Path()) || roles.Outside(pass) {
		return nil, nil
	}
	known := pass.ResultOf[roles.Analyzer].(*roles.Known)
	look := func(pos token.Pos) bool { return !known.Generated(pos) && !known.Test(pos) }
	c := &checker{pass: pass, known: known, values: map[types.Object][]ast.Expr{}, funcs: map[types.Object]*ast.FuncDecl{}, seen: map[types.Object]bool{}}
	var files []*ast.File
	for _, f := range pass.Files {
		if look(f.FileStart) {
			files = append(files, f)
			c.gather(f)
		}
	}
	for _, f := range files {
		c.prompts(f)
		c.callsOf(f)
	}
	excepted := except.Read(pass, "raw", look)
	asks := c.solve(excepted)
	if known.Any() {
		c.reportCalls(asks)
	}
	slices.SortStableFunc(c.found, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
	for _, d := range c.found {
		if !excepted.Allow(d.Pos, true) {
			pass.Report(d)
		}
	}
	excepted.Report()
	return nil, nil
}

func (c *checker) report(n ast.Node, format string, args ...any) {
	c.found = append(c.found, analysis.Diagnostic{Pos: n.Pos(), End: n.End(), Message: fmt.Sprintf(format, args...)})
}

// solve finds which of the package's functions ask, and tells packages that import it.
func (c *checker) solve(excepted *except.Set) map[*types.Func][]string {
	asks := map[*types.Func][]string{}
	for changed := true; changed; {
		changed = false
		for _, m := range c.calls {
			chain := c.chain(m, asks)
			if chain == nil || m.in == nil || asks[m.in] != nil {
				continue
			}
			if excepted.Allow(m.id.Pos(), true) {
				continue
			}
			asks[m.in], changed = chain, true
		}
	}
	for _, m := range c.calls {
		// Where there are grants, the call itself is reported.
		if m.in != nil && asks[m.in] != nil && !c.known.Any() {
			c.pass.ExportObjectFact(m.in, &Asks{Chain: asks[m.in]})
		}
	}
	return asks
}

// chain is from a mention to the SDK's call; nil if it leads to none.
func (c *checker) chain(m call, own map[*types.Func][]string) []string {
	name := m.f.Pkg().Name() + "." + m.f.Name()
	if m.f.Signature().Recv() != nil {
		name = m.f.Pkg().Name() + "." + receiver(m.f) + "." + m.f.Name()
	}
	if asks(m.f) {
		return []string{name}
	}
	next := own[m.f]
	if m.f.Pkg() != c.pass.Pkg {
		if fact := new(Asks); c.pass.ImportObjectFact(m.f, fact) {
			next = fact.Chain
		}
	}
	if next == nil {
		return nil
	}
	return append([]string{name}, next...)
}

// reportCalls reports each place where asking begins: the SDK's own call, or that of a function of a package without grants.
func (c *checker) reportCalls(own map[*types.Func][]string) {
	for _, m := range c.calls {
		if m.f.Pkg() == c.pass.Pkg {
			continue
		}
		if chain := c.chain(m, own); chain != nil {
			c.report(m.id, "%s asks a model with what is no prompt: render a context, and call it in a function that takes a prompt.Prompt, "+
				"or through a pin.Transport", strings.Join(chain, " → "))
		}
	}
}
