package assembly_test

import (
	"fmt"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token"
)

// A whole call without a store: hand out, add, finish; counts are known (characters of a text of 40), half of the parts fit.
func BenchmarkAssemble(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		refs, texts := make([]assembly.Ref, n), make([]string, n)
		for i := range n {
			refs[i] = assembly.EventRef{Event: fmt.Sprintf("00000000-0000-7000-8000-%012d", i), Seq: int64(i)}
			texts[i] = fmt.Sprintf("UK: a cut of %7d tonnes of mackerel.", i)
		}
		for name, r := range map[string]assembly.Renderer{"sum": nil, "bylabel": render.ByLabel} {
			size := len(texts[0])
			if r != nil {
				size++
			}
			budget := assembly.Budget{Total: n / 2 * size, Count: token.Characters, Render: r}
			run := func(b *testing.B, finishOnly bool) {
				b.ReportAllocs()
				for range b.N {
					if finishOnly {
						b.StopTimer()
					}
					s := open()
					for i := range n {
						s.Add(offer, assembly.Content{Text: texts[i]}, s.HandOut("room", refs[i], false, nil))
					}
					if finishOnly {
						b.StartTimer()
					}
					c, err := s.Finish(assembly.Options{Budget: &budget})
					if err != nil || len(c.Shed) < n/2 || len(c.Shed) > n/2+2 {
						b.Fatal(err, len(c.Shed))
					}
				}
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) { run(b, false) })
			b.Run(fmt.Sprintf("%s-finish/%d", name, n), func(b *testing.B) { run(b, true) })
		}
	}
}

func BenchmarkDescribe(b *testing.B) {
	s := open()
	for i := range 10_000 {
		s.Add(offer, assembly.Content{Text: "UK: a cut of 7 tonnes of mackerel."}, s.HandOut("room", assembly.EventRef{Seq: int64(i)}, false, nil))
	}
	c, err := s.Finish(assembly.OptionsOf(nil))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for range b.N {
		c.Describe().JSON()
	}
}
