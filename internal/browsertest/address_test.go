package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The address opens a context, follows the one that is chosen, and is followed when it changes; of a file too.
func TestTheAddressIsTheContext(t *testing.T) {
	p := negotiation(t, 24).page(t, "scene.db")
	shown := func(tb *tab) string { return tb.text(`document.querySelector("#head .line").textContent`) }
	says := func(i int) string { return fmt.Sprintf("%s at %d", p.Contexts[i].Role, p.Contexts[i].Position) }
	hash := func(tb *tab) string { return tb.text(`location.hash`) }
	last := len(p.Contexts) - 1

	tb := open(t, 1300, 900, p)
	if got := shown(tb); got != says(last) || hash(tb) != "" {
		t.Errorf("without a fragment the page shows %q under %q", got, hash(tb))
	}
	tb.choose(4)
	if got, want := hash(tb), fmt.Sprintf("#%d", p.Contexts[4].Seq); got != want {
		t.Errorf("the address is %q, want %q", got, want)
	}
	var steps int
	tb.eval(`history.length`, &steps)
	tb.choose(5)
	tb.key("[")
	tb.key("[")
	if got := shown(tb); got != says(3) || hash(tb) != fmt.Sprintf("#%d", p.Contexts[3].Seq) {
		t.Errorf("%q stands under %q", got, hash(tb))
	}
	var after int
	if tb.eval(`history.length`, &after); after != steps {
		t.Errorf("the history grew from %d to %d", steps, after)
	}
	tb.do(jsDo(fmt.Sprintf(`location.hash = "%d"`, p.Contexts[9].Seq)), waitText("#head .line", says(9)))
	tb.do(jsDo(`location.hash = "99999"`), waitText("#missing", "There is no context #99999 in this page."))
	if got := shown(tb); got != says(9) {
		t.Errorf("then %q is shown", got)
	}
	tb.choose(10)
	if got := tb.text(`document.getElementById("missing").textContent`); got != "" {
		t.Errorf("it still says %q", got)
	}
	tb.do(jsDo(fmt.Sprintf(`location.hash = "%s"`, p.Contexts[2].ID[:18])), waitText("#head .line", says(2)))
	tb.quiet()

	for fragment, want := range map[string]int{fmt.Sprint("#", p.Contexts[7].Seq): 7, "#" + p.Contexts[8].ID: 8, "#0": last, "#%3Cscript%3E": last, "#": last} {
		tb := openAt(t, 1300, 900, p, fragment)
		if got := shown(tb); got != says(want) {
			t.Errorf("%s opens %q, want %q", fragment, got, says(want))
		}
		var selected bool
		tb.eval(fmt.Sprintf(`document.getElementById("contexts-%d")?.getAttribute("aria-selected") === "true"`, want), &selected)
		if !selected {
			t.Errorf("%s: the context is not chosen in the list", fragment)
		}
		if missing := tb.text(`document.getElementById("missing").textContent`); (missing != "") != (want == last && fragment != "#") {
			t.Errorf("%s: the page says %q", fragment, missing)
		}
		tb.do(chromedp.Reload(), chromedp.WaitVisible("#parts .row", chromedp.ByQuery))
		if got := shown(tb); got != says(want) {
			t.Errorf("%s: after a reload %q", fragment, got)
		}
		tb.quiet()
	}
	if strings.Contains(shown(tb), "<") {
		t.Error("text of the address stands in the page")
	}
}
