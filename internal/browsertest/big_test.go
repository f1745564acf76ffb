package browsertest

import (
	"fmt"
	"testing"

	tracepage "github.com/grantgen/grantgen/runtime/trace/page"
)

// big is a page of so many contexts of so many parts each, made by hand.
func big(contexts, parts, roles int, last int64) tracepage.Page {
	p := tracepage.Page{Name: "big.db", Last: last}
	for i := range parts {
		p.Texts = append(p.Texts, fmt.Sprintf("offer %d: a cut of %d%% to the quota of stock %d, for the season that begins in week %d", i, i%40, i%17, i%52))
		p.Sources = append(p.Sources, tracepage.Source{Kind: "event", Name: fmt.Sprintf("id-%d", i), Event: fmt.Sprintf("id-%d", i), Seq: int64(i + 1), Type: "fisheries.OfferMade", Attributes: `{"party":"uk"}`})
	}
	for k := range contexts {
		c := tracepage.Context{ID: fmt.Sprintf("context-%d", k), Seq: last * int64(k+1) / int64(contexts), At: "2026-05-01T12:00:00.000000Z", Role: fmt.Sprintf("role-%d", k%roles),
			Position: last*int64(k+1)/int64(contexts) - 1, Assembler: "example.org/app.Default", Counter: "characters", Total: parts * 80, Used: parts * 60}
		sweep := &tracepage.Sweep{Recorded: 150}
		for i := range parts {
			c.Read = append(c.Read, i)
			c.Parts = append(c.Parts, tracepage.Part{Place: i, Slot: "offer", Register: []string{"binding", "considered", "craft", "generated"}[i*4/parts], Text: i, Sources: []int{i}, Count: 80, Shed: i%4 == 3, Reason: "needs 80, 12 left"})
		}
		for i := range 200 {
			o := tracepage.Outcome{Total: 80 * parts * i / 200, Used: 80 * parts * i / 200}
			for j := parts * i / 200; j < parts*(i+1)/200; j++ {
				o.Flips = append(o.Flips, j)
			}
			sweep.Totals = append(sweep.Totals, o)
		}
		if k < 200 { // as many as a page has where nothing else is said
			c.Sweep = sweep
		}
		p.Contexts = append(p.Contexts, c)
	}
	return p
}

// A context of 10,000 parts is opened, scrolled, searched and swept. How long the browser was ever busy is said, and not held: that is the
// machine's. What is held is why it is short: few rows stand in the page.
func TestTenThousandParts(t *testing.T) {
	tb := open(t, 1300, 900, big(3, 10000, 3, 100000))
	tb.longest("opened")
	for i := range 60 {
		tb.do(jsDo(fmt.Sprintf(`document.getElementById("parts").scrollTop = %d`, i*i*80)))
		tb.settle()
		if n := tb.count("#parts .row"); n == 0 || n > 120 {
			t.Fatalf("%d rows stand in the page", n)
		}
	}
	tb.longest("scrolled")
	for k := 0; k < 200; k += 13 {
		tb.do(jsDo(fmt.Sprintf(`const s = document.getElementById("total"); s.value = %d; s.dispatchEvent(new Event("input"))`, k)))
		tb.settle()
	}
	tb.longest("swept")
	tb.do(jsDo(`document.getElementById("query").value = "stock 7,"; document.getElementById("query").dispatchEvent(new Event("input"))`), waitMatch("#found", "context"))
	tb.longest("searched")
	tb.choose(0)
	tb.longest("another chosen")
	tb.key("d")
	tb.choose(1)
	tb.key("d")
	tb.longest("compared")
	tb.quiet()
}

// Thousands of contexts along a log of 100,000 events.
func TestALongLog(t *testing.T) {
	tb := open(t, 1300, 900, big(4000, 12, 7, 100000))
	tb.longest("opened")
	if n := tb.count("#contexts .row"); n == 0 || n > 120 {
		t.Fatalf("%d rows stand in the page", n)
	}
	tb.shot("long")
	for range 3 {
		tb.key("+")
	}
	tb.longest("closer")
	tb.shot("long-closer")
	tb.quiet()
}

// longest says how long the browser was busy without a pause since it was asked last.
func (tb *tab) longest(what string) {
	tb.t.Helper()
	tb.settle()
	var ms float64
	tb.eval(`(() => { const n = window.longest; window.longest = 0; return n; })()`, &ms)
	tb.t.Logf("%s: busy for %.0f ms at most (below 50 ms it is not told)", what, ms)
}
