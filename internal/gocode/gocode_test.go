package gocode

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A package comes from the module whose path is the longest that begins its own, element by element, and from none where there is none.
func TestLawOf(t *testing.T) {
	paths := rapid.StringMatching(`[ab]{1,2}(/[ab]){0,3}`)
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfNDistinct(paths, 1, 5, rapid.ID).Draw(t, "modules")
		m := &Modules{Main: all[0], dirs: map[string]string{}}
		for _, p := range all {
			m.dirs[p] = ""
		}
		at := paths.Draw(t, "package")
		want := ""
		for _, p := range all {
			if strings.HasPrefix(at+"/", p+"/") && len(p) > len(want) {
				want = p
			}
		}
		if got, _, ok := m.Of(at); got != want || ok != (want != "") {
			t.Fatalf("%s of %v: %q, want %q", at, all, got, want)
		}
	})
}

func TestReadModules(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.work":             "go 1.26\n\nuse (\n\t./app\n\t./beside\n)\n\nreplace example.org/work => ./work\n",
		"app/go.mod":          "module example.org/app\n\ngo 1.26\n\nrequire example.org/far v1.0.0\n\nreplace example.org/near => ../near\n\nreplace example.org/other => example.org/fork v1.2.3\n",
		"app/inner/go.mod":    "module example.org/app/inner\n",
		"beside/go.mod":       "module example.org/beside\n\nrequire example.org/theirs v1.0.0\n",
		"near/go.mod":         "module example.org/near\n",
		"broken/go.mod":       "module example.org/broken\n\nrequire\n",
		"nameless/go.mod":     "go 1.26\n",
		"lost/go.mod":         "module example.org/lost\n",
		"lost/go.work":        "go 1.26\n\nuse ./nowhere\n",
		"elsewhere/go.work":   "go 1.26\n\nuse ../beside\n",
		"elsewhere/readme.md": "",
	})
	at := func(p string) string { return filepath.Join(dir, filepath.FromSlash(p)) }
	for _, c := range []struct{ work, of, module, folder string }{
		{"", "example.org/app", "example.org/app", at("app")},
		{"", "example.org/app/sub/deep", "example.org/app", at("app/sub/deep")},
		{"", "example.org/app/inner/x", "", ""},
		{"", "example.org/apple", "", ""},
		{"", "example.org/far/x", "example.org/far", ""},
		{"", "example.org/near/x", "example.org/near", at("near/x")},
		{"", "example.org/other/x", "example.org/other", ""},
		{"", "example.org/beside/x", "example.org/beside", at("beside/x")},
		{"", "example.org/theirs", "example.org/theirs", ""},
		{"", "example.org/work/x", "example.org/work", at("work/x")},
		{"off", "example.org/beside/x", "", ""},
		{"off", "example.org/near", "example.org/near", at("near")},
		{at("elsewhere/go.work"), "example.org/work", "", ""},
		{at("elsewhere/go.work"), "example.org/beside", "example.org/beside", at("beside")},
	} {
		m, err := ReadModules(at("app"), c.work)
		if err != nil {
			t.Fatal(err)
		}
		if module, folder, ok := m.Of(c.of); module != c.module || folder != c.folder || ok != (c.module != "") {
			t.Errorf("%s (GOWORK=%s): %q in %q, want %q in %q", c.of, c.work, module, folder, c.module, c.folder)
		}
	}
	for _, wrong := range []string{"broken", "nameless", "lost", "nowhere"} {
		if m, err := ReadModules(at(wrong), ""); err == nil {
			t.Errorf("%s: %v", wrong, m)
		}
	}
}

// Where there is no library to look into, whatever it may have is not denied.
func TestStandard(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"src/fmt/print.go": "package fmt\n", "src/net/netip/netip.go": "package netip\n"})
	for _, c := range []struct {
		root, path string
		known, ok  bool
	}{
		{dir, "fmt", true, true}, {dir, "net/netip", true, true}, {dir, "lounge", true, false}, {dir, "example.org/x", false, false},
		{"", "lounge", false, true}, {"", "example.org/x", false, false}, {filepath.Join(dir, "gone"), "fmt", false, true},
	} {
		folder, ok := standardIn(c.root, c.path)
		if ok != c.ok || c.ok && (folder != "") != c.known {
			t.Errorf("%s in %q: %q, %v", c.path, c.root, folder, ok)
		}
	}
}

func TestReadPackage(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.go": "package a\n\nimport \"io\"\n\nvar V, W = 1, 2\n\nconst C = 1\n\nfunc F() {}\n\nfunc (T) M() {}\n\ntype T struct {\n\tA, B int\n\tc string\n}\n\ntype E struct{ io.Reader }\n\ntype I int\n\ntype N struct{}\n\n" +
			"type In struct {\n\tT\n\t*Deep\n\tI\n\terror\n\tOwn int\n}\n\ntype Far struct{ Deep; Named }\n\ntype Named E\n\ntype Whole[X any] struct{ W X }\n\ntype Of struct{ Whole[int]; Gone }\n",
		"a_test.go": "package a\n\nfunc Tested() {}\n",
		"_x.go":     "no Go at all",
		"b.go":      "package a\n\nfunc Old() {}\n\ntype Deep struct{ D int; *In }\n",
		"tool.go":   "//go:build ignore\n\npackage main\n",
	})
	p := ReadPackage(dir, map[string][]byte{"b.go": []byte("package a\n\nfunc New() {}\n\ntype Deep struct{ D int; *In }\n")})
	if p == nil {
		t.Fatal("nothing was read")
	}
	if d := cmp.Diff([]string{"F", "New", "V", "W"}, p.FuncNames()); d != "" {
		t.Error(d)
	}
	want := map[string]*Type{"T": {Fields: []string{"A", "B", "c"}}, "E": {Fields: []string{"Reader"}, Embeds: "io.Reader"}, "I": {}, "N": {Fields: []string{}},
		"In": {Fields: []string{"A", "B", "D", "Deep", "I", "In", "Own", "T", "c", "error"}}, "Deep": {Fields: []string{"A", "B", "D", "Deep", "I", "In", "Own", "T", "c", "error"}},
		"Far": {Fields: []string{"A", "B", "D", "Deep", "I", "In", "Named", "Own", "Reader", "T", "c", "error"}, Embeds: "io.Reader"}, "Named": {},
		"Whole": {Fields: []string{"W"}}, "Of": {Fields: []string{"Gone", "W", "Whole"}, Embeds: "Gone"}}
	for _, typ := range p.Types {
		slices.Sort(typ.Fields)
	}
	if d := cmp.Diff(want, p.Types, cmpopts.IgnoreUnexported(Type{})); d != "" {
		t.Error(d)
	}
	if p.Main {
		t.Error("a file with a build constraint makes no program of it")
	}
	if p := ReadPackage(dir, map[string][]byte{"b.go": []byte("func {")}); p != nil {
		t.Error("a file that is no Go was passed over")
	}
	if p := ReadPackage(filepath.Join(dir, "nowhere"), nil); p == nil || len(p.FuncNames())+len(p.TypeNames()) > 0 {
		t.Errorf("a folder that is not there: %+v", p)
	}
	write(t, dir, map[string]string{"c.go": "package main\n"})
	if p := ReadPackage(dir, nil); p == nil || !p.Main {
		t.Errorf("a program: %+v", p)
	}
}

func TestWalks(t *testing.T) {
	dir := t.TempDir()
	one := "import \"example.org/x\"\n"
	write(t, dir, map[string]string{
		"go.mod": "module example.org/app\n", "main.go": "package app\n" + one, "sub/a_test.go": "package sub\n" + one, "sub/b.go": "package sub\n", "sub/c.go": "package sub\nimport (\n\tx \"example.org/x\"\n\t_ \"example.org/x\"\n\t\"example.org/y\"\n)\n",
		"broken/a.go": "func {", "vendor/a/a.go": "package a\n" + one, "testdata/a.go": "package a\n" + one, ".git/a.go": "package a\n" + one, "_old/a.go": "package a\n" + one,
		"inner/go.mod": "module example.org/inner\n", "inner/a.go": "package a\n" + one, "sub/_d.go": "package sub\n" + one, "docs/readme.md": "",
	})
	got, err := Packages(dir)
	if d := cmp.Diff([]string{".", "broken", "sub"}, got); err != nil || d != "" {
		t.Error(err, d)
	}
	by, err := Importers(dir, []string{"example.org/x", "example.org/y", "example.org/z"})
	if d := cmp.Diff(map[string][]string{"example.org/x": {"main.go", "sub/a_test.go", "sub/c.go"}, "example.org/y": {"sub/c.go"}}, by); err != nil || d != "" {
		t.Error(err, d)
	}
	if _, err := Importers(filepath.Join(dir, "nowhere"), nil); err == nil {
		t.Error("a folder that is not there was walked")
	}
	if !slices.IsSorted(got) {
		t.Error(got)
	}
}
