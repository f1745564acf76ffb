package covered

import (
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/grantgen/grantgen/internal/analyzers/except"
	"github.com/grantgen/grantgen/internal/analyzers/roles"
)

// Name is what findings are under.
const Name = "covered"

// Word is that of exceptions: //grant:uncovered and a reason.
const Word = "uncovered"

// Assemblers has an [*Exported] as its result. It reports nothing.
var Assemblers = &analysis.Analyzer{
	Name:       "grantassemblers",
	Doc:        "find the assemblers that a package exports",
	Run:        run,
	Requires:   []*analysis.Analyzer{roles.Analyzer},
	ResultType: reflect.TypeFor[*Exported](),
}

// Exported is the assemblers that a package exports.
type Exported struct {
	Assemblers []Assembler // by name
	excepted   *except.Set
}

// Assembler is an exported function that fills a role's parts from its grant.
type Assembler struct {
	Path, Name string // of the package, and its own
	line       string // that tests it
	At, End    token.Pos
}

func run(pass *analysis.Pass) (any, error) {
	out := &Exported{}
	if roles.Outside(pass) {
		return out, nil
	}
	known := pass.ResultOf[roles.Analyzer].(*roles.Known)
	look := func(at token.Pos) bool { return !known.Generated(at) && !known.Test(at) }
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		f, ok := scope.Lookup(name).(*types.Func)
		if ok && f.Exported() && look(f.Pos()) && known.Assembler(f.Signature()) {
			role, _ := known.Grant(f.Signature().Params().At(0).Type())
			out.Assemblers = append(out.Assemblers, Assembler{pass.Pkg.Path(), name, line(role, pass.Pkg, name), f.Pos(), f.Pos() + token.Pos(len(name))})
		}
	}
	out.excepted = except.Read(pass, Word, look)
	return out, nil
}

// line is what a test of an assembler says, where its package and the role's are imported.
func line(role, pkg *types.Package, name string) string {
	return "assemblytest.Noninterference(t, grantstest.Vocabulary, " + role.Name() + ".Assemble, " + pkg.Name() + "." + name + ")"
}

// Findings are the assemblers that are not among the tested ones and have no exception; and exceptions without a reason or need.
func (e *Exported) Findings(tested map[string]bool) []analysis.Diagnostic {
	var out []analysis.Diagnostic
	for _, a := range e.Assemblers {
		bare := !tested[a.Path+"."+a.Name]
		if !e.excepted.Allow(a.At, bare) && bare {
			out = append(out, analysis.Diagnostic{Pos: a.At, End: a.End,
				Message: "no noninterference test of this module holds " + a.Name + " to its grant: " + a.line + " does"})
		}
	}
	if e.excepted != nil {
		out = append(out, e.excepted.Findings()...)
	}
	return out
}
