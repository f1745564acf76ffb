package render_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
)

// sectioned draws a context with a layout, as a budget leaves it.
func sectioned(fixed bool) *rapid.Generator[*assembly.Context] {
	return rapid.Custom(func(t *rapid.T) *assembly.Context {
		c := &assembly.Context{Layout: "l"}
		for _, name := range []string{"policy", "MUST", "x-1"}[:rapid.IntRange(1, 3).Draw(t, "sections")] {
			c.Sections = append(c.Sections, assembly.SectionCount{
				Name: name, Omitted: rapid.SampledFrom([]int{0, 0, 240}).Draw(t, "omitted"), After: rapid.IntRange(0, 2).Draw(t, "after"), Notice: rapid.IntRange(0, 3).Draw(t, "notice") == 0,
			})
		}
		sizes := map[string]int{}
		c.Parts = randomParts(t, fixed)
		for i := range c.Parts {
			p := &c.Parts[i]
			p.Section = rapid.SampledFrom(c.Sections).Draw(t, "section").Name
			sizes[p.Section]++
			p.Omitted = rapid.SampledFrom([]int{0, 0, 0, 7}).Draw(t, "cut")
			p.Stamp = rapid.SampledFrom([]string{"", "", `[Stamp: source "a", version "\n", 2026-01-02]`}).Draw(t, "stamp")
		}
		for i := range c.Sections {
			c.Sections[i].After = min(c.Sections[i].After, sizes[c.Sections[i].Name])
		}
		return c
	})
}

// wanted are the pieces of a context, put together anew.
func wanted(c *assembly.Context) []render.Piece {
	out := []render.Piece{}
	for _, s := range c.Sections {
		var parts []assembly.Part
		for _, p := range c.Parts {
			if p.Section == s.Name {
				parts = append(parts, p)
			}
		}
		slices.SortStableFunc(parts, func(a, b assembly.Part) int { return int(a.Register) - int(b.Register) })
		for i := 0; i <= len(parts); i++ {
			if s.Omitted > 0 && s.After == i {
				out = append(out, render.Piece{Section: s.Name, Omitted: s.Omitted})
			}
			if i == len(parts) {
				break
			}
			p := parts[i]
			out = append(out, render.Piece{Section: s.Name, Register: p.Register, Content: p.Content, Stamp: p.Stamp})
			if p.Omitted > 0 {
				out = append(out, render.Piece{Section: s.Name, Omitted: p.Omitted})
			}
		}
		if s.Notice {
			out = append(out, render.Piece{Section: s.Name, Notice: true})
		}
	}
	return out
}

func sectionsLaw(t fataler, c *assembly.Context) {
	text := render.Sections(c).String()
	var fixed []string
	for _, p := range append(slices.Clone(c.Parts), c.Shed...) {
		if p.Verbatim {
			fixed = append(fixed, p.Content)
		}
	}
	got, err := render.ParseSections(text, fixed...)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if want := wanted(c); !slices.Equal(got, want) && len(got)+len(want) > 0 {
		t.Fatalf("got  %+v\nwant %+v\nof:\n%s", got, want, text)
	}
	messages, err := render.Messages(c)
	joined := ""
	for _, m := range messages {
		joined += m.Text
	}
	if err != nil || joined != text {
		t.Fatalf("%v: the messages say\n%s\nnot\n%s", err, joined, text)
	}
}

func TestSectionsLaw(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		rapid.Check(t, func(t *rapid.T) { sectionsLaw(t, sectioned(fixed).Draw(t, "context")) })
	}
}

func TestSectionsLawHostile(t *testing.T) {
	texts := stored(t)
	for _, text := range hostile {
		texts = append(texts, text)
	}
	texts = append(texts, "[Section: policy]", "［Section： policy］", "[SECTION policy]", `[Stamp: source "a", version "1"]`, "[Stamp: x", "[... 240 tokens omitted ...]", "[System notice] x")
	all := &assembly.Context{Layout: "l", Sections: []assembly.SectionCount{{Name: "policy"}, {Name: "facts", Omitted: 3, After: 1}}}
	for i, text := range texts {
		p := part(assembly.Register(i%4+1), text)
		p.Section = all.Sections[i%2].Name
		all.Parts = append(all.Parts, p)
		sectionsLaw(t, &assembly.Context{Layout: "l", Sections: []assembly.SectionCount{{Name: p.Section}}, Parts: []assembly.Part{p, p}})
	}
	sectionsLaw(t, all)
}

// The marks of the frame are quoted where data holds them.
func TestFrameLinesAreQuoted(t *testing.T) {
	for _, text := range []string{assembly.SectionHead("policy"), assembly.Marker(240), assembly.Notice, `[Stamp: source "a", version "1"]`} {
		if got := rendered(text); got == text || got[0] != '"' {
			t.Errorf("%s is written as %s", text, got)
		}
	}
	for _, text := range []string{"Section 3: fisheries", "[1] a note", "[source](https://example.org)", "Stamp: 3", "[sectional] x"} {
		if got := rendered(text); got != text {
			t.Errorf("%s is written as %s", text, got)
		}
	}
}

func TestMessages(t *testing.T) {
	in := func(section, text string) assembly.Part {
		p := part(assembly.Binding, text)
		p.Section = section
		return p
	}
	c := &assembly.Context{Layout: "l", Sections: []assembly.SectionCount{{Name: "policy", Stable: true}, {Name: "tools", Stable: true}, {Name: "goal"}}}
	c.Parts = []assembly.Part{in("goal", "Answer."), in("policy", "Be kind.")}
	want := []render.Message{
		{Role: "system", Text: "[Section: policy]\nMUST HOLD:\nBe kind.\n", Cache: true},
		{Role: "user", Text: "[Section: goal]\nMUST HOLD:\nAnswer.\n"},
	}
	if got, err := render.Messages(c); err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	plain := contextOf(part(assembly.Binding, "Answer."))
	if got, err := render.Messages(plain); err != nil || !slices.Equal(got, []render.Message{{Role: "user", Text: "MUST HOLD:\nAnswer.\n"}}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := render.Messages(contextOf()); err != nil || len(got) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	c.Parts = append(c.Parts, in("nowhere", "x"))
	if _, err := render.Messages(c); err == nil || !render.Sections(c).IsZero() {
		t.Error("a part in no section is rendered")
	}
	if render.Of(plain) != assembly.Renderer(render.ByLabel) || render.Of(c) != render.BySection {
		t.Error("Of")
	}
}

func TestParseSectionsRefuses(t *testing.T) {
	for _, text := range []string{
		"x\n", "[Section: a]\n", "[Section: a]\nMUST HOLD:\n", "[Section: a]\nx\n", "[Section: a]\nMUST HOLD:\nx", "[Section: a]\nMUST HOLD:\nx\n[Section: a]\nMUST HOLD:\ny\n",
		"[Section: a]\nMUST HOLD:\nx\nMUST HOLD:\ny\n", "[Section: a]\nCRAFT:\nx\nMUST HOLD:\ny\n", "[Section: a]\nMUST HOLD:\n\nx\n", "[Section: a]\n[...0 tokens omitted...]\n",
		"[Section: a]\n[...99999999999999999999 tokens omitted...]\n", "[Section: 1]\nMUST HOLD:\nx\n", "MUST HOLD:\nx\n", "[Section: a]\nMUST HOLD:\n[Stamp: x]\ny\n",
		"[Section: a]\nMUST HOLD:\n\"x\"\n", "[Section: a]\nMUST HOLD:\n[Stamp: source \"a\", version \"1\"]\n",
	} {
		if got, err := render.ParseSections(text); err == nil {
			t.Errorf("%q gives %+v", text, got)
		}
	}
}

func FuzzParseSections(f *testing.F) {
	for _, text := range hostile {
		f.Add("[Section: a]\nMUST HOLD:\n" + text + "\n[...3 tokens omitted...]\n")
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := part(assembly.Considered, text)
		p.Section = "a"
		sectionsLaw(t, &assembly.Context{Layout: "l", Sections: []assembly.SectionCount{{Name: "a", Omitted: 1}}, Parts: []assembly.Part{p, p}})
		pieces, err := render.ParseSections(text)
		if err == nil && strings.TrimSpace(text) != "" && len(pieces) == 0 {
			t.Fatalf("%q has no pieces", text)
		}
	})
}
