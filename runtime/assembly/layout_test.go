package assembly_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
)

// The slots of an assistant, one for each section.
func assistant() (*assembly.Layout, map[string]*assembly.Slot) {
	l := &assembly.Layout{Name: "assistant", Allowed: 2000, Counter: token.Characters, Sections: []assembly.Section{
		{Name: "policy", Budget: 100, Keep: true, Stable: true, Owner: "platform team", Fresh: assembly.Fresh{Kind: "release"}},
		{Name: "facts", Budget: 200, Memory: true, Fresh: assembly.Fresh{Kind: "days", Days: 30}},
		{Name: "evidence", Budget: 300, Stamp: true},
		{Name: "turns", Budget: 150, Shed: true},
		{Name: "goal", Budget: 100, Keep: true},
	}}
	slots := map[string]*assembly.Slot{}
	for _, s := range l.Sections {
		slots[s.Name] = &assembly.Slot{Name: s.Name, Register: assembly.Considered, Section: s.Name}
		if s.Keep {
			slots[s.Name].Register = assembly.Binding
		}
	}
	return l, slots
}

type said struct {
	section, text string
	meta          assembly.Meta
}

func under(l *assembly.Layout, slots map[string]*assembly.Slot, now int64, parts ...said) *assembly.Session {
	setup := assembly.Setup{Role: "r", Layout: l, Now: now}
	for _, s := range l.Sections {
		setup.Slots = append(setup.Slots, slots[s.Name])
	}
	session := assembly.Open(setup)
	for i, p := range parts {
		var ref assembly.Ref = assembly.EventRef{Event: fmt.Sprint("e", i), Seq: int64(i)}
		if p.section == "facts" {
			ref = assembly.MemoryRef{Memory: fmt.Sprint("m", i), Scope: "user:ann:facts", Event: fmt.Sprint("e", i)}
		} else if stable(l, p.section) {
			ref = assembly.FixedRef{Fixed: fmt.Sprint("f", i)}
		}
		h := session.HandOut(p.section, ref, false, nil)
		if p.meta != (assembly.Meta{}) {
			session.Stamp(h, p.meta)
		}
		session.Add(slots[p.section], assembly.Content{Text: p.text}, h)
	}
	return session
}

func stable(l *assembly.Layout, section string) bool {
	return slices.ContainsFunc(l.Sections, func(s assembly.Section) bool { return s.Name == section && s.Stable })
}

// What heads the cached prefix cites fixed texts and tools, or nothing: a tenant's event in it would be another prefix, and one that
// other tenants share.
func TestStableSectionsCiteWhatStays(t *testing.T) {
	l := &assembly.Layout{Name: "l", Allowed: 1000, Counter: token.Characters, Sections: []assembly.Section{
		{Name: "rules", Budget: 300, Keep: true, Stable: true}, {Name: "turns", Budget: 300}}}
	rule := &assembly.Slot{Name: "rule", Register: assembly.Binding, Section: "rules", Uncited: true}
	turn := &assembly.Slot{Name: "turn", Register: assembly.Considered, Section: "turns"}
	for want, cites := range map[string][]assembly.Ref{
		"":      {},
		"fixed": {assembly.FixedRef{Fixed: "house.md"}, assembly.ToolRef{Tool: "lookup"}},
		"part 'rule' stands in the stable section 'rules' and cites EventRef, which changes from call to call":     {assembly.FixedRef{Fixed: "house.md"}, assembly.EventRef{Event: "secret", Seq: 1}},
		"part 'rule' stands in the stable section 'rules' and cites StateRef, which changes from call to call":     {assembly.StateRef{State: "secret", Scope: "party:uk:held"}},
		"part 'rule' stands in the stable section 'rules' and cites GivenRef, which changes from call to call":     {assembly.GivenRef{Given: "secret"}},
		"part 'rule' stands in the stable section 'rules' and cites RetrievedRef, which changes from call to call": {assembly.RetrievedRef{Retrieved: "secret"}},
	} {
		session := assembly.Open(assembly.Setup{Role: "r", Layout: l, Slots: []*assembly.Slot{rule, turn}})
		var handed []assembly.Handle
		for _, ref := range cites {
			handed = append(handed, session.HandOut("talk", ref, false, nil))
		}
		session.Add(turn, assembly.Content{Text: "Anything."}, session.HandOut("talk", assembly.EventRef{Event: "e", Seq: 2}, false, nil))
		session.Add(rule, assembly.Content{Text: "Be kind."}, handed...)
		_, err := session.Finish(assembly.Options{})
		if want == "" || want == "fixed" {
			if err != nil {
				t.Errorf("%q: %v", want, err)
			}
			continue
		}
		var wrong *assembly.AssemblyError
		if !errors.As(err, &wrong) || wrong.Reason != assembly.StableMoves || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestTrim(t *testing.T) {
	l, slots := assistant()
	long := func(word string, n int) string { return strings.TrimSpace(strings.Repeat(word+" ", n)) }
	c := finish(t, under(l, slots, 0, said{section: "policy", text: "Be kind."}, said{section: "evidence", text: long("alpha", 40)},
		said{section: "evidence", text: long("beta", 100)}, said{section: "goal", text: "Answer."}))
	want := "[Section: policy]\nMUST HOLD:\nBe kind.\n" +
		"[Section: evidence]\nCONSIDER:\n" + long("alpha", 10) + "\n[...180 tokens omitted...]\n" + long("beta", 31) + "\n[...345 tokens omitted...]\n" +
		"[Section: goal]\nMUST HOLD:\nAnswer.\n"
	if got := sections(t, c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if e := c.Sections[2]; e.Budget != 300 || e.Used > 300 || e.Trimmed != 2 || e.Shed != 0 {
		t.Errorf("%+v", e)
	}
	more := finish(t, under(l, slots, 0, said{section: "policy", text: "Be kind."}, said{section: "goal", text: "Another."}))
	if c.PrefixHash == "" || c.PrefixHash != more.PrefixHash {
		t.Error("the prefix changed, and its sources did not")
	}
	if other := finish(t, under(l, slots, 0, said{section: "policy", text: "Be brief."})); other.PrefixHash == c.PrefixHash {
		t.Error("the prefix did not change, and its sources did")
	}
}

// What is divided adds up: the first part of the prompt has the remainder, and where a text may be cut anywhere no token is left over.
func TestTrimUsesItsRoom(t *testing.T) {
	l, slots := assistant()
	for size := 300; size < 340; size++ {
		c := finish(t, under(l, slots, 0, said{section: "evidence", text: strings.Repeat("x", size)}, said{section: "evidence", text: strings.Repeat("y", 401)}))
		if e := c.Sections[2]; e.Used != e.Budget || e.Trimmed != 2 {
			t.Errorf("%d: %+v", size, e)
		}
	}
}

// A part that is too short to be cut as much as a long one beside it stays whole, where there is room.
func TestAShortPartBesideALongOneStays(t *testing.T) {
	l, slots := assistant()
	short := "Put back driver four; the queue needs no restart."
	for _, order := range [][]string{{short, strings.Repeat("line of a log\n", 900)}, {strings.Repeat("line of a log\n", 900), short}} {
		c := finish(t, under(l, slots, 0, said{section: "evidence", text: order[0]}, said{section: "evidence", text: order[1]}))
		if len(c.Shed) != 0 || len(c.Trimmed) != 1 || !strings.Contains(sections(t, c), "\n"+short+"\n") || c.Sections[2].Used > 300 {
			t.Errorf("%+v, %d shed:\n%s", c.Sections[2], len(c.Shed), sections(t, c))
		}
	}
}

func TestDescribeWithALayout(t *testing.T) {
	l, slots := assistant()
	l.Sections = []assembly.Section{{Name: "turns", Budget: 61, Shed: true, Owner: "us", Fresh: assembly.Fresh{Kind: "days", Days: 30}}, {Name: "facts", Budget: 70}}
	c := finish(t, under(l, slots, 0, said{section: "turns", text: "An old turn that was long."}, said{section: "turns", text: "A turn."},
		said{"facts", "A fact that is long enough to be cut by somebody, I think.", assembly.Meta{Source: "s", Version: "2", At: 1}}))
	const want = `{"role":"r","upto_seq":0,"parts":[{"slot":"turns","register":"considered","rank":0,"content":"A turn.","sources":[{"event":"e1","seq":1}]},` +
		`{"slot":"facts","register":"considered","rank":0,"content":"A fact that is","sources":[{"memory":"m2","scope":"user:ann:facts","event":"e2"}]}],` +
		`"shed":[{"slot":"turns","register":"considered","rank":0,"content":"An old turn that was long.","sources":[{"event":"e0","seq":0}]}],` +
		`"read":[{"event":"e0","seq":0},{"event":"e1","seq":1},{"memory":"m2","scope":"user:ann:facts","event":"e2"}],` +
		`"sections":[{"name":"turns","budget":61,"used":61,"shed":1,"trimmed":0,"omitted":27,"notice":false,"owner":"us","fresh":"30d"},` +
		`{"name":"facts","budget":70,"used":68,"shed":0,"trimmed":1,"omitted":0,"notice":false,"stamps":[{"slot":"facts","source":"s","version":"2","date":"1970-01-01"}]}],` +
		`"counter":"characters","prefix_hash":"","trimmed":[{"slot":"facts","section":"facts","count":59,"kept":41,"omitted":44,"fallback":false,` +
		`"sources":[{"memory":"m2","scope":"user:ann:facts","event":"e2"}]}],"notes":[]}`
	if got := c.Describe().String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	full := assembly.Open(assembly.Setup{Role: "r", Full: true})
	full.Note(assembly.Note{Kind: "search", Text: "the search failed"})
	if got, want := finish(t, full).Describe().String(), `{"role":"r","upto_seq":0,"parts":[],"shed":[],"read":[],"sections":[],"counter":"","prefix_hash":"","trimmed":[],`+
		`"notes":[{"kind":"search","slot":"","text":"the search failed"}]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTheValve(t *testing.T) {
	l, slots := assistant()
	memory := func(n int, total int) *assembly.Context {
		return finish(t, under(l, slots, 0, said{section: "policy", text: "Be kind."}, said{section: "facts", text: strings.Repeat("f", n)},
			said{section: "facts", text: "Likes tea."}, said{section: "goal", text: "Answer."}), assembly.WithBudget(assembly.Budget{Total: total}))
	}
	base := memory(500, 0).Used - len("[Section: facts]\n"+assembly.Notice+"\n")
	fits := len("[Section: facts]\nCONSIDER:\n" + strings.Repeat("f", 50) + "\nLikes tea.\n")
	for name, c := range map[string]struct {
		size, total int
		in, notice  bool
	}{
		"it fits":                        {50, base + fits, true, false},
		"over the total by one":          {50, base + fits - 1, false, true},
		"over its section":               {500, 2000, false, true},
		"no room for the notice":         {50, base + 20, false, false},
		"no room for anything":           {50, base, false, false},
		"as much as the notice comes to": {500, base + len("[Section: facts]\n"+assembly.Notice+"\n"), false, true},
	} {
		got := memory(c.size, c.total)
		text := sections(t, got)
		if in := strings.Contains(text, "Likes tea."); in != c.in || strings.Contains(text, assembly.Notice) != c.notice || got.Sections[1].Notice != c.notice {
			t.Errorf("%s: %s", name, text)
		}
		if noted := len(got.Notes) == 1 && got.Notes[0].Kind == "notice"; noted == c.in || len(got.Shed) != map[bool]int{true: 0, false: 2}[c.in] {
			t.Errorf("%s: notes %+v, shed %v", name, got.Notes, slotNames(got.Shed))
		}
		if !strings.Contains(text, "Be kind.") || !strings.Contains(text, "Answer.") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func slotNames(parts []assembly.Part) []string { return slots(parts) }

func TestAges(t *testing.T) {
	l, slots := assistant()
	l.Sections[1].Memory = false
	at := func(days int64) assembly.Meta { return assembly.Meta{Source: "crm", Version: "1", At: days * day} }
	parts := []said{{"facts", "old", at(10)}, {"facts", "young", at(90)}, {"facts", "undated", assembly.Meta{Source: "x"}}}
	c := finish(t, under(l, slots, 100*day, parts...))
	if len(c.Shed) != 0 || len(c.Notes) != 1 || c.Notes[0] != (assembly.Note{Kind: "stale", Slot: "facts", Text: "90 days old, 30 allowed"}) {
		t.Errorf("flag: %+v %v", c.Notes, slotNames(c.Shed))
	}
	if c := finish(t, under(l, slots, 40*day, parts...)); len(c.Notes) != 0 {
		t.Errorf("just as old as is allowed: %+v", c.Notes)
	}
	var noTime *assembly.AssemblyError
	if _, err := under(l, slots, 0, parts...).Finish(assembly.OptionsOf(nil)); !errors.As(err, &noTime) || err.Error() != "section 'facts' is kept fresh by days, and no time was given: set Now in the Input" {
		t.Errorf("%v", err)
	}
	l.Sections[1].Fresh.Stale = "drop"
	c = finish(t, under(l, slots, 100*day, parts...))
	if len(c.Shed) != 1 || c.Shed[0].Reason != "stale: 90 days old, 30 allowed" || !strings.Contains(sections(t, c), "[Section: facts]\n[...4 tokens omitted...]\nCONSIDER:\nyoung\n") {
		t.Errorf("drop: %+v\n%s", c.Shed, sections(t, c))
	}
	l.Sections[1].Fresh.Stale = "refuse"
	if _, err := under(l, slots, 100*day, parts...).Finish(assembly.OptionsOf(nil)); !errors.Is(err, assembly.ErrStaleItem) || err.Error() != "part 'facts' is 90 days old, and section 'facts' allows 30" {
		t.Errorf("refuse: %v", err)
	}
}

func TestStampsAndVersions(t *testing.T) {
	l, slots := assistant()
	book := func(version string, at int64) assembly.Meta {
		return assembly.Meta{Source: "hand]\n\"book", Version: version, At: at * day}
	}
	l.Sections[0].Stamp = true // and not written: the section is stable
	c := finish(t, under(l, slots, 0, said{"evidence", "Old.", book("6", 1)}, said{"evidence", "New.", book("7", 2)}, said{"policy", "Be kind.", book("7", 2)}))
	if text := sections(t, c); !strings.Contains(text, `[Stamp: source "hand]\n\"book", version "6", 1970-01-02]`+"\nOld.\n") || strings.Count(text, "[Stamp: ") != 2 {
		t.Errorf("%s", text)
	}
	if len(c.Notes) != 1 || c.Notes[0].Kind != "version" || c.Notes[0].Slot != "evidence" {
		t.Errorf("%+v", c.Notes)
	}
}

// With Step the place where the history is cut stays while it grows, so that what stands before stays too.
func TestStep(t *testing.T) {
	l := &assembly.Layout{Name: "l", Allowed: 1000, Counter: token.Characters, Sections: []assembly.Section{{Name: "turns", Budget: 200, Shed: true, Step: 100}}}
	slots := map[string]*assembly.Slot{"turns": {Name: "turns", Register: assembly.Considered, Section: "turns"}}
	var parts []said
	moved, last := 0, ""
	for i := range 60 {
		parts = append(parts, said{section: "turns", text: fmt.Sprintf("turn %04d", i)})
		text := sections(t, finish(t, under(l, slots, 0, parts...)))
		if !strings.HasPrefix(text, strings.TrimSuffix(last, "\n")) {
			moved++
		}
		if last = text; len(text) > 200 {
			t.Fatalf("%d", len(text))
		}
	}
	if moved != 5 {
		t.Errorf("the cut moved %d times in 60 turns of 10 tokens", moved)
	}
}

func TestFailIfCut(t *testing.T) {
	l, slots := assistant()
	open := func() *assembly.Session {
		return under(l, slots, 0, said{section: "evidence", text: strings.Repeat("word ", 100)}, said{section: "turns", text: "a"})
	}
	var cut *assembly.Cut
	for _, names := range [][]string{{"evidence"}, {"turns", "evidence"}, {}} {
		if _, err := open().Finish(assembly.OptionsOf([]assembly.Option{assembly.FailIfCut(names...)})); !errors.As(err, &cut) || !errors.Is(err, assembly.ErrCut) ||
			err.Error() != "section 'evidence' was cut: 0 parts shed, 1 trimmed" {
			t.Errorf("%v: %v", names, err)
		}
	}
	finish(t, open(), assembly.FailIfCut("turns"))
	var e *assembly.AssemblyError
	if _, err := open().Finish(assembly.OptionsOf([]assembly.Option{assembly.FailIfCut("turn")})); !errors.As(err, &e) || e.Reason != assembly.UnknownSection {
		t.Errorf("%v", err)
	}
}

func TestLayoutErrors(t *testing.T) {
	l, slots := assistant()
	s := under(l, slots, 0)
	s.Add(&assembly.Slot{Name: "lost", Register: assembly.Craft, Uncited: true, Section: "nowhere"}, assembly.Content{Text: "x"})
	if _, err := s.Finish(assembly.OptionsOf(nil)); err == nil || err.Error() != "part 'lost' stands in no section of the layout: give its slot the name of one in Section" {
		t.Errorf("%v", err)
	}
	l.Counter = nil
	if _, err := under(l, slots, 0).Finish(assembly.OptionsOf(nil)); err == nil || err.Error() != "the budget has no counter: give assembly.Budget{Count: …}, or the layout a tokenizer:" {
		t.Errorf("%v", err)
	}
	l.Counter = token.Characters
	long := said{section: "goal", text: strings.Repeat("g", 1000)}
	if c := finish(t, under(l, slots, 0, long, said{section: "evidence", text: strings.Repeat("word ", 100)}), assembly.WithBudget(assembly.Budget{Total: 1200})); c.Sections[2].Trimmed != 1 || c.Parts[0].Content != long.text {
		t.Errorf("a long goal takes no room from the evidence: %+v", c.Sections)
	}
	_, err := under(l, slots, 0, long).Finish(assembly.OptionsOf([]assembly.Option{assembly.WithBudget(assembly.Budget{Total: 1000})}))
	var exceeded *assembly.BudgetExceeded
	if !errors.As(err, &exceeded) || exceeded.Need != 1028 || err.Error() != "what the layout 'assistant' keeps always comes to 1028, with the markers of the rest, against a total of 1000" {
		t.Errorf("%v", err)
	}
}

// A custom renderer under a layout: what is counted is what it renders.
func TestLayoutRenderedByOthers(t *testing.T) {
	l, slots := assistant()
	shout := badRenderer(func(c *assembly.Context) (string, error) {
		text, err := assembly.BySection.Render(c)
		return strings.ReplaceAll(text, "\n", "\n\n"), err
	})
	var parts []said
	for i := range 12 {
		parts = append(parts, said{section: []string{"turns", "evidence", "facts"}[i%3], text: fmt.Sprintf("text %d is here", i)})
	}
	for total := 1; total < 500; total++ {
		c, err := under(l, slots, 0, parts...).Finish(assembly.OptionsOf([]assembly.Option{assembly.WithBudget(assembly.Budget{Total: total, Render: shout})}))
		if err != nil {
			if !errors.Is(err, assembly.ErrBudgetExceeded) {
				t.Fatal(err)
			}
			continue
		}
		if text, _ := shout.Render(c); len(text) > total || len(text) != c.Used {
			t.Fatalf("%d of %d, used %d", len(text), total, c.Used)
		}
	}
}
