package gen_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/schema"
)

// Every case of testdata/compile is an archive: a schema, a Go programme that uses what it generates, and `want`: what the
// compiler says, a fragment a line. With `granted` there is a second schema, under which the same programme compiles. CASE in
// a programme is the import path of the case.
func TestTheCompilerSays(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	m := newModule(t)
	cases, err := filepath.Glob("testdata/compile/*.txtar")
	if err != nil || len(cases) < 8 {
		t.Fatalf("%d cases (%v)", len(cases), err)
	}
	want := map[string][]string{}
	for _, file := range cases {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		arch, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string][]byte{}
		for _, f := range arch.Files {
			files[f.Name] = f.Data
		}
		lines := strings.Split(strings.TrimSpace(string(files["want"])), "\n")
		if len(files["want"]) == 0 {
			t.Fatalf("%s: no want", file)
		}
		m.addCase(name, files["schema.grant.yaml"], arch.Files)
		want[name] = lines
		if granted, ok := files["granted.grant.yaml"]; ok {
			m.addCase(name+"granted", granted, arch.Files)
			want[name+"granted"] = nil
		}
	}
	said := m.build()
	for _, name := range sortedKeys(want) {
		t.Run(name, func(t *testing.T) {
			out := said[name]
			if want[name] == nil && out != "" {
				t.Fatalf("should compile, and the compiler says:\n%s", out)
			}
			if want[name] != nil && out == "" {
				t.Fatal("compiles, and should not")
			}
			for _, fragment := range want[name] {
				if !strings.Contains(out, fragment) {
					t.Errorf("the compiler does not say\n  %s\nbut\n%s", fragment, out)
				}
			}
		})
	}
}

// module is a module of its own that uses this one, for the real compiler.
type module struct {
	t   *testing.T
	dir string
}

const modulePath = "example.com/c"

func newModule(t *testing.T) *module {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	m := &module{t, t.TempDir()}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	// This module's own requirements, so that nothing has to be resolved or downloaded.
	text := strings.Replace(string(mod), "module github.com/grantgen/grantgen", "module "+modulePath, 1)
	text = strings.Replace(text, "\ntool github.com/grantgen/grantgen/cmd/grantgen\n", "\n", 1)
	text += fmt.Sprintf("\nrequire github.com/grantgen/grantgen v0.0.0\nreplace github.com/grantgen/grantgen => %s\n", root)
	m.write("go.mod", []byte(text))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	m.write("go.sum", sum)
	return m
}

func (m *module) write(name string, content []byte) {
	m.t.Helper()
	at := filepath.Join(m.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(at, content, 0o666); err != nil {
		m.t.Fatal(err)
	}
}

// addCase generates a schema into its folder and puts the programme beside it.
func (m *module) addCase(name string, source []byte, files []txtar.File) {
	m.t.Helper()
	m.generate(name, source)
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".go") {
			m.write(name+"/"+f.Name, bytes.ReplaceAll(f.Data, []byte("CASE"), []byte(modulePath+"/"+name)))
		}
	}
}

func (m *module) generate(name string, source []byte) {
	m.t.Helper()
	model, diags := schema.Parse([]schema.File{{Name: name + ".grant.yaml", Bytes: source}}, nil)
	if diags.HasErrors() {
		m.t.Fatalf("%s: %v", name, diags)
	}
	out, diags, err := gen.Generate(model, gen.Config{ImportPath: modulePath + "/" + name})
	if err != nil || len(diags) > 0 {
		m.t.Fatalf("%s: %v %v", name, err, diags)
	}
	for _, f := range out {
		m.write(name+"/"+f.Path, f.Bytes)
	}
}

// build compiles everything in one go and returns what the compiler says of each case.
func (m *module) build() map[string]string {
	m.t.Helper()
	out, _ := m.goCommand("build", "-gcflags=-e", "./...")
	said := map[string]string{}
	var at string
	for line := range strings.Lines(out) {
		if pkg, ok := strings.CutPrefix(line, "# "+modulePath+"/"); ok {
			at, _, _ = strings.Cut(strings.TrimSpace(pkg), "/")
			continue
		}
		if at == "" {
			m.t.Fatalf("go build: %s", out)
		}
		said[at] += line
	}
	return said
}

// forget removes generated files of those names, and folders.
func (m *module) forget(dir string, names ...string) {
	m.t.Helper()
	err := filepath.WalkDir(filepath.Join(m.dir, dir), func(at string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !slices.Contains(names, d.Name()):
			return nil
		case d.IsDir():
			if err := os.RemoveAll(at); err != nil {
				return err
			}
			return filepath.SkipDir
		}
		return os.Remove(at)
	})
	if err != nil {
		m.t.Fatal(err)
	}
}

func (m *module) goCommand(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
