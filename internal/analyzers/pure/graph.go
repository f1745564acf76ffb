package pure

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/grantgen/grantgen/internal/analyzers/except"
)

// graph is what the functions and variables of a package use.
type graph struct {
	pkg   *types.Package
	pass  *analysis.Pass
	nodes []*node // in the order of the source
	of    map[types.Object]*node
}

// node is a function, a function literal that is an assembler, or a package variable with its initialiser.
type node struct {
	obj       types.Object // nil for a literal
	step      Step
	assembler bool // takes a grant
	uses      []use
	reaches   *Reaches
}

// use is a place where a node mentions something: a root, or a function or a variable that may reach one.
type use struct {
	pos, end   token.Pos
	root       *Reaches     // of a root
	to         types.Object // else
	takesGrant bool         // to is a function of another package that does
	excepted   bool
	fix        *analysis.SuggestedFix
}

// reach is what a use leads to, so far; nil for nothing.
func (g *graph) reach(u use) *Reaches {
	if u.root != nil {
		return u.root
	}
	var next *Reaches
	if n := g.of[u.to]; n != nil {
		next = n.reaches
	} else if f, ok := u.to.(*types.Func); ok && f.Pkg() != g.pkg {
		if fact := new(Reaches); g.pass.ImportObjectFact(f, fact) {
			next = fact
		}
	}
	if next == nil {
		return nil
	}
	return &Reaches{Kind: next.Kind, Chain: append([]Step{step(u.to)}, next.Chain...)}
}

// solve finds for each node the shortest chain to a root, of equally short ones the first in the source. Excepted uses lead nowhere.
func (g *graph) solve(excepted *except.Set) {
	for _, n := range g.nodes {
		for i, u := range n.uses {
			n.uses[i].excepted = excepted.Allow(u.pos, false)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, n := range g.nodes {
			for _, u := range n.uses {
				if u.excepted {
					continue
				}
				if r := g.reach(u); r != nil && (n.reaches == nil || len(r.Chain) < len(n.reaches.Chain)) {
					n.reaches, changed = r, true
				}
			}
		}
	}
	for _, n := range g.nodes {
		for _, u := range n.uses {
			if u.excepted && g.reach(u) != nil {
				excepted.Allow(u.pos, true)
			}
		}
	}
}

// export makes facts of what the package's functions reach.
func (g *graph) export(pass *analysis.Pass) {
	for _, n := range g.nodes {
		if f, ok := n.obj.(*types.Func); ok && n.reaches != nil {
			pass.ExportObjectFact(f, n.reaches)
		}
	}
}
