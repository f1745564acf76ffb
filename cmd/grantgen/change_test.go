package main

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/cli"
)

// grantgen runs the command in this process and wants an exit code.
func grantgen(t *testing.T, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	if got := cli.Run(args, &out, &err); got != code {
		t.Fatalf("grantgen %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, code, out.String(), err.String())
	}
	return out.String(), err.String()
}

func example(t *testing.T) string {
	t.Helper()
	return read(t, filepath.Join(repository(), "examples", "fisheries", "fisheries.grant.yaml"))
}

// newModule is a module with one schema, and the schema's file.
func newModule(t *testing.T, schema string) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, "x.grant.yaml")
	write(t, filepath.Join(dir, "go.mod"), "module example.com/app\n\ngo 1.26\n")
	write(t, file, schema)
	return dir, file
}

// One more scope in a role's grant is small to review: the role's own file changes, by insertions only, and there is one more line
// in the lock file and in GRANTS.md each.
func TestOneMoreScopeIsASmallDiff(t *testing.T) {
	cases := []struct{ name, role, old, new string }{
		{"beliefs of another party", "norway", `own_beliefs: {beliefs: {held: "party:norway:held"}}`,
			`own_beliefs: {beliefs: {held: "party:norway:held", faroes_held: "party:faroes:held"}}`},
		{"one that sorts and aligns elsewhere", "norway", `own_beliefs: {beliefs: {held: "party:norway:held"}}`,
			`own_beliefs: {beliefs: {a: "party:eu:held", held: "party:norway:held"}}`},
		{"a chronicle", "norway", "      ask:         {given: string}\n",
			"      ask:         {given: string}\n      past: {chronicle: \"chronicle:public\"}\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir, file := newModule(t, example(t))
			grantgen(t, 0, dir)
			before := files(dir)
			if strings.Count(example(t), c.old) != 1 {
				t.Fatalf("the example has no %q", c.old)
			}
			write(t, file, strings.Replace(example(t), c.old, c.new, 1))
			grantgen(t, 0, dir)
			after := files(dir)
			delete(before, "x.grant.yaml")
			delete(after, "x.grant.yaml")
			goFile := "grants/" + c.role + "/" + c.role + ".go"
			if got, want := changed(before, after), []string{"GRANTS.md", "grants.lock.yaml", goFile}; !slices.Equal(got, want) {
				t.Errorf("changed %v, want %v", got, want)
			}
			if _, ok := inserted(before[goFile], after[goFile]); !ok {
				t.Errorf("%s changed by more than insertions:\n%s", goFile, after[goFile])
			}
			for _, name := range []string{"GRANTS.md", "grants.lock.yaml"} {
				if lines, ok := inserted(before[name], after[name]); !ok || len(lines) != 1 {
					t.Errorf("%s: not one line more but %q (insertions only: %v)", name, lines, ok)
				}
			}
		})
	}
}

func changed(a, b map[string]string) []string {
	names := map[string]bool{}
	for _, m := range []map[string]string{a, b} {
		for name := range m {
			if was, ok := a[name]; !ok || was != b[name] {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// inserted is the lines of b that a lacks, when every line of a stands in b, in the same order.
func inserted(a, b string) (lines []string, only bool) {
	rest := slices.Collect(strings.Lines(a))
	for line := range strings.Lines(b) {
		if len(rest) > 0 && rest[0] == line {
			rest = rest[1:]
		} else {
			lines = append(lines, line)
		}
	}
	return lines, len(rest) == 0
}
