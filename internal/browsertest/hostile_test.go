package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	every "github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/internal/everything/grants/reader"
	everything "github.com/grantgen/grantgen/internal/everything/grants/replay"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/timeline"
	tracepage "github.com/grantgen/grantgen/runtime/trace/page"
)

// hostile is text that would do something, or hide something, were it more than text.
var hostile = []string{
	`<script>alert(1)</script>`,
	`</script><script>pwned()</script><!-- `,
	`<img src=x onerror=alert(2)><svg onload=pwned()>`,
	`javascript:alert(3)`,
	`<a href="javascript:alert(4)">here</a>`,
	"price \u202egnp.exe\u2066 and \u200bhidden\u00ad \ufeff",
	`"}]}</script>{{data}} ${alert(5)} ` + "`" + ` \u003cb\u003e &lt;b&gt; &#x3c;`,
	"controls \x00\x07\x1b[31m \u2028\u2029 \U000e0041",
	"Z̷̧̢̛͇̪̳͙̹͍̰̗͈͎̙̹̮̜̣̿̒̾͐̈́̓̿̕͝a̶̡l̸̛g̷o " + strings.Repeat("\u0301", 400),
	strings.Repeat("a", 1<<20),
	"\u0645\u0631\u062d\u0628\u0627 (abc) \u05e9\u05dc\u05d5\u05dd",
	"👩‍👩‍👧 and a\u200dhidden joiner",
}

func TestHostileTextIsText(t *testing.T) {
	tl := must(every.Open(ctx, timeline.Memory(), clock()))(t)
	s := &scene{store: tl.Store, roles: everything.Roles()}
	var items []evidence.Item
	for i, text := range hostile {
		if strings.ContainsRune(text, 0) {
			text = strings.ReplaceAll(text, "\x00", "") // a log takes no NUL; the page does, below
		}
		must(tl.Append(ctx, every.Ping{Text: text}, every.Note{User: "ada", With: every.UserSetOf(every.User(fmt.Sprint(i))), Next: "bob", Text: text}))(t)
		if len(text) < 1000 {
			items = append(items, evidence.Item{Document: text, Source: text, Version: text, Text: text})
		}
	}
	record := must(tl.Retrieved(ctx, every.Shelf(every.PartyNorway), evidence.Retrieval{Query: "q", Index: hostile[0], Items: items}))(t)
	user := `<script>pwned()</script>` + "\u202ereversed"
	must(tl.Append(ctx, every.Note{User: every.User(hostile[3]), With: every.UserSetOf("ada"), Next: "bob", Text: "a note"}))(t)
	s.record(t, 1<<22, func(total int, opts ...assembly.Option) (*assembly.Context, error) {
		return reader.Assemble(ctx, tl, reader.Input{Self: "ada", Ask: hostile[1]}, nil, opts...)
	})
	s.record(t, 4000, func(total int, opts ...assembly.Option) (*assembly.Context, error) {
		return helper.Assemble(ctx, tl, helper.Input{Self: every.PartyNorway, Ask: hostile[0], Evidence: record, Now: today}, nil, append(opts, assembly.WithBudget(assembly.Budget{Total: total}))...)
	})
	p := s.page(t, `<script>alert("name")</script>.db`)
	all := &p.Contexts[0]
	// What no log would take, in every place of the page where text stands.
	for i, text := range hostile {
		p.Texts = append(p.Texts, text)
		p.Sources = append(p.Sources, tracepage.Source{Kind: "event", Name: text, Scope: text, Version: text, Index: text, Event: text, Type: text, At: text, Attributes: text, Seq: int64(i)})
		all.Parts = append(all.Parts, tracepage.Part{Place: len(all.Parts), Slot: text, Register: "considered", Text: len(p.Texts) - 1, Sources: []int{len(p.Sources) - 1}, Section: hostile[5], Shed: i%2 == 0, Reason: text})
		all.Notes = append(all.Notes, text)
		all.Sections = append(all.Sections, tracepage.Section{Name: text, Budget: i + 1, Used: i, Owner: text, Fresh: text})
		c := *all
		c.Role, c.Assembler, c.At, c.ID, c.Grant, c.Layout, c.Counter, c.NoSweep = text, text, text, text, text, text, text, text
		c.Parts, c.Position = slices.Clone(all.Parts), int64(i)
		if i == 0 {
			c.Role = user
		}
		p.Contexts = append(p.Contexts, c)
		all = &p.Contexts[0]
	}
	for _, size := range [][2]int{{1300, 900}, {420, 800}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			tb := open(t, size[0], size[1], p)
			for i := range p.Contexts {
				tb.choose(i)
				tb.holds()
				if i == 0 && size[0] > 1000 || i == 1 {
					tb.each(p, i)
				}
				if i == len(p.Contexts)-3 {
					tb.shot(fmt.Sprintf("hostile-%d", size[0]))
				}
			}
			if i := slices.IndexFunc(p.Contexts, func(c tracepage.Context) bool { return c.Role == user }); i >= 0 {
				tb.choose(i)
				if got := tb.text(`document.querySelector("#head .line").textContent`); !strings.Contains(got, "<script>pwned()</script>") || !strings.Contains(got, "U+202E") {
					t.Errorf("the role is shown as %q", got)
				}
			}
			tb.do(jsDo(`document.getElementById("query").value = "<script"; document.getElementById("query").dispatchEvent(new Event("input"))`))
			tb.do(waitMatch("#found", "context"))
			tb.quiet()
		})
	}
}

// each opens every part that has a row, and holds that its text is shown as text.
func (tb *tab) each(p tracepage.Page, context int) {
	tb.t.Helper()
	for row, part := range rows(p.Contexts[context]) {
		if part == nil {
			continue
		}
		tb.do(jsDo(fmt.Sprintf(`const l = document.getElementById("parts"); l.scrollTop = %d * 30 - 100; l.dispatchEvent(new Event("scroll"))`, row)))
		tb.settle()
		tb.do(jsDo(fmt.Sprintf(`document.getElementById("parts-%d").click()`, row)))
		tb.holds()
		want := p.Texts[part.Text]
		if len(want) > 20000 {
			want = want[:20000]
		}
		got := tb.text(`document.querySelector("#details pre").innerText`)
		for _, r := range []string{"<script>", "</script>", "javascript:", "onerror", "&lt;b&gt;"} {
			if strings.Contains(want, r) != strings.Contains(got, r) {
				tb.t.Errorf("%q is shown as %q", want, got)
			}
		}
		for _, r := range []string{"\u202e", "\u2066", "\u200b", "\ufeff", "\x1b", "\u2028", "\x00"} {
			if strings.Contains(got, r) {
				tb.t.Errorf("%U stands in the page as itself", []rune(r))
			}
			if strings.Contains(want, r) && !strings.Contains(got, fmt.Sprintf("%U", []rune(r)[0])) {
				tb.t.Errorf("%U is not shown in %q", []rune(r), got)
			}
		}
	}
}

// rows are the parts of the rows of a context; nil for a heading.
func rows(c tracepage.Context) []*tracepage.Part {
	var out []*tracepage.Part
	section, register := "?", ""
	for i := range c.Parts {
		part := &c.Parts[i]
		if part.Section != section || part.Register != register {
			section, register = part.Section, part.Register
			out = append(out, nil)
		}
		out = append(out, part)
	}
	return out
}

// holds that the layout is what it is for tame text: nothing is wider than the window, and no element came of a text.
func (tb *tab) holds() {
	tb.t.Helper()
	var wide []string
	tb.eval(`[document.documentElement, ...document.querySelectorAll("main > section, header, #timeline")].filter((e) => e.scrollWidth > e.clientWidth + 1)
		.map((e) => (e.id || e.tagName) + ": " + e.scrollWidth + " of " + e.clientWidth)`, &wide)
	if len(wide) > 0 {
		tb.t.Errorf("wider than it may be: %v", wide)
	}
	if n := tb.count(`img, svg, a, iframe, b, script:not([src]):not([type])`); n != 1 { // the page's own script
		tb.t.Errorf("%d elements came of text", n-1)
	}
}

// The page's policy lets nothing run and nothing be fetched, whoever puts it in.
func TestThePolicyStopsWhatTextCannot(t *testing.T) {
	tb := open(t, 1300, 900, negotiation(t, 4).page(t, "scene.db"))
	tb.do(jsDo(`const s = document.createElement("script"); s.textContent = "pwned()"; document.body.append(s);
		const d = document.createElement("div"); d.innerHTML = "<img src='https://example.invalid/x.png' onerror='pwned()'><p style='color:red' onclick='pwned()'>x</p>"; document.body.append(d); d.querySelector("p").click();
		window.fetched = "?"; fetch("https://example.invalid/").then(() => window.fetched = "yes", (e) => window.fetched = String(e))`))
	tb.settle()
	var ran []string
	tb.eval("window.ran", &ran)
	if len(ran) > 0 {
		t.Errorf("%v ran", ran)
	}
	tb.mu.Lock()
	defer tb.mu.Unlock()
	said := strings.Join(tb.noise, "\n")
	for _, want := range []string{"script-src", "style-src", "img-src", "connect-src"} {
		if !strings.Contains(said, want) && !strings.Contains(said, "default-src") {
			t.Errorf("the policy did not speak of %s:\n%s", want, said)
		}
	}
}
