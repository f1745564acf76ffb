// Package assemblers holds the hand-written assembler of the meetings.
package assemblers

import (
	"slices"

	"github.com/grantgen/grantgen/examples/assistant/meetings/grants/ranked"
)

// Ranked puts the turns that are marked into the slot of the higher rank. In the prompt all turns stand in the order of the meeting.
func Ranked(g *ranked.Grant, p *ranked.Parts) {
	p.Policy(g.Policy())
	marked, by := g.Marked()
	for t := range g.Turns().TurnTaken() {
		text := t.Speaker + ": " + t.Text
		if _, found := slices.BinarySearch(marked, t.Turn); found {
			p.Evidence(text, t, by)
		} else {
			p.Turn(text, t)
		}
	}
	p.Ask(g.Ask())
}
