package logcli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/trace"
)

var specRE = regexp.MustCompile(`(?s)var spec = &slice\.Role\{\n\tName: +"([^"]+)".*?\n\tLock: +"([0-9a-f]{64})",\n\}`)

// The lock that was generated with a role is the one under which its contexts are recorded; with one line less, or one more, it is another.
// Who owns what makes no difference.
func TestALockIsToldFromAnother(t *testing.T) {
	root := filepath.Join("..", "..")
	roles := 0
	for _, dir := range []string{"examples/fisheries", "examples/assistant", "examples/assistant/meetings", "examples/mackerel", "internal/everything", "internal/rooms"} {
		file := filepath.Join(root, dir, lockName)
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		generated, err := filepath.Glob(filepath.Join(root, dir, "grants", "*", "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range generated {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			spec := specRE.FindStringSubmatch(string(text))
			if spec == nil {
				continue
			}
			roles++
			rec := &trace.Recorded{Role: spec[1], Lock: spec[2], Input: []byte("{}")}
			other := func(lock string) bool {
				t.Helper()
				path := filepath.Join(t.TempDir(), lockName)
				if err := os.WriteFile(path, []byte(lock), 0o666); err != nil {
					t.Fatal(err)
				}
				l, err := openLock(path, rec)
				if err != nil {
					t.Fatal(err)
				}
				return l.other
			}
			lines := strings.SplitAfter(string(b), "\n")
			if other(string(b)) {
				t.Errorf("%s: the lock of the role %s is taken for another", dir, rec.Role)
			}
			for i, line := range lines {
				if !strings.HasPrefix(line, "  - {role: "+rec.Role+", slice: ") {
					continue
				}
				less := strings.Join(lines[:i], "") + strings.Join(lines[i+1:], "")
				if strings.Contains(line, " shows: ") && !other(less) {
					t.Errorf("%s: without %s the lock is taken for the same", dir, line)
				}
				owned := strings.Replace(line, "}\n", ", owner: \"the desk\"}\n", 1)
				if strings.Contains(line, " where: ") && !strings.Contains(line, " owner: ") && other(strings.Join(lines[:i], "")+owned+strings.Join(lines[i+1:], "")) {
					t.Errorf("%s: an owner of %s makes another lock", dir, line)
				}
			}
		}
	}
	if roles < 10 {
		t.Errorf("%d roles were found", roles)
	}
}

// A context that an older version recorded says nothing of the lock.
func TestAnOlderRecordSaysNothingOfTheLock(t *testing.T) {
	l, err := openLock(filepath.Join("..", "..", "examples", "fisheries", lockName), &trace.Recorded{Role: "norway", Input: []byte("{}")})
	if err != nil || l.other {
		t.Errorf("%+v %v", l, err)
	}
}
