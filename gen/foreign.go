package gen

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// planForeign names the packages of the application's own Go types, in the order of their paths. What they are called the schema does
// not say, so that each is imported under a name of ours, which nothing else has.
func (p *plan) planForeign() {
	var paths []string
	for _, r := range p.model.Types {
		paths = append(paths, foreignPath(r.Go))
	}
	for _, e := range p.model.Events {
		paths = append(paths, foreignPath(e.Go))
	}
	slices.Sort(paths)
	taken := map[string]bool{p.alias: true, p.pkg: true}
	for _, local := range strings.Fields(localNames + " source session role spec layout prose declared identified") {
		taken[local] = true
	}
	for _, at := range slices.Compact(paths) {
		if at == "" {
			continue
		}
		name := path.Base(at)
		for n := 1; taken[name] || hasCapital(name) || isImportName(name) || isPredeclared(name) || !token.IsIdentifier(name) || name == "_"; n++ {
			name = fmt.Sprintf("foreign%d", n)
		}
		taken[name] = true
		p.foreign = append(p.foreign, emit.Import{Path: at, Name: name, Alias: true})
	}
}

func foreignPath(goType string) string {
	at, _, _ := cutLast(goType, '.')
	return at
}

// foreignType names an application's own Go type.
func foreignType(goType string) emit.Expr {
	at, name, _ := cutLast(goType, '.')
	return std(at, name)
}

// foreignField is a field of an application's own Go type as a view has it. Any of Go's types that a basic type of the schema holds without
// loss will do; the compiler refuses the rest.
func foreignField(t schema.Type, v emit.Expr) emit.Expr {
	as, basic := map[schema.TypeKind]string{schema.String: "AsText", schema.Int: "AsInt", schema.Float: "AsFloat", schema.Bool: "AsBool"}[t.Kind]
	switch {
	case !basic:
		return v
	case t.Optional:
		return rt("wire", "AsOptional").Call(v, rt("wire", as))
	}
	return rt("wire", as).Call(v)
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return "", s, false
}

// rootFileOf starts a file of the root package.
func (p *plan) rootFileOf(doc string) *emit.File {
	return emit.NewFile(p.path, p.pkg, doc, append(rootImports[:len(rootImports):len(rootImports)], p.foreign...))
}
