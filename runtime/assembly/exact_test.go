package assembly_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

// strings that break tokenizers: our own, and the stored ones when they are here.
func breaking(t *testing.T) []string {
	root := os.Getenv("GRANTGEN_DATA")
	if root == "" {
		root = filepath.FromSlash("../../../shared/data")
	}
	texts := append([]string{}, naughty...)
	f, err := os.Open(filepath.Join(root, "strings", "blns.jsonl"))
	if err != nil {
		return texts
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var row struct{ Text string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, strings.ToValidUTF8(row.Text, "?"))
	}
	return texts
}

// What the exact counters are taken to do: counts add up after a line feed, unless the next text joins it.
func TestLinesAddUp(t *testing.T) {
	texts := breaking(t)
	for _, c := range []token.Counter{bpe.O200kBase, bpe.CL100kBase} {
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.OneOf(rapid.SampledFrom(texts), rapid.String(), rapid.StringMatching(`[ \t\n\r/.'a1-]{0,6}`))
			a, b := text.Draw(t, "a")+"\n", text.Draw(t, "b")
			if token.Joins(b) {
				return
			}
			x, _ := c.Count(a)
			y, _ := c.Count(b)
			if n, _ := c.Count(a + b); n != x+y {
				t.Fatalf("%s: %q is %d, %q is %d, and joined %d", token.Name(c), a, x, b, y, n)
			}
		})
	}
}

// The count of the budget is the count of the whole prompt, with the encodings' own counters, under labels and in sections.
func TestExactCounts(t *testing.T) {
	texts := breaking(t)
	layout := &assembly.Layout{Name: "l", Sections: []assembly.Section{{Name: "a", Budget: 300}, {Name: "b", Budget: 200, Shed: true}, {Name: "c", Rest: true}}}
	for _, exact := range []token.Counter{bpe.O200kBase, bpe.CL100kBase} {
		counter := byLine{exact}
		rapid.Check(t, func(t *rapid.T) {
			var slots []*assembly.Slot
			for i, section := range []string{"a", "b", "c"} {
				for r := assembly.Considered; r <= assembly.Generated; r++ {
					slots = append(slots, &assembly.Slot{Name: section, Register: r, Rank: i, Uncited: true, Section: section})
				}
			}
			parts := rapid.SliceOfN(rapid.SampledFrom(texts), 0, 20).Draw(t, "parts")
			of := rapid.SliceOfN(rapid.SampledFrom(slots), len(parts), len(parts)).Draw(t, "slots")
			total := rapid.IntRange(100, 1500).Draw(t, "total")
			for _, l := range []*assembly.Layout{nil, layout} {
				session := assembly.Open(assembly.Setup{Slots: slots, Layout: l})
				for i, text := range parts {
					session.Add(of[i], assembly.Content{Text: text})
				}
				var r assembly.Renderer = render.ByLabel
				if l != nil {
					r = render.BySection
				}
				c, err := session.Finish(assembly.Options{Budget: &assembly.Budget{Total: total, Count: counter, Render: r}})
				if err != nil {
					t.Fatalf("%v", err)
				}
				p, err := render.With(c, r)
				if n, _ := exact.Count(p.String()); err != nil || n != c.Used || n > total {
					t.Fatalf("%d of %d, used %d, %v:\n%s", n, total, c.Used, err, p)
				}
			}
		})
	}
}
