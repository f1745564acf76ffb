package browsertest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// choose shows the i-th context.
func (tb *tab) choose(i int) {
	tb.t.Helper()
	tb.do(jsDo(fmt.Sprintf(`const l = document.getElementById("contexts"); l.scrollTop = %d * 48; l.dispatchEvent(new Event("scroll"))`, i)))
	tb.settle()
	tb.do(jsDo(fmt.Sprintf(`document.getElementById("contexts-%d").click()`, i)))
	tb.settle()
}

// The slider shows what Assemble makes of the context at each of its totals, and the bars and rows that can be seen agree.
func TestTheSliderIsWhatAssembleDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	compared, failed := 0, 0
	for name, c := range map[string]struct {
		s    *scene
		want int // which context
	}{"parts alone": {negotiation(t, 24), 20}, "as rendered": {negotiation(t, 24), 23}, "layout": {desk(t), 2}} {
		t.Run(name, func(t *testing.T) {
			p := c.s.page(t, "scene.db")
			tb := open(t, 1300, 900, p)
			tb.choose(c.want)
			sweep := p.Contexts[c.want].Sweep
			if sweep == nil || len(sweep.Totals) < 150 {
				t.Fatalf("no slider: %s %+v", p.Contexts[c.want].NoSweep, sweep)
			}
			for _, k := range append(r.Perm(len(sweep.Totals))[:50], 0, sweep.Recorded, len(sweep.Totals)-1) {
				tb.do(jsDo(fmt.Sprintf(`const s = document.getElementById("total"); s.value = %d; s.dispatchEvent(new Event("input"))`, k)))
				total := sweep.Totals[k].Total
				built, err := c.s.again[c.want](total)
				fates := tb.text(`document.getElementById("parts").fates`)
				says := tb.text(`document.getElementById("outcome").textContent`)
				if err != nil {
					failed++
					if fates != "" || !strings.Contains(err.Error(), strings.TrimPrefix(says, fmt.Sprintf("at %d: ", total))) {
						t.Errorf("total %d: Assemble says %v, the page %q", total, err, says)
					}
					continue
				}
				compared++
				if want := letters(built); fates != want {
					t.Errorf("total %d:\nAssemble %s\nthe page %s", total, want, fates)
				}
				if want := fmt.Sprintf("at %d: %d used", total, built.Used); !strings.HasPrefix(says, want) {
					t.Errorf("the page says %q, want %q", says, want)
				}
				var rows map[string]string
				tb.eval(`Object.fromEntries([...document.querySelectorAll("#parts .row.part")].map((r) => [r.dataset.place, r.dataset.fate]))`, &rows)
				for place, fate := range rows {
					var i int
					if _, err := fmt.Sscan(place, &i); err != nil || fates[i:i+1] != fate {
						t.Errorf("total %d: the row of part %s is %q, and the whole is %s", total, place, fate, fates)
					}
				}
				for i, s := range built.Sections {
					want := fmt.Sprintf("%d of %d", s.Used, s.Budget)
					if got := tb.text(fmt.Sprintf(`document.querySelectorAll("#bars .of")[%d].textContent`, i)); !strings.HasPrefix(got, want) {
						t.Errorf("total %d: the bar of %s says %q, want %q", total, s.Name, got, want)
					}
				}
			}
			tb.quiet()
			tb.shot("slider-" + strings.ReplaceAll(name, " ", "-"))
		})
	}
	if compared < 100 || failed == 0 {
		t.Errorf("only %d totals were compared, and %d that are too small", compared, failed)
	}
}

func letters(built *assembly.Context) string {
	var out strings.Builder
	for _, f := range built.Fates() {
		out.WriteByte("?kts"[f])
	}
	return out.String()
}

// The page compares two contexts by the rule of trace.Diff.
func TestThePageComparesAsDiffDoes(t *testing.T) {
	s := negotiation(t, 24)
	p := s.page(t, "scene.db")
	var recs []*trace.Recorded
	if err := trace.Each(ctx, s.store.Log(), "", func(e timeline.Event) bool {
		recs = append(recs, must(trace.Decode(e))(t))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	tb := open(t, 1300, 900, p)
	type change struct {
		Kind  string `json:"kind"`
		A     int    `json:"a"`
		B     int    `json:"b"`
		Why   string `json:"why"`
		Delta int    `json:"delta"`
	}
	kinds := map[string]int{}
	r := rand.New(rand.NewPCG(7, 8))
	for range 25 {
		a, b := r.IntN(len(recs)), r.IntN(len(recs))
		if a == b {
			continue
		}
		tb.choose(a)
		tb.key("b")
		tb.choose(b)
		tb.key("d")
		got, want := []change{}, []change{}
		tb.eval(`document.getElementById("parts").changes`, &got)
		for _, c := range must(trace.Diff(recs[a], recs[b]))(t) {
			w := change{Kind: c.Kind, A: -1, B: -1, Why: c.Why, Delta: c.Delta}
			if c.A != nil {
				w.A = c.A.Place
			}
			if c.B != nil {
				w.B = c.B.Place
			}
			kinds[c.Kind]++
			want = append(want, w)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("from %d to %d (-Diff +page):\n%s", a, b, d)
		}
		tb.key("d")
		tb.choose(a)
		tb.key("b")
	}
	for _, kind := range []string{trace.In, trace.Out, trace.Grew, trace.Shrank} {
		if kinds[kind] == 0 {
			t.Errorf("no change is of the kind %s: %v", kind, kinds)
		}
	}
	tb.quiet()
}

// Search finds parts by their text and their sources, and lists the contexts that have them.
func TestSearchFindsText(t *testing.T) {
	s := negotiation(t, 12)
	p := s.page(t, "scene.db")
	tb := open(t, 1300, 900, p)
	query := p.Texts[p.Contexts[3].Parts[2].Text]
	parts, contexts := 0, 0
	for _, c := range p.Contexts {
		n := 0
		for _, part := range c.Parts {
			if strings.Contains(strings.ToLower(p.Texts[part.Text]), strings.ToLower(query)) {
				n++
			}
		}
		parts += n
		if n > 0 {
			contexts++
		}
	}
	text, err := json.Marshal(strings.ToUpper(query))
	if err != nil {
		t.Fatal(err)
	}
	tb.do(jsDo(fmt.Sprintf(`const q = document.getElementById("query"); q.value = %s; q.dispatchEvent(new Event("input"))`, text)))
	tb.do(waitText("#found", fmt.Sprintf("%s in %s", count(parts, "part"), count(contexts, "context"))))
	if n := tb.count("#parts .row.found"); n == 0 {
		t.Error("no row is marked")
	}
	if n := tb.count("#contexts .row"); n != contexts {
		t.Errorf("%d contexts are listed, want %d", n, contexts)
	}
	tb.shot("search")
	tb.quiet()
}
