package docs_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// Every schema in the language's reference is read: what is shown as fine is fine, and generates; what is shown as wrong is refused
// with the words below it.
func TestLanguage(t *testing.T) {
	const page = "language.md"
	all := blocks(t, page)
	base := ""
	for _, b := range all {
		if b.is("base") {
			base = b.text
		}
	}
	for i, b := range all {
		if b.lang != "yaml" {
			continue
		}
		if b.is("wrong") {
			if i+1 == len(all) || all[i+1].lang != "text" {
				t.Fatalf("%s:%d: no text below says how it is refused", page, b.line)
			}
			if _, said := parse(b.text); said != all[i+1].text {
				t.Errorf("%s:%d: it is refused with\n%s\nand the page says\n%s", page, b.line, said, all[i+1].text)
			}
			continue
		}
		files := []string{b.text}
		switch {
		case b.is("top"):
			files = []string{base, "grantgen: 1\n" + b.text}
		case b.is("role"):
			files = []string{base, "grantgen: 1\nroles:\n  example:\n" + indent(b.text)}
		}
		m, said := parse(files...)
		if said != "" {
			t.Errorf("%s:%d: this is not fine:\n%s", page, b.line, said)
			continue
		}
		if _, list, err := gen.Generate(m, gen.Config{ImportPath: "example.com/app"}); err != nil || list.HasErrors() {
			t.Errorf("%s:%d: this does not generate: %v %v", page, b.line, list, err)
		}
	}
}

// parse reads a schema as the command does, and gives what a person would read.
func parse(texts ...string) (*schema.Model, string) {
	names := []string{"schema.grant.yaml", "more.grant.yaml"}
	var files []schema.File
	for i, text := range texts {
		files = append(files, schema.File{Name: names[i], Bytes: []byte(text)})
	}
	m, list := schema.Parse(files, func(name string) ([]byte, error) { return nil, fmt.Errorf("%s cannot be read", name) })
	if m != nil {
		for _, d := range gen.Check(m, gen.Config{ImportPath: "example.com/app"}) {
			for _, f := range files {
				if f.Name == d.File {
					d.Excerpt = diag.NewSource(f.Bytes).Excerpt(d.Pos)
				}
			}
			list = append(list, d)
		}
	}
	var b bytes.Buffer
	if err := diag.Write(&b, list.Sorted()); err != nil {
		panic(err)
	}
	return m, b.String()
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

// Every message in a table of refusals is one that a test of the project provokes.
func TestRefusals(t *testing.T) {
	tested := whatTestsSay(t)
	for _, b := range blocks(t, "language.md") {
		if !b.is("refused") {
			continue
		}
		for line := range strings.Lines(b.text) {
			if line = strings.TrimSpace(line); !pattern(line).MatchString(tested) {
				t.Errorf("language.md:%d: no test of the project says %s", b.line, line)
			}
		}
	}
}

// pattern is an expression for a message in which an ellipsis stands for anything on the line.
func pattern(message string) *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(message), "…", `[^\n]*`))
}

// whatTestsSay is the text of all tests and their data, without that of this folder.
func whatTestsSay(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (path == filepath.Join("..", "docs") || path != ".." && strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, ".txtar") && filepath.Base(filepath.Dir(path)) != "timelinetest" {
			return nil
		}
		b, err := os.ReadFile(path)
		all.Write(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(`\"`, `"`, `\(`, `(`, `\)`, `)`, `\*`, `*`, `[0-9]+`, `7`).Replace(all.String())
}
