package pure

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/grantgen/grantgen/internal/analyzers/except"
	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// Analyzer reports what an assembler reaches besides its grant.
var Analyzer = &analysis.Analyzer{
	Name: "pure",
	Doc: `report assemblers that are not pure

A function that takes a generated Grant gives the same parts for the same grant. It may not reach clocks, random numbers, the order of a
map, I/O, goroutines, channels, variables that may change, addresses, the running program, captured variables or the log, through any
chain of calls. The message shows the chain.

A line or a function that has a comment //grant:impure REASON is left out.`,
	URL:       "https://github.com/grantgen/grantgen/blob/main/docs/grantvet.md#pure",
	Run:       run,
	Requires:  []*analysis.Analyzer{roles.Analyzer},
	FactTypes: []analysis.Fact{new(Reaches), new(Keeps)},
}

func run(pass *analysis.Pass) (any, error) {
	if roles.Outside(pass) {
		return nil, nil
	}
	known := pass.ResultOf[roles.Analyzer].(*roles.Known)
	look := func(pos token.Pos) bool { return !known.Generated(pos) && !known.Test(pos) }
	excepted := except.Read(pass, "impure", look)
	c := &collector{pass: pass, known: known, vars: variables(pass, known)}
	g := c.graph()
	g.solve(excepted)
	g.export(pass)

	seen := map[string]bool{}
	for _, f := range g.findings() {
		at := pass.Fset.Position(f.Pos)
		// One root, told once a line.
		if key := fmt.Sprint(at.Filename, at.Line, f.Message); look(f.Pos) && !seen[key] {
			seen[key] = true
			pass.Report(f)
		}
	}
	except.ReportUnknown(pass, look)
	excepted.Report()
	return nil, nil
}

// findings are what assemblers reach, in the order of the source.
func (g *graph) findings() []analysis.Diagnostic {
	var out []analysis.Diagnostic
	for _, n := range g.nodes {
		if !n.assembler {
			continue
		}
		for _, u := range n.uses {
			r := g.reach(u)
			if r == nil || u.excepted || g.own(u) {
				continue
			}
			chain := Reaches{Kind: r.Kind, Chain: append([]Step{n.step}, r.Chain...)}
			d := analysis.Diagnostic{Pos: u.pos, End: u.end, Message: "not pure: " + chain.text(g.pkg)}
			if u.fix != nil {
				d.SuggestedFixes = []analysis.SuggestedFix{*u.fix}
			}
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
	return out
}

// own says whether a use leads to a function that takes a grant: that one has its own findings.
func (g *graph) own(u use) bool {
	n := g.of[u.to]
	if n != nil {
		return n.assembler
	}
	return u.takesGrant
}
