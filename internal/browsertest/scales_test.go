package browsertest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	tracepage "github.com/grantgen/grantgen/runtime/trace/page"
)

// What a page may hold, from nothing to much of it.
func scales(t *testing.T) map[string]tracepage.Page {
	t.Helper()
	whole := negotiation(t, 24).page(t, "negotiation.db")
	some := func(n int) tracepage.Page {
		p := whole
		p.Contexts = slices.Clone(whole.Contexts[:n])
		return p
	}
	long := some(12)
	rtl, large := some(3), some(3)
	for i := range long.Contexts {
		c := &long.Contexts[i]
		c.Role = strings.Repeat("a-very-long-name-of-a-role-", 3) + fmt.Sprint(i%5) + "@" + strings.Repeat("tenant", 12)
		c.Assembler = "example.org/" + strings.Repeat("a/long/path/", 12) + "pkg.Assembler"
		c.Parts = slices.Clone(c.Parts)
		for j := range c.Parts {
			c.Parts[j].Slot = strings.Repeat("slot", 12)
		}
	}
	text := func(p *tracepage.Page, s string) {
		p.Texts = append(slices.Clone(p.Texts), s)
		for i := range p.Contexts {
			p.Contexts[i].Parts = slices.Clone(p.Contexts[i].Parts)
			for j := range p.Contexts[i].Parts {
				p.Contexts[i].Parts[j].Text = len(p.Texts) - 1
			}
		}
	}
	text(&rtl, "عرض جديد: خفض 12٪ من حصة الماكريل (المملكة المتحدة) — והצעה אחרת: 10%.")
	rtl.Contexts[2].Role = "مفاوض@النرويج"
	text(&large, strings.Repeat("A text of a hundred thousand bytes, on one line. ", 2100))
	empty := whole
	empty.Contexts, empty.Texts, empty.Sources, empty.Last = []tracepage.Context{}, []string{}, []tracepage.Source{}, 0
	bare := some(1)
	bare.Contexts[0].Parts, bare.Contexts[0].Read, bare.Contexts[0].Sweep = []tracepage.Part{}, []int{}, nil
	return map[string]tracepage.Page{"empty": empty, "one": some(1), "many": big(300, 12, 4, 5000), "long": long, "rtl": rtl, "large": large, "bare": bare}
}

// At every scale and width nothing is wider than the window, what has the focus shows it, and whatever can be operated has a name. The wide
// window, in which there is more room, is tried with GRANTGEN_LONG.
func TestEveryScale(t *testing.T) {
	widths := []int{600}
	if os.Getenv("GRANTGEN_LONG") != "" {
		widths = append(widths, 1400)
	}
	for name, p := range scales(t) {
		t.Run(name, func(t *testing.T) {
			for _, width := range widths {
				tb := open(t, width, 900, p)
				for _, theme := range []string{"light", "dark"} {
					tb.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}))
					tb.settle()
					tb.holds()
					tb.shot(fmt.Sprintf("scale-%s-%d-%s", name, width, theme))
					tb.named()
					if len(p.Contexts) > 0 {
						tb.choose(0)
						if len(p.Contexts[0].Parts) > 0 {
							tb.do(jsDo(`document.getElementById("parts").focus(); document.getElementById("parts-1").click()`))
							tb.settle()
						}
						tb.holds()
						tb.shot(fmt.Sprintf("scale-%s-%d-%s-part", name, width, theme))
						tb.key("?")
						tb.holds()
						tb.do(jsDo(`document.getElementById("help").close()`))
					}
					tb.focused()
					tb.quiet()
				}
			}
		})
	}
}

// named holds that a screen reader has a word for whatever can be operated.
func (tb *tab) named() {
	tb.t.Helper()
	var bare []string
	tb.eval(`[...document.querySelectorAll("button, input, output, canvas, dialog, [tabindex], [role=listbox], section")].filter((e) => e.checkVisibility({ visibilityProperty: true })).filter((e) => !(e.textContent.trim() && e.matches("button, output"))
		&& !e.getAttribute("aria-label") && !e.labels?.length && !document.getElementById(e.getAttribute("aria-labelledby"))?.textContent.trim()
		&& e.getAttribute("aria-hidden") !== "true" && e.id !== "outcome").map((e) => e.outerHTML.slice(0, 90))`, &bare)
	if len(bare) > 0 {
		tb.t.Errorf("without a name: %q", bare)
	}
}

// focused goes through the page by Tab, and holds that what has the focus is outlined.
func (tb *tab) focused() {
	tb.t.Helper()
	tb.do(emulation.SetFocusEmulationEnabled(true))
	var plain []string
	tb.eval(`[...document.querySelectorAll("button, input, [tabindex='0']")].filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled).filter((e) => {
		e.focus({ focusVisible: true });
		const s = getComputedStyle(e);
		return document.activeElement !== e || s.outlineStyle === "none" || parseFloat(s.outlineWidth) < 2;
	}).map((e) => e.outerHTML.slice(0, 90))`, &plain)
	if len(plain) > 0 {
		tb.t.Errorf("no focus is seen on: %q", plain)
	}
}
