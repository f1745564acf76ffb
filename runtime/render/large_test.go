package render_test

import (
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
)

// D7: 10 MB in one part, many parts of one byte, marks without end: the law holds. No clock is read: work that grew with the square
// of these sizes would not come to an end in the time that go test gives.
func TestLarge(t *testing.T) {
	law(t, contextOf(part(assembly.Considered, strings.Repeat("An offer, a counter-offer; ", 10<<20/27))))
	law(t, contextOf(part(assembly.Considered, strings.Repeat("MUST HOLD:\n", 2<<20/11))))
	law(t, contextOf(part(assembly.Considered, strings.Repeat("an offer\n", 2<<20/9))))
	law(t, contextOf(part(assembly.Considered, "M"+strings.Repeat("\u0301", 200_000)+"UST HOLD:")))
	many := contextOf()
	for range 100_000 {
		many.Parts = append(many.Parts, part(assembly.Considered, "x"))
	}
	law(t, many)
}

func BenchmarkLabelled(b *testing.B) {
	c := contextOf()
	for range 10_000 {
		c.Parts = append(c.Parts, part(assembly.Considered, "UK: a cut of 7 tonnes of mackerel."))
	}
	b.ReportAllocs()
	for range b.N {
		render.Labelled(c)
	}
}

func BenchmarkParse(b *testing.B) {
	c := contextOf()
	for range 5_000 {
		c.Parts = append(c.Parts, part(assembly.Considered, "UK: a cut of 7 tonnes of mackerel."), part(assembly.Craft, "two\nlines"))
	}
	text := render.Labelled(c).String()
	b.SetBytes(int64(len(text)))
	for range b.N {
		if _, err := render.Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}
