package main

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // whoever changes a log by hand does it below the engine
)

// module is a copy of the fisheries in a module of its own, as a user has it, and the logs of their stories.
type module struct {
	t    *testing.T
	dir  string
	root string
}

func newModule(t *testing.T) *module {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	m := &module{t, t.TempDir(), root}
	for _, name := range []string{"main.go", "offer.go", "chronicle.go", "fisheries.grant.yaml", "replay/main.go", "negotiators/norway.go"} {
		// The copy's packages have the module's own path.
		m.write(name, strings.ReplaceAll(m.read(filepath.Join("..", name)), "github.com/grantgen/grantgen/examples/fisheries", "example.org/fisheries"))
	}
	// This module's own requirements, so that nothing has to be resolved or downloaded.
	mod := m.read(filepath.Join(root, "go.mod"))
	mod = strings.Replace(mod, "module github.com/grantgen/grantgen", "module example.org/fisheries", 1)
	mod = strings.Replace(mod, "\ntool github.com/grantgen/grantgen/cmd/grantgen\n", "\n", 1)
	m.write("go.mod", mod+fmt.Sprintf("\nrequire github.com/grantgen/grantgen v0.0.0\nreplace github.com/grantgen/grantgen => %s\n", filepath.ToSlash(root)))
	m.write("go.sum", m.read(filepath.Join(root, "go.sum")))
	m.run("go", "build", "-C", root, "-o", filepath.Join(m.dir, "grantgen"), "./cmd/grantgen")
	m.generate()
	m.run("go", "run", "-mod=mod", ".", "-db", "story.db")
	return m
}

func (m *module) read(name string) string {
	m.t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		m.t.Fatal(err)
	}
	return string(b)
}

func (m *module) write(name, content string) {
	m.t.Helper()
	at := filepath.Join(m.dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o777), os.WriteFile(at, []byte(content), 0o666)); err != nil {
		m.t.Fatal(err)
	}
}

func (m *module) generate() { m.t.Helper(); m.run(filepath.Join(m.dir, "grantgen"), "generate") }

func (m *module) run(name string, args ...string) string {
	m.t.Helper()
	out, code := m.exits(name, args...)
	if code != 0 {
		m.t.Fatalf("%s %v: exit code %d\n%s", name, args, code, out)
	}
	return out
}

func (m *module) exits(name string, args ...string) (string, int) {
	m.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		m.t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// change puts new in the place of old in a file, builds the replay command anew, and returns what puts it back.
func (m *module) change(name, old, new string) (back func()) {
	m.t.Helper()
	was := m.read(filepath.Join(m.dir, name))
	if strings.Count(was, old) != 1 {
		m.t.Fatalf("%s has %q %d times", name, old, strings.Count(was, old))
	}
	m.write(name, strings.Replace(was, old, new, 1))
	m.generate()
	return func() { m.write(name, was); m.generate() }
}

func (m *module) check(log string) (string, int) {
	m.t.Helper()
	m.run("go", "build", "-o", "again", "./replay")
	return m.exits(filepath.Join(m.dir, "again"), "check", log)
}

// Every context of the stories is made again, byte for byte; and after one change of an assembler, a grant or an event, the right one of
// the three is named, with the first line that differs.
func TestTheStoriesAreMadeAgainAndChangesAreNamed(t *testing.T) {
	m := newModule(t)
	equal := func() {
		t.Helper()
		for log, n := range map[string]int{"story-1.db": 2, "story-2.db": 1} {
			if out, code := m.check(log); code != 0 || strings.Count(out, ": equal\n") != n {
				t.Fatalf("%s: exit code %d\n%s", log, code, out)
			}
		}
	}
	differs := func(log string, n int, cause string, says ...string) {
		t.Helper()
		out, code := m.check(log)
		if code != 1 || strings.Count(out, ": "+cause+": ") != n {
			t.Errorf("exit code %d, want 1 and %d times %q:\n%s", code, n, cause, out)
		}
		for _, want := range says {
			if !strings.Contains(out, want) {
				t.Errorf("it does not say %q:\n%s", want, out)
			}
		}
	}
	equal()

	back := m.change("negotiators/norway.go", `o.Party.String()+": "+o.Text`, `o.Party.String()+" - "+o.Text`)
	differs("story-1.db", 2, "assembler changed", `UK: A 12% cut`, `UK - A 12% cut`, "example.org/fisheries/negotiators.Norway makes other parts")
	if out, code := m.check("story-2.db"); code != 0 {
		t.Errorf("another role's assembler: exit code %d\n%s", code, out)
	}
	back()

	back = m.change("fisheries.grant.yaml", `own_beliefs: {beliefs: {held: "party:norway:held"}}`, `own_beliefs: {beliefs: {held: "party:faroes:held"}}`)
	differs("story-1.db", 2, "schema changed", "what norway may read is not what it was")
	back()
	equal()

	m.write("copied.db", m.read(filepath.Join(m.dir, "story-1.db")))
	db, err := sql.Open("sqlite", filepath.Join(m.dir, "copied.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`DROP TRIGGER events_no_update; UPDATE events SET payload = CAST(replace(CAST(payload AS TEXT), '12%', '13%') AS BLOB) WHERE seq = 3`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	differs("copied.db", 2, "log differs", "event 3 (", "is not what it was when it was read", "13% cut")
	equal()
}
