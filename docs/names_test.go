package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var pages = []string{"README.md", "guide.md", "language.md", "who-decides.md", "troubleshooting.md", "running.md", "memory.md", "budgets.md", "counters.md", "negotiation.md", "tenants.md", "go-types.md", "only-budgets.md", "guarantees.md", "grantlog.md", "grantvet.md", "widening.md", "own-log.md", "../README.md"}

// Every heading of the troubleshooting page that quotes an error is one that a test of the project provokes.
func TestTroubleshooting(t *testing.T) {
	text := read(t, "troubleshooting.md")
	tested := whatTestsSay(t) + whatPagesShow(t) + provoked(t)
	for line := range strings.Lines(text) {
		message, ok := strings.CutPrefix(strings.TrimSpace(line), "### `")
		if !ok {
			continue
		}
		if message = strings.TrimSuffix(message, "`"); !pattern(message).MatchString(tested) {
			t.Errorf("no test of the project says %s", message)
		}
	}
}

// whatPagesShow is what other tests of this folder hold pages to.
func whatPagesShow(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	for _, page := range []string{"guide.md", "language.md"} {
		for _, b := range blocks(t, page) {
			if b.lang == "text" || b.lang == "console" {
				out.WriteString(b.text)
			}
		}
	}
	return out.String()
}

// Every name of the runtime that a page uses is there.
func TestNames(t *testing.T) {
	where := map[string]string{"sqlite": "timeline/sqlite", "bpe": "token/bpe", "postgres": "timeline/postgres", "timelinetest": "timeline/timelinetest"}
	names := map[string]map[string]bool{}
	used := regexp.MustCompile(`\b(assembly|assemblytest|belief|bpe|chronicle|foldstore|memory|pin|postgres|prompt|render|slice|sqlite|timeline|timelinetest|token|world)\.([A-Z]\w*)`)
	for _, page := range pages {
		for _, m := range used.FindAllStringSubmatch(read(t, page), -1) {
			if names[m[1]] == nil {
				dir := m[1]
				if below, ok := where[dir]; ok {
					dir = below
				}
				names[m[1]] = exported(t, filepath.Join("../runtime", dir))
			}
			if !names[m[1]][m[2]] {
				t.Errorf("%s: there is no %s", page, m[0])
			}
		}
	}
}

// exported is the names that a package declares.
func exported(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no package in", dir, err)
	}
	out := map[string]bool{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					out[d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						out[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, n := range s.Names {
							out[n.Name] = true
						}
					}
				}
			}
		}
	}
	return out
}

// Every link within the project leads somewhere, also to a heading.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, page := range pages {
		prose := outsideFences(read(t, page))
		for _, m := range link.FindAllStringSubmatch(prose, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			at := page
			if file != "" {
				at = filepath.Join(filepath.Dir(page), file)
			}
			if _, err := os.Stat(at); err != nil {
				t.Errorf("%s: %s leads nowhere", page, m[1])
				continue
			}
			if anchor != "" && !anchors(read(t, at))[anchor] {
				t.Errorf("%s: %s: there is no such heading", page, m[1])
			}
		}
	}
}

// outsideFences is a page without its fenced blocks and inline code.
func outsideFences(text string) string {
	var out strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		if !fenced {
			out.WriteString(line)
		}
	}
	return regexp.MustCompile("`[^`\n]*`").ReplaceAllString(out.String(), "code")
}

// anchors is what a page's headings are linked by.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	drop := regexp.MustCompile(`[^a-z0-9 _-]`)
	for line := range strings.Lines(text) {
		if heading := strings.TrimLeft(line, "#"); heading != line && strings.HasPrefix(heading, " ") {
			slug := drop.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), "")
			out[strings.ReplaceAll(slug, " ", "-")] = true
		}
	}
	return out
}
