package browsertest

import "testing"

// The page in the light and in the dark, wide and narrow; comparing, and with the keys shown. What it looks like is for people to see, in
// the folder that GRANTGEN_SHOTS names.
func TestLooks(t *testing.T) {
	p := negotiation(t, 24).page(t, "negotiation.db")
	for name, size := range map[string][2]int{"wide": {1300, 900}, "narrow": {420, 900}} {
		t.Run(name, func(t *testing.T) {
			tb := open(t, size[0], size[1], p)
			tb.choose(9)
			tb.shot(name + "-light")
			tb.key("t")
			if got := tb.text(`document.documentElement.dataset.theme`); got != "dark" {
				t.Errorf("the theme is %q", got)
			}
			tb.do(jsDo(`document.getElementById("parts-3").click()`))
			tb.shot(name + "-dark")
			tb.choose(12)
			tb.key("d")
			if n := tb.count("#parts .row.change"); n == 0 {
				t.Error("nothing is compared")
			}
			tb.shot(name + "-compare")
			tb.key("?")
			tb.shot(name + "-keys")
			tb.quiet()
		})
	}
}

// All of it can be done by keys.
func TestKeys(t *testing.T) {
	tb := open(t, 1300, 900, negotiation(t, 24).page(t, "negotiation.db"))
	at := func() string { return tb.text(`document.querySelector("#head .line").textContent`) }
	before := at()
	tb.key("[")
	if at() == before {
		t.Error("[ does not go to the context before")
	}
	tb.key("]")
	if at() != before {
		t.Error("] does not come back")
	}
	tb.key("p")
	if got := tb.text(`document.activeElement.id`); got != "parts" {
		t.Errorf("p goes to %q", got)
	}
	tb.do(jsDo(`for (const key of ["ArrowDown", "ArrowDown", "End", "Home", "PageDown"]) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}))`))
	tb.settle()
	if got := tb.text(`document.getElementById(document.getElementById("parts").getAttribute("aria-activedescendant")).getAttribute("aria-selected")`); got != "true" {
		t.Errorf("the active row is not chosen: %q", got)
	}
	if got := tb.text(`document.querySelector("#details h2").textContent`); got[:5] != "Part " {
		t.Errorf("the details are of %q", got)
	}
	tb.key("/")
	if got := tb.text(`document.activeElement.id`); got != "query" {
		t.Errorf("/ goes to %q", got)
	}
	tb.quiet()
}
