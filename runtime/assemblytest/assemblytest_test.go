package assemblytest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// spy is a test that is watched. Fatalf does not end it: the helpers return by themselves after it.
type spy struct {
	testing.TB
	said []string
}

func (s *spy) Helper()                   {}
func (s *spy) Errorf(f string, a ...any) { s.said = append(s.said, fmt.Sprintf(f, a...)) }
func (s *spy) Fatalf(f string, a ...any) { s.Errorf(f, a...) }
func (s *spy) Fatal(a ...any)            { s.said = append(s.said, fmt.Sprint(a...)) }

func built(content string, ids ...timeline.ID) *assembly.Context {
	c := &assembly.Context{Role: "negotiator@norway", UptoSeq: 3}
	for i, id := range ids {
		c.Parts = append(c.Parts, assembly.Part{
			Slot: "offer", Register: assembly.Considered, Rank: 1, Content: content,
			Sources: []assembly.Ref{assembly.EventRef{Event: id.String(), Seq: int64(i + 1)}},
		})
	}
	return c
}

func TestGolden(t *testing.T) {
	t.Chdir(t.TempDir())
	const path = "testdata/goldens/negotiator@norway-two.json"
	one := built("<b>&", assemblytest.ID(7), assemblytest.ID(3), assemblytest.ID(7))

	s := &spy{TB: t}
	assemblytest.Golden(s, one, "two")
	if len(s.said) != 1 || !strings.Contains(s.said[0], "UPDATE_GOLDEN") || !strings.Contains(s.said[0], filepath.FromSlash(path)) {
		t.Fatalf("missing: %q", s.said)
	}
	t.Setenv(assemblytest.Update, "1")
	assemblytest.Golden(t, one, "two")
	t.Setenv(assemblytest.Update, "")
	assemblytest.Golden(t, one, "two")

	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const want = `      "sources": [
        {
          "event": "id-1",
          "seq": 1
        }
      ]`
	if text := string(got); !strings.Contains(text, want) || !strings.HasSuffix(text, "]\n}\n") || !strings.Contains(text, "<b>&") ||
		strings.Count(text, "id-1") != 2 || strings.Count(text, "id-2") != 1 {
		t.Errorf("%s", text)
	}
	assemblytest.Golden(t, built("<b>&", assemblytest.ID(1), assemblytest.ID(2), assemblytest.ID(1)), "two") // other ids, the same golden

	for _, mark := range []string{"", "\ufeff"} {
		if err := os.WriteFile(path, []byte(mark+strings.ReplaceAll(string(got), "\n", "\r\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		assemblytest.Golden(t, one, "two")
	}

	s = &spy{TB: t}
	assemblytest.Golden(s, built("changed", assemblytest.ID(7), assemblytest.ID(3), assemblytest.ID(7)), "two")
	if len(s.said) != 1 || !strings.Contains(s.said[0], "\n-       \"content\": \"<b>&\",\n+       \"content\": \"changed\",\n") {
		t.Errorf("%s", s.said)
	}
}

func TestGoldenFile(t *testing.T) {
	for want, got := range map[string]string{
		"testdata/goldens/norway.json":           assemblytest.GoldenFile("norway"),
		"testdata/goldens/n@a%3Ab%2F%2E%2E.json": assemblytest.GoldenFile("n@a:b/.."),
		"testdata/goldens/norway-at-3.json":      assemblytest.GoldenFile("norway", "at", "3"),
	} {
		if filepath.ToSlash(got) != strings.ReplaceAll(want, "%2E%2E", "..") {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestNormalise(t *testing.T) {
	a, b := assemblytest.ID(1).String(), assemblytest.ID(2).String()
	in := "v1:x:p(" + b + "," + a + ") " + b + " x" + a + " " + a + "-1"
	if got, want := string(assemblytest.Normalise([]byte(in))), "v1:x:p(id-1,id-2) id-1 x"+a+" "+a+"-1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestPure(t *testing.T) {
	n := 0
	counting := func() (*assembly.Context, error) {
		n++
		return built(fmt.Sprint("offer ", n/5), assemblytest.ID(1)), nil
	}
	s := &spy{TB: t}
	assemblytest.Pure(s, counting)
	if len(s.said) != 1 || !strings.Contains(s.said[0], "\n- offer 0\n+ offer 1\n") {
		t.Errorf("%q", s.said)
	}
	if c := assemblytest.Pure(t, func() (*assembly.Context, error) { return built("same", assemblytest.ID(1)), nil }); c == nil {
		t.Error("no context")
	}
	s, n = &spy{TB: t}, 0
	assemblytest.Pure(s, func() (*assembly.Context, error) { n++; return built("same", assemblytest.ID(n)), nil })
	if len(s.said) != 1 || !strings.Contains(s.said[0], "the context of run 2") {
		t.Errorf("%q", s.said)
	}
	s = &spy{TB: t}
	assemblytest.Pure(s, func() (*assembly.Context, error) { return nil, fmt.Errorf("no") })
	if len(s.said) != 1 {
		t.Errorf("%q", s.said)
	}
}

func TestID(t *testing.T) {
	if got := assemblytest.ID(258).String(); got != "00000000-0000-7000-8000-000000000102" {
		t.Error(got)
	}
}

func TestFixedWorld(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	log := timeline.Memory()
	store, err := world.OpenStore(t.Context(), log, nil, assemblytest.FixedIDs(), assemblytest.FixedClock(noon))
	if err != nil {
		t.Fatal(err)
	}
	e := timeline.Pending{Key: timeline.Key{Namespace: "n", Type: "T"}, Version: 1, Payload: []byte("{}")}
	if _, err = store.Commit(t.Context(), e, e); err != nil {
		t.Fatal(err)
	}
	page, err := log.Read(t.Context(), timeline.Query{Clauses: []timeline.Clause{{Key: e.Key}}})
	if err != nil || len(page.Events) != 2 || page.Events[0].ID != assemblytest.EventID(1) || page.Events[1].ID != assemblytest.EventID(2) || page.Events[1].At != noon.UnixMicro() {
		t.Errorf("%+v %v", page, err)
	}
	if page.Events[0].ID == assemblytest.ID(1) {
		t.Error("a subject's id is an event's")
	}
}
