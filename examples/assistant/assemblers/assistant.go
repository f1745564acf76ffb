// Package assemblers holds the hand-written assemblers of the operations assistant.
package assemblers

import (
	"time"

	"github.com/grantgen/grantgen/examples/assistant/grants/assistant"
)

// Assistant fills the seven sections. Of a document that was found in several versions the newest alone goes in: an older runbook
// beside a newer one costs room and asks the model to choose.
func Assistant(g *assistant.Grant, p *assistant.Parts) {
	p.Policy(g.Policy())
	for t := range g.Tools() {
		p.Tool(t.Text, t)
	}
	for f := range g.Facts() {
		p.Fact(f.Kind+", since "+f.Learnt.Format(time.DateOnly)+": "+f.Text, f)
	}
	newest := newestVersions(g)
	for e := range g.Evidence() {
		if e.Version == newest[e.Source+"\x00"+e.Document] {
			p.Evidence(e.Text, e)
		}
	}
	for h := range g.History() {
		p.History(h)
	}
	for t := range g.Turns().TurnTaken() {
		p.Turn(t.Speaker.String()+": "+t.Text, t)
	}
	p.Ask(g.Ask())
}

// newestVersions is the version of each document that was made last; of equal times the one that was found first.
func newestVersions(g *assistant.Grant) map[string]string {
	made, version := map[string]time.Time{}, map[string]string{}
	for e := range g.Evidence() {
		key := e.Source + "\x00" + e.Document
		if at, ok := made[key]; !ok || e.At.After(at) {
			made[key], version[key] = e.At, e.Version
		}
	}
	return version
}
