package everything

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/everything/grants/agent"
	"github.com/grantgen/grantgen/internal/everything/grants/helper"
	"github.com/grantgen/grantgen/internal/everything/grants/pairing"
	"github.com/grantgen/grantgen/internal/everything/grants/reader"
	"github.com/grantgen/grantgen/internal/everything/grants/teller"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// raw is the whole log of the call under way.
func raw() []timeline.Event {
	page, err := seen.Log().Read(ctx, timeline.Query{})
	if err != nil {
		panic(err)
	}
	return page.Events
}

func notes() []timeline.Event {
	return slices.DeleteFunc(raw(), func(e timeline.Event) bool { return e.Key != timeline.Key{Namespace: "every", Type: "Note"} })
}

func said(e timeline.Event) string {
	var p struct{ Text any }
	_ = json.Unmarshal(e.Payload, &p)
	text, _ := p.Text.(string)
	return text
}

func attr(e timeline.Event, name string) string {
	text, _ := e.Attributes.Get(name).AsText()
	return text
}

// asking adds something to what is asked.
func asking(leak func(g *reader.Grant) string) reader.Assembler {
	return func(g *reader.Grant, p *reader.Parts) {
		text, src := g.Ask()
		p.Ask(text+leak(g), src)
		for v := range g.Own().Note() {
			p.Own(v.Text, v)
		}
	}
}

// What stays in the process.
var (
	leftBehind string
	calls      int
	remembered = map[int]string{}
)

var leaks = []leak{
	{"the log's length", "", ofReader(asking(func(*reader.Grant) string { return fmt.Sprint(len(raw())) }))},
	{"the order of a map", "assembled a second time", ofReader(asking(func(*reader.Grant) string {
		out := ""
		for k := range map[string]bool{"a": true, "b": true} {
			out += k
		}
		return out
	}))},
	{"the seq of what is granted", "", ofReader(asking(func(*reader.Grant) string {
		for _, e := range notes() {
			if attr(e, "user") == "ada" {
				return fmt.Sprint(e.Seq)
			}
		}
		return ""
	}))},
	{"a count over all", "every.Note|every.Noted", ofReader(asking(func(*reader.Grant) string { return fmt.Sprint(len(notes())) }))},
	{"a budget before the filter", "every.Note", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		room := 150
		for _, e := range notes() {
			room -= len(said(e))
			for v := range g.Own().Note() {
				if room > 0 && v.Text == said(e) {
					p.Own(v.Text, v)
				}
			}
		}
	})},
	{"no repeats, over all", "every.Note", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		first := map[string]string{}
		for _, e := range notes() {
			word, _, _ := strings.Cut(said(e), " ")
			if first[word] == "" {
				first[word] = said(e)
			}
		}
		for v := range g.Own().Note() {
			if word, _, _ := strings.Cut(v.Text, " "); first[word] == v.Text {
				p.Own(v.Text, v)
			}
		}
	})},
	{"the newest five, then the filter", "", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		all := raw()
		for _, e := range all[max(0, len(all)-5):] {
			for v := range g.Own().Note() {
				if v.Text == said(e) {
					p.Own(v.Text, v)
				}
			}
		}
	})},
	{"search statistics over all", "", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		with := map[string]int{}
		for _, e := range raw() {
			for _, w := range strings.Fields(said(e)) {
				with[w]++
			}
		}
		views := slices.Collect(g.Own().Note())
		rarity := func(v reader.OwnNote) (r float64) {
			for _, w := range strings.Fields(v.Text) {
				r += 1 / float64(1+with[w])
			}
			return r
		}
		slices.SortStableFunc(views, func(a, b reader.OwnNote) int {
			if rarity(a) < rarity(b) {
				return 1
			}
			return -1
		})
		for _, v := range views {
			p.Own(v.Text, v)
		}
	})},
	{"what another role left behind", "assembled |an earlier call", ofReader(asking(func(*reader.Grant) string { return leftBehind }),
		assemblytest.First(pairing.Assemble, func(g *pairing.Grant, p *pairing.Parts) {
			text, src := g.Ask()
			leftBehind = text
			p.Ask(text, src)
		}))},
	{"what another member left behind", "", ofReader(func(g *reader.Grant, p *reader.Parts) {
		text, src := g.Ask()
		p.Ask(text+leftBehind, src)
		leftBehind = g.Self().Name()
	})},
	{"how often it was called", "assembled ", ofReader(asking(func(*reader.Grant) string { calls++; return fmt.Sprint(calls) }))},
	{"a cache from call to call", "", ofReader(func(g *reader.Grant, p *reader.Parts) {
		text, src := g.Ask()
		n := len(slices.Collect(g.Own().Note()))
		if remembered[n] == "" {
			remembered[n] = text
		}
		p.Ask(remembered[n], src)
	})},
	{"an error's text", "", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		for _, e := range notes() {
			if attr(e, "user") != g.Self().Name() {
				panic("this is none of mine: " + said(e))
			}
		}
	})},
	{"an order", "", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		views := slices.Collect(g.Own().Note())
		if len(raw())%2 == 0 {
			slices.Reverse(views)
		}
		for _, v := range views {
			p.Own(v.Text, v)
		}
	})},
	{"a reference to what is hidden", "every.Note", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		for v := range g.Own().Note() {
			last := ""
			for _, e := range notes() {
				if attr(e, "user") == v.Next.Name() {
					last = said(e)
				}
			}
			p.Own(v.Text+" / "+last, v)
		}
	})},
	{"the time of the last event", "", ofReader(asking(func(*reader.Grant) string {
		all := raw()
		return fmt.Sprint(all[len(all)-1].At)
	}))},
	{"the newest time", "", ofReader(asking(func(*reader.Grant) string {
		newest := int64(0)
		for _, e := range raw() {
			newest = max(newest, e.At)
		}
		return fmt.Sprint(newest)
	}))},
	{"a field that is not granted", ": another field others", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		for v := range g.Shared().Note() {
			for _, e := range notes() {
				var hidden struct{ Others json.RawMessage }
				if said(e) == v.Text && json.Unmarshal(e.Payload, &hidden) == nil {
					p.Shared(v.Text+string(hidden.Others), v)
				}
			}
		}
	})},
	{"an attribute that is not granted", ": another attribute about", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		for v := range g.Shared().Note() {
			for _, e := range notes() {
				if said(e) == v.Text {
					p.Shared(v.Text+attr(e, "about"), v)
				}
			}
		}
	})},
	{"a time that is not granted", ": another time", ofReader(func(g *reader.Grant, p *reader.Parts) {
		p.Ask(g.Ask())
		for v := range g.Own().Note() {
			for _, e := range notes() {
				if said(e) == v.Text {
					p.Own(fmt.Sprint(v.Text, e.At), v)
				}
			}
		}
	})},
	{"names without regard to case", "every.Note", ofReader(asking(func(g *reader.Grant) string {
		for _, e := range notes() {
			if strings.EqualFold(attr(e, "user"), g.Self().Name()) && attr(e, "user") != g.Self().Name() {
				return said(e)
			}
		}
		return ""
	}))},
	{"events of a like name elsewhere", "elsewhere.Note|everyx.Note", ofReader(asking(func(g *reader.Grant) string {
		for _, e := range raw() {
			if e.Type == "Note" && attr(e, "user") == g.Self().Name() && e.Namespace != "every" {
				return said(e)
			}
		}
		return ""
	}))},
	{"whether all can be read", "", ofReader(asking(func(*reader.Grant) string {
		for _, e := range notes() {
			if _, err := seen.Registry().Current(e); err != nil {
				return err.Error()
			}
		}
		return ""
	}))},
	{"another's beliefs", "grantgen.Belief", ofReader(asking(func(g *reader.Grant) string {
		out := ""
		for _, other := range []string{"bob", "carl", "ada"} {
			states, err := seen.Beliefs().Held(ctx, "every", "user:"+other+":diary", "position", int64(len(raw())))
			if err == nil && g.Self().Name() != other {
				out += fmt.Sprint(len(states))
			}
		}
		return out
	}))},
	{"beliefs of another predicate", "grantgen.Belief", ofReader(asking(func(g *reader.Grant) string {
		states, err := seen.Beliefs().Held(ctx, "every", "user:"+g.Self().Name()+":diary", "terms", int64(len(raw())))
		return fmt.Sprint(len(states), err)
	}))},
	{"what was believed before", "grantgen.Belief", ofReader(asking(func(g *reader.Grant) string {
		n := 0
		for _, e := range raw() {
			if e.Type == "BeliefRevised" && attr(e, "scope") == "user:"+g.Self().Name()+":diary" && attr(e, "predicate") == "position" && attr(e, "namespace") == "every" {
				n++
			}
		}
		return fmt.Sprint(n)
	}))},
	{"a like name in another namespace", "elsewhere.Offer|everyx.Offer", ofAgent(func(g *agent.Grant, p *agent.Parts) {
		p.Ask(g.Ask())
		n := 0
		for _, e := range raw() {
			if e.Namespace != "every" && e.Type == "Offer" {
				n++
			}
		}
		p.Free(fmt.Sprint(n))
	})},
	{"a turn before the last three", "every.Ping", ofHelper(func(g *helper.Grant, p *helper.Parts) {
		p.Ask(g.Ask())
		first := ""
		for _, e := range raw() {
			if e.Type == "Ping" && e.Namespace == "every" && first == "" {
				first = said(e)
			}
		}
		for v := range g.Turns().Ping() {
			p.Turn(v.Text+first, v)
			first = ""
		}
	})},
	{"facts of every kind", "grantgen.MemoryRemembered", ofHelper(func(g *helper.Grant, p *helper.Parts) {
		text, src := g.Ask()
		for _, e := range raw() {
			if e.Type == "MemoryRemembered" && attr(e, "scope") == "facts:"+g.Self().Name() && attr(e, "kind") == "rule" {
				text = "rules"
			}
		}
		p.Ask(text, src)
	})},
	{"what was forgotten", "grantgen.Memory", ofHelper(func(g *helper.Grant, p *helper.Parts) {
		text, src := g.Ask()
		n := 0
		for _, e := range raw() {
			if e.Type == "MemoryForgotten" && attr(e, "scope") == "facts:"+g.Self().Name() {
				n++
			}
		}
		p.Ask(fmt.Sprint(text, n), src)
	})},
	{"evidence of other steps", "grantgen.", ofHelper(func(g *helper.Grant, p *helper.Parts) {
		text, src := g.Ask()
		n := 0
		for _, e := range raw() {
			if e.Type == "EvidenceRetrieved" || e.Type == "Retrieved" {
				n += len(e.Payload)
			}
		}
		p.Ask(fmt.Sprint(text, n), src)
	})},
	{"what comes after the range", "", ofTeller(func(g *teller.Grant, p *teller.Parts) {
		for v := range g.Before() {
			p.Before(v)
		}
		all := raw()
		for v := range g.Round().Ping() {
			p.Said(fmt.Sprint(v.Text, said(all[len(all)-1])), v)
		}
		for v := range g.Round().Offer() {
			p.Said(fmt.Sprint(v.Text, said(all[len(all)-1])), v)
		}
	})},
	{"sections of another scope", "grantgen.SectionWritten", ofTeller(func(g *teller.Grant, p *teller.Parts) {
		for v := range g.Before() {
			p.Before(v)
		}
		n := 0
		for _, e := range raw() {
			if e.Type == "SectionWritten" && attr(e, "scope") != "told:"+g.Self().Name() {
				n++
			}
		}
		for v := range g.Round().All() {
			p.Said(fmt.Sprint(n), v)
		}
	})},
}
