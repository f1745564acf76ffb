package assemblers

import "github.com/grantgen/grantgen/examples/assistant/grants/summariser"

const task = "Sum up the conversation below in at most eight lines, so that an operator can go on from it. Keep names, numbers and open questions. Repeat nothing that an earlier summary says."

// Summariser asks for a summary of the range, with the earlier summaries above it.
func Summariser(g *summariser.Grant, p *summariser.Parts) {
	p.Task(task)
	for b := range g.Before() {
		p.Before(b)
	}
	for t := range g.Talk().TurnTaken() {
		p.Turn(t.Speaker.String()+": "+t.Text, t)
	}
}
