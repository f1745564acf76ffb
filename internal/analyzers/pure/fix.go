package pure

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// sortedKeys is the one right way to write a loop over a map whose keys are ordered: over its keys, sorted. Nil where there is no such
// way, or more than one.
func (c *collector) sortedKeys(n *ast.RangeStmt) *analysis.SuggestedFix {
	m, ok := c.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Map)
	key, isIdent := n.Key.(*ast.Ident)
	if !ok || !isIdent || n.Tok != token.DEFINE || !isOrdered(m.Key()) || !plain(n.X) {
		return nil
	}
	file := c.fileOf(n.Pos())
	if file == nil || c.shadowed(n.Pos(), "maps", "maps") || c.shadowed(n.Pos(), "slices", "slices") {
		return nil
	}
	x := types.ExprString(n.X)
	name := key.Name
	var first []byte
	if n.Value != nil {
		if v, ok := n.Value.(*ast.Ident); !ok {
			return nil
		} else if v.Name != "_" {
			if name == "_" {
				if name = "k"; types.ExprString(n.X) == name || v.Name == name || mentionsName(n.Body, name) {
					return nil
				}
			}
			first = fmt.Appendf(nil, "\n%s := %s[%s]", v.Name, x, name)
		}
	}
	edits := []analysis.TextEdit{{Pos: n.Key.Pos(), End: n.X.End(), NewText: fmt.Appendf(nil, "_, %s := range slices.Sorted(maps.Keys(%s))", name, x)}}
	if first != nil {
		edits = append(edits, analysis.TextEdit{Pos: n.Body.Lbrace + 1, End: n.Body.Lbrace + 1, NewText: first})
	}
	return &analysis.SuggestedFix{Message: "range over the sorted keys", TextEdits: append(edits, imports(file, "maps", "slices")...)}
}

// plain says whether an expression is a name or a path of names, which reads the same each time.
func plain(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return plain(x.X)
	}
	return false
}

// isOrdered says whether keys sort by <. Floats are left out: a NaN is no key that could be looked up.
func isOrdered(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsString) != 0
}

func (c *collector) fileOf(pos token.Pos) *ast.File {
	for _, f := range c.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// shadowed says whether a name means something else than the import of a package where it would be written.
func (c *collector) shadowed(pos token.Pos, name, path string) bool {
	scope := c.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return true
	}
	_, obj := scope.LookupParent(name, pos)
	p, ok := obj.(*types.PkgName)
	return obj != nil && (!ok || p.Imported().Path() != path)
}

func mentionsName(n ast.Node, name string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}

// imports adds what a file does not import yet: into its first parenthesised import, or as a declaration of its own.
func imports(f *ast.File, paths ...string) (edits []analysis.TextEdit) {
	var missing []string
	for _, p := range paths {
		has := false
		for _, im := range f.Imports {
			has = has || im.Path.Value == strconv.Quote(p) && im.Name == nil
		}
		if !has {
			missing = append(missing, p)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && g.Lparen.IsValid() {
			var text bytes.Buffer
			for _, p := range missing {
				fmt.Fprintf(&text, "\n\t%q", p)
			}
			if first := g.Specs; len(first) > 0 && strings.Contains(first[0].(*ast.ImportSpec).Path.Value, ".") {
				text.WriteByte('\n') // a group of their own above other modules' packages
			}
			return []analysis.TextEdit{{Pos: g.Lparen + 1, End: g.Lparen + 1, NewText: text.Bytes()}}
		}
	}
	var text bytes.Buffer
	for _, p := range missing {
		fmt.Fprintf(&text, "\n\nimport %q", p)
	}
	out, err := format.Source(text.Bytes())
	if err != nil {
		return nil
	}
	return []analysis.TextEdit{{Pos: f.Name.End(), End: f.Name.End(), NewText: append([]byte("\n\n"), bytes.TrimSpace(out)...)}}
}
