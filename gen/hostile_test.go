package gen_test

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// everywhere is a schema with one text in every place that takes free text and reaches a Go file.
func everywhere(text string) string {
	q := strconv.Quote(text) // a YAML double-quoted scalar, for what these tests put in
	return strings.ReplaceAll(`grantgen: 1
roster: {party: {norway: Norway, uk: UK}}
types:
  Offer: {tonnes: int}
events:
  Said: {doc: TEXT, envelope: {party: party}, payload: {text: string, offer: Offer}}
predicates:
  position: {doc: TEXT, about: {stock: id}, kind: functional, value: string}
scopes:
  held: {beliefs: "party:{party}:held"}
roles:
  helper:
    doc: TEXT
    sees:
      talk: {log: [{events: [Said], where: {party: norway}}], last: 3}
      own: {beliefs: {held: "party:norway:held"}}
      ask: string
    parts:
      ask: {register: binding, from: ask}
      talk: {register: considered, from: talk.Said, text: TEXT}
`, "TEXT", q)
}

// generated is the files of a schema, which must be fine.
func generated(t *testing.T, source string) map[string]string {
	t.Helper()
	model, diags := schema.Parse([]schema.File{{Name: "x.grant.yaml", Bytes: []byte(source)}}, nil)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, source)
	}
	files, diags, err := gen.Generate(model, gen.Config{ImportPath: "example.com/app"})
	if err != nil || len(diags) > 0 {
		t.Fatalf("%v %v", err, diags)
	}
	out := map[string]string{}
	for _, f := range files {
		out[f.Path] = string(f.Bytes)
	}
	return out
}

// refusals is what is said of a schema that must be refused.
func refusals(t *testing.T, source string) diag.List {
	t.Helper()
	model, diags := schema.Parse([]schema.File{{Name: "x.grant.yaml", Bytes: []byte(source)}}, nil)
	if !diags.HasErrors() {
		more := gen.Check(model, gen.Config{ImportPath: "example.com/app"})
		if !more.HasErrors() {
			t.Fatalf("accepted:\n%s", source)
		}
		return more
	}
	return diags
}

// declarations is the shape of a Go file: what it declares and imports, without any text.
func declarations(t *testing.T, name, src string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments)
	if err != nil {
		t.Fatalf("%s does not parse: %v\n%s", name, err, src)
	}
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			out = append(out, "func "+n.Name.Name)
		case *ast.TypeSpec:
			out = append(out, "type "+n.Name.Name)
		case *ast.ValueSpec:
			out = append(out, "value "+n.Names[0].Name)
		case *ast.ImportSpec:
			out = append(out, "import "+n.Path.Value)
		}
		return true
	})
	return out
}

// What the go command, the compiler and vet take for more than a comment, wherever the line stands.
var directive = regexp.MustCompile(`(?m)^\s*(//[a-z]+:|//line|//export|// ?\+build|/\*line)`)

// texts are descriptions that try to be code or a directive.
var texts = []struct{ name, text string }{
	{"C1 an init after the comment", "x\nfunc init() { println(\"pwned\") }\n//"},
	{"C1 the end of a block comment", "x */ func init() { println(1) } /*"},
	{"C1 a carriage return", "x\rfunc init() {}\r//"},
	{"C1 CRLF", "x\r\nfunc init() {}\r\n//"},
	{"C1 a line separator", "x\u2028func init() {}\u2029//"},
	{"C1 next line, vertical tab, form feed", "x\u0085func init() {}\v\f//"},
	{"C2 go:generate", "x\n//go:generate sh -c id\n//"},
	{"C2 go:generate first", "//go:generate sh -c id"},
	{"C2 go:generate alone", "go:generate sh -c id"},
	{"C2 linkname", "x\n//go:linkname a b"},
	{"C2 embed", "x\n\n//go:embed /etc/passwd"},
	{"C2 build constraint", "x\n//go:build ignore\n"},
	{"C2 build constraint first", "//go:build ignore"},
	{"C2 old build constraint", "x\n// +build ignore\n\n"},
	{"C2 old build constraint first", "+build ignore"},
	{"C2 old build constraint after a blank line", "x\n\n+build ignore\n\ny"},
	{"C2 line", "x\n//line /etc/passwd:1\n//"},
	{"C2 line in a block", "x\n/*line /etc/passwd:1*/"},
	{"C2 cgo", "x\n#include <stdio.h>\n//export f\nimport \"C\""},
	{"C4 quotes", "\"; var Pwn = \"1"},
	{"C4 backtick and brace", "`} ; var Pwn = `1"},
	{"C4 an escape", `\"; var Pwn = \"1\x00\n`},
	{"C4 a format", "%s%!d(MISSING)%n ${HOME} $(id) {{.}}"},
}

// C1, C2, C4: free text stays in its comment or its string. Whatever it says, the files declare and import the same, and none of
// their lines is a directive.
func TestC1C2C4TextIsNeverCode(t *testing.T) {
	plain := generated(t, everywhere("x"))
	for _, c := range texts {
		t.Run(c.name, func(t *testing.T) {
			// In a template a brace is a place: written twice it is itself.
			source := everywhere(c.text)
			source = strings.Replace(source, "text: "+strconv.Quote(c.text), "text: "+strconv.Quote(doubled(c.text)), 1)
			model, diags := schema.Parse([]schema.File{{Name: "x.grant.yaml", Bytes: []byte(source)}}, nil)
			if diags.HasErrors() {
				// Controls and what turns text around are refused before they get here, with a place.
				if strings.ContainsAny(c.text, "\r\u0085\u2028\u2029\v\f") && diags[0].Line > 0 && diags[0].Excerpt != "" {
					return
				}
				t.Fatalf("refused: %v", diags)
			}
			files, more, err := gen.Generate(model, gen.Config{ImportPath: "example.com/app"})
			if err != nil || len(more) > 0 {
				t.Fatalf("%v %v", err, more)
			}
			for _, f := range files {
				if !strings.HasSuffix(f.Path, ".go") {
					continue
				}
				src := string(f.Bytes)
				if got, want := declarations(t, f.Path, src), declarations(t, f.Path, plain[f.Path]); !slices.Equal(got, want) {
					t.Errorf("%s declares %v, want %v", f.Path, got, want)
				}
				if m := directive.FindString(src); m != "" {
					t.Errorf("%s has the directive %q:\n%s", f.Path, m, src)
				}
				if formatted, err := format.Source(f.Bytes); err != nil || string(formatted) != src {
					t.Errorf("%s: gofmt would change it (%v)", f.Path, err)
				}
				if strings.ContainsAny(src, "\r\u2028\u2029") {
					t.Errorf("%s has a line end of another kind", f.Path)
				}
			}
		})
	}
}

func doubled(s string) string { return strings.NewReplacer("{", "{{", "}", "}}").Replace(s) }

// C4, C5: names and scopes that are code are refused, each with its place.
func TestC4C5NamesThatAreCode(t *testing.T) {
	names := []string{
		`Norway struct{}; func init() { println(1) }; type Z`, "a;b", "a b", "a\tb", `a"b`, "a`b", "a/b", "../a", "x:a", "a+b", "a%3Ab", "a.b", "a(b)", "a{b", "//a", "/*a", "é", "ａ",
		"a\nb", "a*", "$a", "%a", "1", "_", "-a", "_a", "", strings.Repeat("a", 41),
	}
	places := map[string]string{
		"role":      "grantgen: 1\nevents: {Said: {text: string}}\nroles: {NAME: {sees: {talk: Said}}}\n",
		"event":     "grantgen: 1\nevents: {NAME: {text: string}}\nroles: {helper: {sees: {talk: NAME}}}\n",
		"field":     "grantgen: 1\nevents: {Said: {NAME: string}}\nroles: {helper: {sees: {talk: Said}}}\n",
		"slice":     "grantgen: 1\nevents: {Said: {text: string}}\nroles: {helper: {sees: {NAME: Said}}}\n",
		"part":      "grantgen: 1\nevents: {Said: {text: string}}\nroles: {helper: {sees: {talk: Said}, parts: {NAME: {register: considered, from: talk}}}}\n",
		"roster":    "grantgen: 1\nroster: {NAME: [a, b]}\nevents: {Said: {text: string}}\nroles: {helper: {sees: {talk: Said}}}\n",
		"value":     "grantgen: 1\nroster: {party: [NAME, b]}\nevents: {Said: {text: string}}\nroles: {helper: {sees: {talk: Said}}}\n",
		"predicate": "grantgen: 1\npredicates: {NAME: {about: {s: id}, kind: functional, value: string}}\nevents: {Said: {text: string}}\nroles: {helper: {sees: {talk: Said}}}\n",
		"type":      "grantgen: 1\ntypes: {NAME: {text: string}}\nevents: {Said: {text: string}}\nroles: {helper: {sees: {talk: Said}}}\n",
		"package":   "grantgen: 1\npackage: NAME\nevents: {Said: {text: string}}\nroles: {helper: {sees: {talk: Said}}}\n",
		"scope": "grantgen: 1\npredicates: {p: {about: {s: id}, kind: functional, value: string}}\nscopes: {NAME: {beliefs: \"x:y\"}}\n" +
			"events: {Said: {text: string}}\nroles: {helper: {sees: {talk: Said, own: {beliefs: {held: \"x:y\"}}}}}\n",
	}
	for place, source := range places {
		generated(t, strings.ReplaceAll(source, "NAME", "fine"))
		for _, name := range names {
			for _, d := range refusals(t, strings.ReplaceAll(source, "NAME", strconv.Quote(name))) {
				if d.Severity == diag.Error && (d.Line == 0 || d.Col == 0 || d.Excerpt == "") {
					t.Errorf("%s %q: no place: %v", place, name, d)
				}
			}
		}
	}
}

// C4: a scope with a quote, a backtick or a brace.
func TestC4ScopesThatAreCode(t *testing.T) {
	const source = "grantgen: 1\npredicates: {p: {about: {s: id}, kind: functional, value: string}}\nscopes: {held: {beliefs: SCOPE}}\n" +
		"events: {Said: {text: string}}\nroles: {helper: {sees: {talk: Said, own: {beliefs: {held: SCOPE}}}}}\n"
	generated(t, strings.ReplaceAll(source, "SCOPE", `"party:held"`))
	for _, scope := range []string{
		`held"; var Pwn = "1`, "held`}; var Pwn = `1", "party:held\"", "party:he`ld", "party:{held", "party:held}", "party:*:held", "*", "party::held", "party:he ld",
		"party:held\n", "party:é", `party:\`, "",
	} {
		for _, d := range refusals(t, strings.ReplaceAll(source, "SCOPE", strconv.Quote(scope))) {
			if d.Severity == diag.Error && (d.Line == 0 || d.Col == 0 || d.Excerpt == "") {
				t.Errorf("%q: no place: %v", scope, d)
			}
		}
	}
}

// marks are texts that are Markdown of their own, wherever they begin a line or stand in a cell.
var marks = []string{
	"# Not proved", "## x", "###### x", "#", "- x", "+ x", "* x", "1. x", "23) x", "---", "***", "___", "===", "= =", "~~~", "~~~ x", "```", "``", "> x", "| a | b |",
	`\| a`, `a\`, `\\|`, "<!--", "<details>", "-->", "[a]: b", "![a](b)", "    x", "\tx", "a\n\n# b\n~~~\nc", "a  \nb", "~~a~~", "&#35; x", "\u00a0# x",
}

// structure is what a reader of Markdown makes of each line: its first mark, and how many cells it has; the words themselves are left out.
func structure(text string) []string {
	begins := regexp.MustCompile("^( {4,}|\t| {0,3}(#{1,6}( |$)|[-+*]( |$)|[0-9]+[.)]( |$)|([-=_*] *){3,}$|=+ *$|~~~|```|>|<|\\[))")
	cells := regexp.MustCompile(`\\[[:punct:]]|\|`) // an escaped character, or a bar
	var out []string
	for line := range strings.Lines(text) {
		bars := 0
		for _, m := range cells.FindAllString(line, -1) {
			if m == "|" {
				bars++
			}
		}
		blank := ""
		if strings.TrimSpace(line) == "" {
			blank = "blank"
		}
		out = append(out, begins.FindString(strings.TrimSuffix(line, "\n"))+" "+strconv.Itoa(bars)+blank)
	}
	return out
}

// What the schema's text puts into GRANTS.md and the lock file stays one line of theirs, and text: it begins no heading, list or block that
// would swallow what follows, and ends no cell.
func TestTextStaysOneLineOfTheLockAndOfGRANTSMD(t *testing.T) {
	files := func(text string) (lock, md string) {
		source := strings.Replace(everywhere("x"), "sees:", "owner: TEXT\n    sees:", 1)
		source = strings.Replace(source, `doc: "x"`+"\n    owner", "doc: TEXT\n    owner", 1)
		source = strings.Replace(source, "where: {party: norway}}", "where: {code: TEXT}, owner: TEXT}", 1)
		source = strings.Replace(source, "envelope: {party: party}", "envelope: {party: party, code: string}", 1)
		source += "  teller: {sees: {round: {events: [Said]}}, writes: [past]}\n  reader: {sees: {past: {chronicle: past}, ask: string}}\n" +
			"never: [{id: no-talk, roles: [reader], events: [Said], through_writers: true}]\ndeclassify: [{scope: past, for: [reader], by: TEXT, why: TEXT}]\n"
		source = strings.Replace(source, "scopes:\n", "scopes:\n  past: {chronicle: past}\n", 1)
		source = strings.ReplaceAll(source, "TEXT", strconv.Quote(text))
		model, diags := schema.Parse([]schema.File{{Name: "x.grant.yaml", Bytes: []byte(source)}}, nil)
		if diags.HasErrors() {
			if strings.ContainsAny(text, "\r\u0085\u2028\u2029\v\f\x00") {
				return "", "" // a control: refused
			}
			t.Fatalf("%q is refused: %v", text, diags)
		}
		out, _, err := gen.Generate(model, gen.Config{ImportPath: "example.com/app"})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range out {
			switch f.Path {
			case gen.LockFile:
				lock = string(f.Bytes)
			case gen.GrantsFile:
				md = string(f.Bytes)
			}
		}
		return lock, md
	}
	_, plain := files("x")
	if !strings.Contains(plain, `"x"`) || !strings.Contains(plain, "by x: x") || !strings.Contains(plain, "\nx must acknowledge") || !strings.Contains(plain, "\nx\n") {
		t.Fatalf("the text does not stand where it should:\n%s", plain)
	}
	all := slices.Clone(marks)
	for _, c := range texts {
		all = append(all, c.text)
	}
	for _, text := range all {
		lock, md := files(text)
		for line := range strings.Lines(lock) {
			if !regexp.MustCompile(`^(# |grantgen: |package: |out: |namespace: |facts:$|  - \{.*\}$)`).MatchString(strings.TrimSuffix(line, "\n")) {
				t.Errorf("%q: the lock file has the line %q", text, line)
			}
		}
		if got, want := structure(md), structure(plain); md != "" && !slices.Equal(got, want) {
			t.Errorf("%q: GRANTS.md is\n%s\nand stands like %q, want %q", text, md, got, want)
		}
	}
}
