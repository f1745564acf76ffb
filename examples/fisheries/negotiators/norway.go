// Package negotiators holds the hand-written assemblers of the fisheries negotiation.
package negotiators

import "github.com/grantgen/grantgen/examples/fisheries/grants/norway"

// Norway asks, then tells what Norway thinks of the others, then what was offered in the room.
func Norway(g *norway.Grant, p *norway.Parts) {
	p.Ask(g.Ask())
	for b := range g.OwnBeliefs().Held().Position() {
		p.Belief(b.Value, b)
	}
	for o := range g.Room().OfferMade() {
		p.Offer(o.Party.String()+": "+o.Text, o)
	}
}
