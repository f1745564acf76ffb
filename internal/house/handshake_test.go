package house

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The handshake (world.RuntimeMatchesGenerator…) says in plain words that generated code and a runtime do not fit. It does so only if it
// changes whenever they stop fitting: what generated code names of the runtime is written down beside the handshake's name, and may change
// together with that alone. UPDATE=1 writes it down.
func TestTheHandshakeChangesWithWhatGeneratedCodeNames(t *testing.T) {
	const file = "testdata/handshake.txt"
	names, handshake := named(t), ""
	var lines []string
	for _, pkg := range slices.Sorted(maps.Keys(names)) {
		declared := declarations(t, pkg)
		for _, name := range slices.Sorted(maps.Keys(names[pkg])) {
			if strings.HasPrefix(name, "RuntimeMatchesGenerator") {
				handshake = name
				continue
			}
			text, ok := declared[name]
			if !ok {
				t.Errorf("generated code names %s.%s, which the runtime has not", pkg, name)
			}
			if fields, isStruct := strings.CutPrefix(text, "struct{"); isStruct && fields != "}" && !names[pkg][name] {
				text = "struct"
			}
			lines = append(lines, fmt.Sprintf("%s.%s: %s", pkg, name, text))
		}
	}
	if len(lines) < 100 || handshake == "" {
		t.Fatalf("%d names, the handshake is %q", len(lines), handshake)
	}
	now := handshake + "\n" + strings.Join(lines, "\n") + "\n"
	b, err := os.ReadFile(file)
	if err != nil && os.Getenv("UPDATE") == "" {
		t.Fatal(err)
	}
	was := string(b)
	if now == was {
		return
	}
	before, _, _ := strings.Cut(was, "\n")
	if before == handshake {
		t.Fatalf("what generated code names of the runtime changed, and %s did not: raise it in runtime/world and gen/root.go, generate again, and run this with UPDATE=1\n%s", handshake, firstChange(was, now))
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("%s is of %s: UPDATE=1 writes it", file, before)
	}
	if err := os.WriteFile(file, []byte(now), 0o666); err != nil {
		t.Fatal(err)
	}
}

func firstChange(was, now string) string {
	a, b := strings.Split(was, "\n"), strings.Split(now, "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("- %s\n+ %s", strings.Join(a[min(i, len(a)):min(i+1, len(a))], ""), strings.Join(b[min(i, len(b)):min(i+1, len(b))], ""))
		}
	}
	return ""
}

// named are the names of each package of the runtime that generated code uses; true: it makes values of it, so that fields count.
func named(t *testing.T) map[string]map[string]bool {
	t.Helper()
	out := map[string]map[string]bool{}
	for _, p := range packages(t) {
		if !strings.Contains("/"+p.name()+"/", "/grants/") {
			continue
		}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			imports := map[string]string{}
			for _, im := range f.Imports {
				if at, err := strconv.Unquote(im.Path.Value); err == nil && strings.HasPrefix(at, module+"/runtime/") {
					imports[path.Base(at)] = strings.TrimPrefix(at, module+"/runtime/")
				}
			}
			note := func(e ast.Expr, made bool) {
				sel, ok := e.(*ast.SelectorExpr)
				if !ok {
					return
				}
				if x, ok := sel.X.(*ast.Ident); ok && x.Obj == nil && imports[x.Name] != "" {
					pkg := imports[x.Name]
					if out[pkg] == nil {
						out[pkg] = map[string]bool{}
					}
					out[pkg][sel.Sel.Name] = out[pkg][sel.Sel.Name] || made
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					note(n, false)
				case *ast.CompositeLit:
					of := n.Type
					if list, ok := of.(*ast.ArrayType); ok {
						of = list.Elt
					}
					note(of, true)
				}
				return true
			})
		}
	}
	return out
}

// declarations are the exported names of a package of the runtime: signatures, types, and of structs the exported fields.
func declarations(t *testing.T, pkg string) map[string]string {
	t.Helper()
	dir := filepath.Join(root(), "runtime", filepath.FromSlash(pkg))
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					out[d.Name.Name] = printed(t, d.Type)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						out[s.Name.Name] = typeText(t, s)
					case *ast.ValueSpec:
						for _, n := range s.Names {
							out[n.Name] = d.Tok.String()
						}
					}
				}
			}
		}
	}
	return out
}

func typeText(t *testing.T, s *ast.TypeSpec) string {
	text := ""
	if s.TypeParams != nil {
		text = fmt.Sprintf("of %d ", s.TypeParams.NumFields())
	}
	of, ok := s.Type.(*ast.StructType)
	if !ok {
		return text + printed(t, s.Type)
	}
	var fields []string
	for _, f := range of.Fields.List {
		for _, n := range f.Names {
			if n.IsExported() {
				fields = append(fields, n.Name+" "+printed(t, f.Type))
			}
		}
	}
	return text + "struct{" + strings.Join(fields, "; ") + "}"
}

// printed is an expression on one line.
func printed(t *testing.T, n ast.Node) string {
	t.Helper()
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
