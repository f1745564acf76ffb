package planted

import (
	"context"

	"example.com/app/grants"
	"example.com/app/grants/norway"
)

type persona struct{ style string }

func (a persona) Norway(g *norway.Grant, p *norway.Parts) {
	for o := range g.Room().Offer() {
		p.Offer(a.style+o.Text, o)
	}
}

func captures(ctx context.Context, tl *grants.Timeline, text string, a persona) { // want captures:`reaches`
	last := "none"
	_, _ = norway.Assemble(ctx, tl, norway.Input{}, func(g *norway.Grant, p *norway.Parts) {
		for o := range g.Room().Offer() {
			p.Offer(o.Text+text, o) // want `not pure: func in captures → captured text \(something from outside the grant\)`
			last = o.Text           // want `captured last \(something from outside the grant\)`
		}
		_, _ = tl.Last(ctx) // want `captured tl` `captured ctx` `Last \(the log\)`
	})
	_, _ = norway.Assemble(ctx, tl, norway.Input{}, a.Norway) // want `not pure: Norway → captured a \(something from outside the grant\)`
	_ = last
}

func with(style string) norway.Assembler {
	return func(g *norway.Grant, p *norway.Parts) {
		for o := range g.Room().Offer() {
			p.Offer(style+o.Text, o) // want `captured style`
		}
	}
}
