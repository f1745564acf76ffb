package gen_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// identifiers are the names that generated code of every kind has for its own use.
func identifiers(t *testing.T) []string {
	t.Helper()
	seen := map[string]bool{}
	err := filepath.WalkDir("../internal/everything/grants", func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), at, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !id.IsExported() && id.Name != "_" {
				seen[id.Name] = true
			}
			return true
		})
		return nil
	})
	if err != nil || len(seen) < 100 {
		t.Fatalf("%d identifiers (%v)", len(seen), err)
	}
	return sortedKeys(seen)
}

// A package of the application may be called like any name of ours, like the slot, the slice or the subject that its type stands in, and
// like another of its packages: what is generated compiles and is vet clean.
func TestPackagesOfTheApplicationMeetNoNameOfOurs(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	m := newModule(t)
	at := 0
	names := slices.DeleteFunc(identifiers(t), func(n string) bool {
		at++ // every name with GRANTGEN_LONG; else a third of them, and what the root itself declares
		return os.Getenv("GRANTGEN_LONG") == "" && at%3 != 0 && n != "eventTypes" && n != "identified" && n != "declared"
	})
	for _, n := range names {
		m.write("app/own/"+n+"/x.go", fmt.Appendf(nil, "package %s\n\ntype T struct{ Text string }\n\ntype Event struct{ Text string }\n", n))
		m.write("app/more/"+n+"/x.go", fmt.Appendf(nil, "package other\n\ntype T struct{ Text string }\n"))
	}
	var types, fields, events, predicates, gives, slots strings.Builder
	for i, n := range names {
		fmt.Fprintf(&types, "  Own%d: {go: %s/app/own/%s.T}\n  More%[1]d: {go: %[2]s/app/more/%[3]s.T}\n", i, modulePath, n)
		fmt.Fprintf(&fields, "    f%d: Own%[1]d\n    g%[1]d: More%[1]d?\n    h%[1]d: list Own%[1]d\n", i)
		fmt.Fprintf(&events, "  E%d: {go: %s/app/own/%s.Event}\n", i, modulePath, n)
		if diags, err := try(places["subject"]([]string{n})); err != nil || !diags.HasErrors() {
			fmt.Fprintf(&predicates, "  p%d: {about: {%s: id}, kind: functional, value: Own%[1]d}\n", i, n)
		}
		if diags, err := try(places["given slice"]([]string{n})); err != nil || !diags.HasErrors() {
			fmt.Fprintf(&gives, "      %s: {given: Own%d}\n", n, i)
			fmt.Fprintf(&slots, "      %s: {register: craft, content: Own%d, from: %[1]s}\n", n, i)
		}
	}
	m.generate("app", []byte("grantgen: 1\ntypes:\n"+types.String()+"events:\n  Said:\n"+fields.String()+events.String()+
		"scopes: {held: {beliefs: \"held\"}}\npredicates:\n"+predicates.String()+
		"roles:\n  reader:\n    sees:\n      everything: {log: [\"*\"]}\n      beliefs_of_own: {beliefs: {held: \"held\"}}\n"+gives.String()+"    parts:\n"+slots.String()))
	if out, err := m.goCommand("vet", "./app/grants/..."); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}
