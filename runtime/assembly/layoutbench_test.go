package assembly_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
	"github.com/grantgen/grantgen/runtime/token/bpe"
)

// A whole call under a layout: counts are known (characters, or words that the encoding's counter remembers), half of the parts fit.
func BenchmarkLayout(b *testing.B) {
	slot := &assembly.Slot{Name: "offer", Register: assembly.Considered, Uncited: true, Section: "turns"}
	for _, n := range []int{10_000, 100_000} {
		texts := make([]string, n)
		for i := range n {
			texts[i] = fmt.Sprintf("UK: a cut of %7d tonnes of mackerel.", i)
		}
		for name, section := range map[string]assembly.Section{"shed": {Name: "turns", Shed: true}, "step": {Name: "turns", Shed: true, Step: 500}, "trim": {Name: "turns"}} {
			for _, counter := range []token.Counter{token.Characters, byLine{bpe.O200kBase}} {
				each, _ := counter.Count(texts[n/2] + "\n")
				section.Budget = n / 2 * each
				l := &assembly.Layout{Name: "l", Allowed: n * each, Counter: counter, Sections: []assembly.Section{section}}
				b.Run(fmt.Sprintf("%s/%s/%d", name, token.Name(counter), n), func(b *testing.B) {
					b.ReportAllocs()
					for range b.N {
						s := assembly.Open(assembly.Setup{Slots: []*assembly.Slot{slot}, Layout: l})
						for i := range n {
							s.Add(slot, assembly.Content{Text: texts[i]})
						}
						c, err := s.Finish(assembly.OptionsOf(nil))
						if err != nil || c.Used > section.Budget || name == "shed" && len(c.Shed) < n/2 {
							b.Fatal(err, c.Used, len(c.Shed))
						}
					}
				})
			}
		}
	}
}

// Long texts are cut to their share.
func BenchmarkTrim(b *testing.B) {
	slot := &assembly.Slot{Name: "chunk", Register: assembly.Considered, Uncited: true, Section: "evidence"}
	text := strings.Repeat("The quota of 2025 was cut by twelve per cent. Nobody was content.\n", 300)
	l := &assembly.Layout{Name: "l", Allowed: 20_000, Counter: byLine{bpe.O200kBase}, Sections: []assembly.Section{{Name: "evidence", Budget: 20_000}}}
	b.SetBytes(int64(20 * len(text)))
	for range b.N {
		s := assembly.Open(assembly.Setup{Slots: []*assembly.Slot{slot}, Layout: l})
		for range 20 {
			s.Add(slot, assembly.Content{Text: text})
		}
		if c, err := s.Finish(assembly.OptionsOf(nil)); err != nil || len(c.Trimmed) != 20 {
			b.Fatal(err)
		}
	}
}
