package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What a newcomer types, in an empty module: all of it passes with nothing edited. The module cache is all there is: nothing that
// this module's own dependencies do not bring may be needed.
func TestInitWorksInAnEmptyModule(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	dir := t.TempDir()
	run(t, dir, "go", "mod", "init", "example.com/app")
	run(t, dir, "go", "mod", "edit", "-replace", "github.com/grantgen/grantgen="+repository())
	run(t, dir, "go", "get", "-tool", "github.com/grantgen/grantgen/cmd/grantgen")
	sums := read(t, filepath.Join(dir, "go.sum")) + read(t, filepath.Join(dir, "go.mod"))
	if out := run(t, dir, "go", "tool", "grantgen", "init"); strings.Contains(out, "go get") {
		t.Errorf("init does not see that the module has the tool:\n%s", out)
	}
	// Also below a package main that is there already.
	write(t, filepath.Join(dir, "cmd", "tool", "main.go"), "package main\n\nfunc main() { println(\"hello\") }\n")
	run(t, dir, "go", "tool", "grantgen", "init", "cmd/tool")
	before := files(dir)
	run(t, dir, "go", "generate", "./...")
	run(t, dir, "go", "vet", "./...")
	if out := run(t, dir, "go", "test", "./..."); strings.Count(out, "ok ") != 4 {
		t.Errorf("four packages were to pass, two of them by the tests of their grants:\n%s", out)
	}
	for name, was := range before {
		if is := read(t, filepath.Join(dir, filepath.FromSlash(name))); is != was {
			t.Errorf("%s was edited on the way:\n%s", name, is)
		}
	}
	if now := read(t, filepath.Join(dir, "go.sum")) + read(t, filepath.Join(dir, "go.mod")); now != sums {
		t.Error("go get -tool did not record all that the module needs")
	}
	if out := run(t, dir, "gofmt", "-l", "."); out != "" {
		t.Errorf("gofmt would change %s", out)
	}
	run(t, dir, "go", "tool", "grantgen", "check", ".", "cmd/tool")
}

// `go tool grantgen` builds fast because it needs no database and does not type-check.
func TestTheCommandNeedsNoDatabase(t *testing.T) {
	out := run(t, ".", "go", "list", "-deps", ".")
	for _, heavy := range []string{"modernc.org/", "github.com/jackc/", "golang.org/x/tools/go/packages", "database/sql\n", "net/http\n"} {
		for dep := range strings.Lines(out) {
			if strings.HasPrefix(dep, heavy) {
				t.Errorf("the command imports %s", strings.TrimSpace(dep))
			}
		}
	}
	if !strings.Contains(out, "runtime/assemblytest") || !strings.Contains(out, "runtime/slice") {
		t.Error("the command does not import what the output of init imports, so go get -tool does not record its sums")
	}
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=", "GOWORK=off")
	if dir == "." {
		cmd.Env = os.Environ()
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
