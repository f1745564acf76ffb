package everything

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/agent"
	"github.com/grantgen/grantgen/internal/everything/grants/pairing"
	"github.com/grantgen/grantgen/internal/everything/grants/teller"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/slice"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

var ctx = context.Background()

func open(t *testing.T, opts ...world.Option) *grants.Timeline {
	t.Helper()
	tl, err := grants.Open(ctx, timeline.Memory(), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func ptr[T any](v T) *T { return &v }

func id(name string) timeline.ID { return timeline.DeriveID("everything", name) }

func offer() grants.Offer {
	due := time.Date(2026, 3, 1, 12, 30, 0, 123456000, time.UTC)
	terms := grants.Terms{Title: "Access <b>&</b>", Party: grants.PartyEU, Weight: ptr(0.25), Tags: []string{"a", "b,c"}}
	return grants.Offer{
		Party: grants.PartyNorway, Audience: grants.PartySetOf(grants.PartyEU, grants.PartyNorway), Round: 9007199254740993, Weight: 5, Open: true, Due: due,
		Room: "a\"`{b} west", Ref: id("ref"), Mood: ptr(grants.MoodCross), Limit: ptr(int64(-3)),
		Text: "line\u2028sep {x} %s", Note: nil, Amount: -9223372036854775808, Price: 299010, Final: false, AtTime: due.Add(time.Hour), Took: 90 * time.Second,
		Other: id("other"), Extra: json.RawMessage(`{"b":1,"a":9007199254740993}`), To: grants.PartyUK, Cc: grants.PartySetOf(), Terms: terms,
		Bundle: &grants.Bundle{Terms: []grants.Terms{terms}, Parties: grants.PartySetOf(grants.PartyUK)}, Lines: []string{"x", "y"}, Counts: []int64{3, 1, 2},
	}
}

func input() agent.Input {
	return agent.Input{Self: grants.PartyNorway, Ask: "What now?", Bundle: grants.Bundle{Terms: []grants.Terms{{Title: "t", Party: grants.PartyUK}}}, Whom: grants.PartyUK}
}

// What is appended comes back as it was, through every kind of field.
func TestEveryFieldComesBack(t *testing.T) {
	tl := open(t)
	sent := offer()
	if _, err := tl.Append(ctx, sent); err != nil {
		t.Fatal(err)
	}
	n := 0
	if _, err := agent.Assemble(ctx, tl, input(), func(g *agent.Grant, p *agent.Parts) {
		for v := range g.All().Offer() {
			n++
			got := grants.Offer{
				Party: v.Party, Audience: v.Audience, Round: v.Round, Weight: v.Weight, Open: v.Open, Due: v.Due, Room: v.Room, Ref: v.Ref, Mood: v.Mood, Limit: v.Limit,
				Text: v.Text, Note: v.Note, Amount: v.Amount, Price: v.Price, Final: v.Final, AtTime: v.AtTime, Took: v.Took, Other: v.Other, Extra: v.Extra, To: v.To, Cc: v.Cc,
				Terms: v.Terms, Bundle: v.Bundle, Lines: v.Lines, Counts: v.Counts,
			}
			if diff := cmp.Diff(sent, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("not what was sent (-sent +got):\n%s", diff)
			}
			v.Lines[0], v.Terms.Tags[0], v.Extra[2] = "changed", "changed", 'z' // changes nothing that is stored
		}
		for v := range g.All().Offer() {
			if v.Lines[0] != "x" || v.Terms.Tags[0] != "a" || string(v.Extra) != `{"b":1,"a":9007199254740993}` {
				t.Error("what was read out could be changed by mutating it")
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if n != 1 {
		t.Errorf("%d offers", n)
	}
}

// Templates write each type as the language says, and are expanded once.
func TestTemplatesWriteEachType(t *testing.T) {
	tl := open(t)
	if _, err := tl.Append(ctx, offer()); err != nil {
		t.Fatal(err)
	}
	built, err := agent.Assemble(ctx, tl, input(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"everything": "Norway|Norway, EU|9007199254740993|5|true|2026-03-01T12:30:00.123456Z|a\"`{b} west|" + id("ref").String() +
			"|cross|-3|line\u2028sep {x} %s|-|-9223372036854775808|299010|false|2026-03-01T13:30:00.123456Z|1m30s|" + id("other").String() + "|UK||x, y|3, 1, 2",
		"house":  "Keep to the point.\nTwo lines at most.",
		"count":  "0 in all",
		"whom":   "UK",
		"crowd":  "",
		"words":  "",
		"bundle": `{"terms":[{"title":"t","party":"uk","tags":[]}],"parties":[]}`,
	}
	seen := map[string]bool{}
	for _, p := range built.Parts {
		seen[p.Slot] = true
		if w, ok := want[p.Slot]; ok && p.Content != w {
			t.Errorf("part %s is\n  %s\nwant\n  %s", p.Slot, p.Content, w)
		}
	}
	for slot := range want {
		if !seen[slot] {
			t.Errorf("no part %s", slot)
		}
	}
	if seen["when"] {
		t.Error("an optional value that is absent makes a part")
	}
	prompt := render.Labelled(built).String()
	if !strings.Contains(prompt, "Keep to the point.\nTwo lines at most.\n") {
		t.Errorf("the fixed text does not go in as it is:\n%s", prompt)
	}
}

// Each clause of the slice admits what it says, in the runtime as in the schema.
func TestWhereAdmits(t *testing.T) {
	base := offer()
	base.Round, base.Room, base.Weight, base.Audience = 9, "elsewhere", 9, grants.PartySetOf(grants.PartyNorway)
	for name, c := range map[string]struct {
		change func(*grants.Offer)
		admits bool
	}{
		"nothing matches":         {func(*grants.Offer) {}, false},
		"own, in the range":       {func(o *grants.Offer) { o.Round = 1 }, true},
		"own, at the open end":    {func(o *grants.Offer) { o.Round = 5 }, false},
		"another's":               {func(o *grants.Offer) { o.Round, o.Party = 1, grants.PartyUK }, false},
		"closed":                  {func(o *grants.Offer) { o.Round, o.Open = 1, false }, false},
		"prefix and weight":       {func(o *grants.Offer) { o.Room, o.Weight = "a\"`{b}", 2.5 }, true},
		"prefix, weight too low":  {func(o *grants.Offer) { o.Room, o.Weight = "a\"`{b}", 0.5 }, false},
		"a shorter text":          {func(o *grants.Offer) { o.Room, o.Weight = "a\"`{b", 1 }, false},
		"absent mood and a limit": {func(o *grants.Offer) { o.Mood, o.Limit = nil, ptr(int64(2)) }, true},
		"too early": {func(o *grants.Offer) {
			o.Mood, o.Limit, o.Due = nil, ptr(int64(2)), time.Date(2025, 12, 31, 23, 59, 59, 0, time.UTC)
		}, false},
		"no limit":             {func(o *grants.Offer) { o.Mood, o.Limit = nil, nil }, false},
		"lacks and one of two": {func(o *grants.Offer) { o.Audience, o.Party = grants.PartySetOf(), grants.PartyEU }, true},
	} {
		t.Run(name, func(t *testing.T) {
			tl := open(t)
			o := base
			c.change(&o)
			if _, err := tl.Append(ctx, o); err != nil {
				t.Fatal(err)
			}
			n := 0
			if _, err := agent.Assemble(ctx, tl, input(), func(g *agent.Grant, p *agent.Parts) {
				for range g.Some().Offer() {
					n++
				}
			}); err != nil {
				t.Fatal(err)
			}
			if (n == 1) != c.admits {
				t.Errorf("admitted %d times, want %t", n, c.admits)
			}
		})
	}
}

// An event under an older name and version is lifted step by step; one that is newer is an error where it is handed out.
func TestOlderNamesAndVersions(t *testing.T) {
	key := timeline.Key{Namespace: "every", Type: "Offer"}
	lift := func(from int, into string) timeline.Upcaster {
		return timeline.Upcaster{Key: key, From: from, Up: func(e timeline.Event) ([]byte, error) {
			return []byte(strings.Replace(string(e.Payload), `"text":"`, `"text":"`+into, 1)), nil
		}}
	}
	tl := open(t, world.WithUpcasters(lift(1, "1>2 "), lift(2, "2>3 ")))
	p, err := offer().Pending()
	if err != nil {
		t.Fatal(err)
	}
	old := p
	old.Type, old.Version = "Bid", 1
	if _, err := tl.Commit(ctx, old, p); err != nil {
		t.Fatal(err)
	}
	var texts []string
	read := func(g *agent.Grant, _ *agent.Parts) {
		texts = nil
		for v := range g.All().Offer() {
			texts = append(texts, v.Text[:8])
		}
	}
	if _, err := agent.Assemble(ctx, tl, input(), read); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"2>3 1>2 ", "line\u2028s"}, texts); diff != "" {
		t.Error(diff)
	}
	newer := p
	newer.Version = 4
	if _, err := tl.Commit(ctx, newer); err != nil {
		t.Fatal(err)
	}
	_, err = agent.Assemble(ctx, tl, input(), read)
	var bad *timeline.Undecodable
	if !errors.As(err, &bad) || bad.Seq != 3 || bad.Version != 4 || bad.Key != key {
		t.Errorf("a newer version: %v", err)
	}
	if _, err := pairing.Assemble(ctx, tl, pairing.Input{SelfParty: grants.PartyUK, SelfMood: grants.MoodCalm, Ask: "?"}, nil); err != nil {
		t.Errorf("an event that nobody hands out is an error: %v", err)
	}
}

func TestRequiredInputs(t *testing.T) {
	tl := open(t)
	for name, change := range map[string]func(*agent.Input){
		"self.party": func(in *agent.Input) { in.Self = 0 },
		"ask":        func(in *agent.Input) { in.Ask = "" },
		"bundle":     func(in *agent.Input) { in.Bundle = grants.Bundle{} },
		"whom":       func(in *agent.Input) { in.Whom = 0 },
	} {
		in := input()
		change(&in)
		_, err := agent.Assemble(ctx, tl, in, nil)
		var bad *slice.InputError
		if !errors.As(err, &bad) || bad.Input != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := agent.Assemble(ctx, tl, input(), nil); err != nil {
		t.Errorf("0, an empty set and an empty list are values: %v", err)
	}
}

// A roster value that is none, a zero id and bytes that are no text are refused when the event is built, and nothing is appended.
func TestAWrongEventIsRefusedWhole(t *testing.T) {
	for name, change := range map[string]func(*grants.Offer){
		"party":    func(o *grants.Offer) { o.Party = 0 },
		"ref":      func(o *grants.Offer) { o.Ref = timeline.ID{} },
		"text":     func(o *grants.Offer) { o.Text = "\xff" },
		"extra":    func(o *grants.Offer) { o.Extra = json.RawMessage(`{"a":1,"a":2}`) },
		"at_time":  func(o *grants.Offer) { o.AtTime = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"terms":    func(o *grants.Offer) { o.Terms.Party = 77 },
		"cc":       func(o *grants.Offer) { o.Cc = grants.PartySetOf(grants.PartyUK, 77) },
		"audience": func(o *grants.Offer) { o.Audience = grants.PartySetOf(grants.PartyUK, 0) },
	} {
		tl := open(t)
		o := offer()
		change(&o)
		_, err := tl.Append(ctx, grants.Ping{Text: "fine"}, o)
		if err == nil || !strings.Contains(err.Error(), `"`+name+`"`) {
			t.Errorf("%s: %v", name, err)
		}
		if last, _ := tl.Last(ctx); last != 0 {
			t.Errorf("%s: a part of the batch stands", name)
		}
	}
	tl := open(t)
	for name, w := range map[string]grants.Event{
		"no party": grants.Held(0).Position(id("x"), "y").Revise("z"),
		"no id":    grants.Held(grants.PartyUK).Position(timeline.ID{}, "y").Revise("z"),
		"value":    grants.Held(grants.PartyUK).Position(id("x"), "y").Revise("\xff"),
	} {
		if _, err := tl.Append(ctx, w); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Beliefs of every value type, with their subjects, in their own scopes.
func TestBeliefsKeepToTheirScopes(t *testing.T) {
	tl := open(t)
	terms := grants.Terms{Title: "deal", Party: grants.PartyUK, Tags: []string{"q"}}
	if _, err := tl.Append(ctx,
		grants.Held(grants.PartyNorway).Position(id("w"), "odd, (name):%").Revise("first"),
		grants.Held(grants.PartyNorway).Count(7).Revise(9007199254740993),
		grants.Pair(grants.PartyNorway, grants.MoodCalm).Terms(grants.PartyEU).Revise(terms),
		grants.Pair(grants.PartyNorway, grants.MoodCross).Terms(grants.PartyEU).Revise(terms),
		grants.Held(grants.PartyUK).Position(id("w"), "odd, (name):%").Revise("the UK's"),
		grants.Held(grants.PartyNorway).Position(id("w"), "odd, (name):%").Revise("second"),
	); err != nil {
		t.Fatal(err)
	}
	var got []string
	if _, err := agent.Assemble(ctx, tl, input(), func(g *agent.Grant, p *agent.Parts) {
		for b := range g.Own().Mine().All() {
			switch b := b.(type) {
			case agent.OwnMineCount:
				got = append(got, "count")
				if b.Value != 9007199254740993 || b.Round != 7 {
					t.Errorf("%+v", b)
				}
			case agent.OwnMinePosition:
				got = append(got, b.Value+" "+b.What)
				if b.Who != id("w") {
					t.Errorf("%+v", b)
				}
			}
		}
		for b := range g.Own().Calm().Terms() {
			got = append(got, b.Side.String())
			if diff := cmp.Diff(terms, b.Value); diff != "" {
				t.Error(diff)
			}
		}
		for range g.Own().Calm().Position() {
			t.Error("a position from nowhere")
		}
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"count", "second odd, (name):%", "EU"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheBeliefDoor(t *testing.T) {
	tl := open(t)
	ledger := pin.Open(tl)
	asked := 0
	model := ledger.RecordMissing("m", func(context.Context, prompt.Prompt) (string, error) {
		asked++
		return "they settle", nil
	})
	parse := func(scope grants.HeldScope) func(string) ([]grants.BeliefWrite, error) {
		return func(answer string) ([]grants.BeliefWrite, error) {
			return []grants.BeliefWrite{scope.Position(id("x"), "y").Revise(answer)}, nil
		}
	}
	rng, err := agent.WriteHeld(ctx, tl, input(), nil, model, parse(grants.Held(grants.PartyNorway)))
	if err != nil || rng != (timeline.Range{From: 1, To: 2}) {
		t.Fatalf("%v (%v): want the pin and the belief in one batch", rng, err)
	}
	_, err = agent.WriteHeld(ctx, tl, input(), nil, model, parse(grants.Held(grants.PartyUK)))
	if !errors.Is(err, assembly.ErrNotGranted) || !strings.Contains(err.Error(), "scope 'party:uk:held' is not in this grant") {
		t.Errorf("a write to another's scope: %v", err)
	}
	if last, _ := tl.Last(ctx); last != 2 {
		t.Errorf("the log ends at %d: a refused write was appended", last)
	}
	if _, err := agent.WriteHeld(ctx, tl, input(), nil, model, func(string) ([]grants.BeliefWrite, error) { return nil, errors.New("gibberish") }); err == nil || !strings.Contains(err.Error(), "gibberish") {
		t.Errorf("a parse error: %v", err)
	}
	if _, err := agent.WriteHeld(ctx, tl, input(), nil, nil, parse(grants.Held(grants.PartyNorway))); err == nil {
		t.Error("no model, and no error")
	}
}

// Doors that share a model do not get into each other's way, and no pin is lost or appended twice.
func TestDoorsThatShareAModel(t *testing.T) {
	tl := open(t)
	if _, err := tl.Append(ctx, grants.Ping{Text: "one"}, grants.Ping{Text: "two"}); err != nil {
		t.Fatal(err)
	}
	model := pin.Open(tl).Record("m", func(_ context.Context, p prompt.Prompt) (string, error) { return "told", nil })
	var wg sync.WaitGroup
	errs := make([]error, 3)
	for i, party := range []grants.Party{grants.PartyNorway, grants.PartyUK, grants.PartyEU} {
		wg.Go(func() {
			_, errs[i] = teller.WriteTold(ctx, tl, teller.Input{Self: party, Round: timeline.Range{From: 1, To: 2}}, nil, model)
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	page, err := tl.Log().Read(ctx, timeline.Query{After: 2})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, e := range page.Events {
		kinds[e.Type]++
	}
	if kinds["SectionWritten"] != 3 || kinds["PinPromoted"] != 3 {
		t.Errorf("the log has %v", kinds)
	}
}

// Two doors race for one section: the first on the log stands, and both callers get it.
func TestARaceForASection(t *testing.T) {
	tl := open(t)
	if _, err := tl.Append(ctx, grants.Ping{Text: "one"}); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	prose := make([]string, 8)
	for i := range prose {
		wg.Go(func() {
			s, err := teller.WriteTold(ctx, tl, teller.Input{Self: grants.PartyUK, Round: timeline.Range{From: 1, To: 1}}, nil,
				slice.ModelFunc(func(context.Context, prompt.Prompt) (string, error) { return "version " + string(rune('a'+i)), nil }))
			if err != nil {
				t.Error(err)
			}
			prose[i] = s.Prose
		})
	}
	wg.Wait()
	for _, p := range prose {
		if p != prose[0] || p == "" {
			t.Errorf("two callers got two sections: %q", prose)
		}
	}
	if last, _ := tl.Last(ctx); last != 2 {
		t.Errorf("the log ends at %d, want one section", last)
	}
}

// A given value may name the event that it came from.
func TestAGivenValueNamesItsEvent(t *testing.T) {
	tl := open(t)
	in := input()
	in.AskFrom = id("asked")
	built, err := agent.Assemble(ctx, tl, in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(built.Describe().String(), `{"given":"ask","event":"`+id("asked").String()+`"}`) {
		t.Error(built.Describe())
	}
}

// An event under an id of the caller's stands once.
func TestWithID(t *testing.T) {
	tl := open(t)
	e := grants.WithID(id("e"), grants.Ping{Text: "x"})
	first, err := tl.Append(ctx, e)
	if err != nil {
		t.Fatal(err)
	}
	again, err := tl.Append(ctx, e)
	if err != nil || again != first {
		t.Errorf("%v, then %v (%v)", first, again, err)
	}
	if _, err := tl.Append(ctx, grants.WithID(id("e"), grants.Ping{Text: "y"})); err == nil {
		t.Error("other content under one id")
	}
	for name, e := range map[string]grants.Event{"no event": grants.WithID(id("f"), nil), "an empty id": grants.WithID(timeline.ID{}, grants.Ping{Text: "z"})} {
		if _, err := tl.Append(ctx, e); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
