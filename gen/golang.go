package gen

import (
	"go/types"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

const runtimePath = "github.com/grantgen/grantgen/runtime/"

// The imports that generated files may use, each under its own name.
var (
	rootImports = []emit.Import{
		{Path: "context", Name: "context"}, {Path: "encoding/json", Name: "json"}, {Path: "fmt", Name: "fmt"},
		{Path: "strings", Name: "strings"}, {Path: "time", Name: "time"},
		{Path: runtimePath + "assembly", Name: "assembly"}, {Path: runtimePath + "belief", Name: "belief"}, {Path: runtimePath + "evidence", Name: "evidence"}, {Path: runtimePath + "memory", Name: "memory"},
		{Path: runtimePath + "timeline", Name: "timeline"}, {Path: runtimePath + "tool", Name: "tool"},
		{Path: runtimePath + "wire", Name: "wire"}, {Path: runtimePath + "world", Name: "world"},
	}
	roleImports = []emit.Import{
		{Path: "context", Name: "context"}, {Path: "encoding/json", Name: "json"}, {Path: "fmt", Name: "fmt"},
		{Path: "iter", Name: "iter"}, {Path: "strconv", Name: "strconv"}, {Path: "time", Name: "time"},
		{Path: runtimePath + "assembly", Name: "assembly"}, {Path: runtimePath + "chronicle", Name: "chronicle"},
		{Path: runtimePath + "slice", Name: "slice"}, {Path: runtimePath + "timeline", Name: "timeline"},
		{Path: runtimePath + "token/bpe", Name: "bpe"}, {Path: runtimePath + "tool", Name: "tool"}, {Path: runtimePath + "wire", Name: "wire"},
	}
)

func isImportName(n string) bool {
	for _, im := range append(rootImports, roleImports...) {
		if im.Name == n {
			return true
		}
	}
	return false
}

func isPredeclared(n string) bool { return types.Universe.Lookup(n) != nil }

// std and rt name something of a standard or runtime package.
func std(path, name string) emit.Expr { return emit.Name(emit.Ident{Path: path, Name: name}) }
func rt(pkg, name string) emit.Expr   { return std(runtimePath+pkg, name) }

// root names something of the root package.
func (p *plan) root(name string) emit.Expr { return std(p.path, name) }

// goType is the Go type of a field type.
func (p *plan) goType(t schema.Type) emit.Expr {
	e := p.bareType(t)
	if t.Optional {
		return emit.Star(e)
	}
	return e
}

func (p *plan) bareType(t schema.Type) emit.Expr {
	switch t.Kind {
	case schema.String:
		return emit.ID("string")
	case schema.Int:
		return emit.ID("int64")
	case schema.Float:
		return emit.ID("float64")
	case schema.Bool:
		return emit.ID("bool")
	case schema.Time:
		return std("time", "Time")
	case schema.Duration:
		return std("time", "Duration")
	case schema.ID:
		return rt("timeline", "ID")
	case schema.JSON:
		return std("encoding/json", "RawMessage")
	case schema.OfRoster:
		return p.root(p.rosterOf[t.Roster].goName)
	case schema.SetOf:
		return p.root(p.rosterOf[t.Roster].set)
	case schema.OfRecord:
		if t.Record.Go != "" {
			return foreignType(t.Record.Go)
		}
		return p.root(p.recordOf[t.Record].goName)
	case schema.ListOf:
		return emit.ListOf(p.goType(*t.Elem))
	}
	panic("gen: no Go type for the field type " + string(t.Kind))
}
