package mackerel

import (
	"context"
	"encoding/json"
	"html"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/examples/mackerel/grants"
	"github.com/grantgen/grantgen/examples/mackerel/grants/delegate"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// expectation is log/expect.json: what each party may see, and texts that it must not.
type expectation struct {
	Parties    []string          `json:"parties"`
	VisibleSeq map[string]string `json:"visible_seq"`
	MustNotSee []struct {
		Seq        int64    `json:"seq"`
		HiddenFrom []string `json:"hidden_from"`
		Text       string   `json:"text"`
	} `json:"must_not_see"`
}

func expected(t *testing.T) expectation {
	t.Helper()
	b, err := os.ReadFile("log/expect.json")
	if err != nil {
		t.Fatal(err)
	}
	var e expectation
	if err := json.Unmarshal(b, &e); err != nil {
		t.Fatal(err)
	}
	return e
}

func talks(t *testing.T) *grants.Timeline {
	t.Helper()
	tl, err := grants.Open(context.Background(), timeline.Memory())
	if err != nil {
		t.Fatal(err)
	}
	if err := Load(context.Background(), tl); err != nil {
		t.Fatal(err)
	}
	return tl
}

func TestEachPartyReadsWhatItMayAndNoMore(t *testing.T) {
	e := expected(t)
	tl := talks(t)
	if len(e.Parties) != 5 {
		t.Fatalf("%d parties, want 5", len(e.Parties))
	}
	for _, name := range e.Parties {
		t.Run(name, func(t *testing.T) {
			built := assemblytest.Pure(t, func() (*assembly.Context, error) {
				return delegate.Assemble(context.Background(), tl, delegate.Input{Self: grants.PartyNamed(name), Ask: "Where do we stand?"}, nil)
			})
			var read []int64
			for _, ref := range built.Read {
				if ev, ok := ref.(assembly.EventRef); ok {
					read = append(read, ev.Seq)
				}
			}
			slices.Sort(read)
			if diff := cmp.Diff(spans(t, e.VisibleSeq[name]), read); diff != "" {
				t.Errorf("read is not what %s may see (-want +got):\n%s", name, diff)
			}
			prompt := fold(render.Labelled(built).String())
			hidden := 0
			for _, secret := range e.MustNotSee {
				if !slices.Contains(secret.HiddenFrom, name) {
					continue
				}
				hidden++
				for _, form := range forms(secret.Text) {
					if strings.Contains(prompt, fold(form)) {
						t.Errorf("the prompt of %s holds what seq %d hides from it", name, secret.Seq)
					}
				}
			}
			if hidden == 0 {
				t.Errorf("nothing is hidden from %s, so this test proves nothing", name)
			}
			assemblytest.Golden(t, built)
		})
	}
}

// The check finds a leak when there is one: every secret is in a prompt that is made of all events.
func TestTheCheckFindsALeak(t *testing.T) {
	e := expected(t)
	all := fold(string(events))
	for _, secret := range e.MustNotSee {
		if !slices.ContainsFunc(forms(secret.Text), func(f string) bool { return strings.Contains(all, fold(f)) }) {
			t.Errorf("seq %d: the secret is not found in the log itself", secret.Seq)
		}
	}
}

func TestASecondLoadAppendsNothing(t *testing.T) {
	tl := talks(t)
	if err := Load(context.Background(), tl); err != nil {
		t.Fatal(err)
	}
	if last, err := tl.Last(context.Background()); err != nil || last != 21 {
		t.Fatalf("the log ends at %d (%v), want 21", last, err)
	}
}

// spans reads 1-5,11.
func spans(t *testing.T, s string) []int64 {
	t.Helper()
	var out []int64
	for _, part := range strings.Split(s, ",") {
		a, b, ok := strings.Cut(part, "-")
		if !ok {
			b = a
		}
		from, err1 := strconv.ParseInt(a, 10, 64)
		to, err2 := strconv.ParseInt(b, 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("span %q", part)
		}
		for i := from; i <= to; i++ {
			out = append(out, i)
		}
	}
	return out
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// forms are the ways a secret may look: as it is, JSON-escaped, HTML-escaped.
func forms(s string) []string {
	j, _ := json.Marshal(s)
	return []string{s, strings.Trim(string(j), `"`), html.EscapeString(s)}
}
