package everything

import (
	"context"
	"fmt"
	"testing"

	fisheries "github.com/grantgen/grantgen/examples/fisheries/grants"
	fishtest "github.com/grantgen/grantgen/examples/fisheries/grants/grantstest"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// The offers that a section tells of are hidden from a slice that reads since the last section, and so is their number.
func offersTold(t testing.TB) {
	var tl *fisheries.Timeline
	assemblytest.Noninterference(t, fishtest.Vocabulary,
		func(ctx context.Context, of *fisheries.Timeline, in negotiator.Input, write negotiator.Assembler, opts ...assembly.Option) (*assembly.Context, error) {
			tl = of
			return negotiator.Assemble(ctx, of, in, write, opts...)
		},
		func(g *negotiator.Grant, p *negotiator.Parts) {
			page, err := tl.Log().Read(ctx, timeline.Query{Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "fisheries", Type: "OfferMade"}}}})
			if err != nil {
				panic(err)
			}
			text, src := g.Ask()
			p.Ask(fmt.Sprint(text, len(page.Events)), src)
			for s := range g.Past() {
				p.Past(s)
			}
		})
}

func init() {
	leaks = append(leaks, leak{"how many events a section tells of", "fisheries.OfferMade|grantgen.SectionWritten", offersTold})
}
