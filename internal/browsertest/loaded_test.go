package browsertest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A page is there when it has loaded, so that a picture taken then is not blank; and its head counts parts as its list does.
func TestThePageIsThereWhenItHasLoaded(t *testing.T) {
	p := negotiation(t, 24).page(t, "scene.db")
	tb := open(t, 1300, 900, p)
	tb.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`addEventListener("load", () => {
			const all = (q) => document.querySelectorAll(q).length;
			window.atLoad = [all("#contexts .row"), all("#parts .row"), all("#bars .bar"), all("#details *"), all("#labels *"), document.getElementById("about").textContent.length].map((n) => n > 0);
		})`).Do(ctx)
		return err
	}), chromedp.Reload(), chromedp.WaitVisible("#parts .row", chromedp.ByQuery))
	var there []bool
	tb.eval(`window.atLoad`, &there)
	if len(there) != 6 || slices.Contains(there, false) {
		t.Errorf("contexts, parts, bars, details, lanes, about: %v", there)
	}
	shed := false
	for i, c := range p.Contexts {
		kept := 0
		for _, part := range c.Parts {
			if !part.Shed {
				kept++
			}
		}
		want := fmt.Sprintf("%d part", kept)
		if kept != 1 {
			want += "s"
		}
		if n := len(c.Parts) - kept; n > 0 {
			want += fmt.Sprintf(", %d shed", n)
			shed = true
		}
		tb.choose(i)
		for _, where := range []string{`document.querySelector("#contexts .row[aria-selected=true] .soft").textContent`, `document.querySelector("#head .soft").textContent`} {
			if got := tb.text(where); !strings.HasPrefix(got, want+" · ") {
				t.Errorf("context %d: %s says %q, want %q", i, where, got, want)
			}
		}
	}
	if !shed {
		t.Error("no part of the scene was shed")
	}
	tb.quiet()
}
