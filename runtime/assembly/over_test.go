package assembly_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/token"
)

// words is a counter that generation does not know.
func words() token.Counter {
	return token.Func("words", func(text string) (int, error) { return len(strings.Fields(text)), nil })
}

func overNotes(c *assembly.Context) []assembly.Note {
	return slices.DeleteFunc(slices.Clone(c.Notes), func(n assembly.Note) bool { return n.Kind != "over" })
}

// A fixed text over its section's budget is told with the numbers, of the largest part, and in Describe.
func TestWhatIsNeverCutIsOver(t *testing.T) {
	l, slots := assistant()
	l.Sections[0].Budget, l.Counter = 8, words()
	c := finish(t, under(l, slots, 0, said{section: "policy", text: "Be kind."}, said{section: "policy", text: strings.Repeat("word ", 14)}, said{section: "goal", text: "Go."}))
	want := []assembly.Note{{Kind: "over", Slot: "policy", Text: "stands in the section policy, where what is never cut comes to 20 against a budget of 8"}}
	if d := cmp.Diff(want, overNotes(c)); d != "" || !strings.Contains(c.Describe().String(), want[0].Text) {
		t.Error(d)
	}
	l.Sections[0].Grow = true
	if c := finish(t, under(l, slots, 0, said{section: "policy", text: strings.Repeat("word ", 16)})); len(c.Notes) != 0 {
		t.Errorf("a section that may grow: %+v", c.Notes)
	}
}

// The note stands iff what is never cut comes to more than the section's budget, whatever is cut beside it, and never where a section may
// grow or takes what is left.
func TestOverIsToldIffItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &assembly.Layout{Name: "l", Allowed: 2000, Counter: token.Characters}
		if rapid.Bool().Draw(t, "own counter") {
			l.Counter = words()
		}
		first := assembly.Section{Name: "rules", Budget: rapid.IntRange(10, 80).Draw(t, "budget"), Grow: rapid.Bool().Draw(t, "grow"), Keep: rapid.Bool().Draw(t, "keep")}
		l.Sections = []assembly.Section{first, {Name: "turns", Budget: 60, Shed: true}, {Name: "rest", Rest: true}}
		slots := []*assembly.Slot{
			{Name: "rule", Register: assembly.Binding, Section: "rules", Uncited: true}, {Name: "hint", Register: assembly.Considered, Section: "rules", Uncited: true},
			{Name: "turn", Register: assembly.Considered, Section: "turns", Uncited: true}, {Name: "law", Register: assembly.Binding, Section: "rest", Uncited: true},
		}
		type part struct {
			slot *assembly.Slot
			text string
		}
		var parts []part
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			parts = append(parts, part{rapid.SampledFrom(slots).Draw(t, "slot"), strings.Repeat("of ", rapid.IntRange(1, 12).Draw(t, "words")) + "it"})
		}
		build := func() *assembly.Context {
			s := assembly.Open(assembly.Setup{Role: "r", Layout: l, Slots: slots})
			for _, p := range parts {
				s.Add(p.slot, assembly.Content{Text: p.text})
			}
			c, err := s.Finish(assembly.OptionsOf(nil))
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		c := build()
		// What is never cut, as it would stand alone.
		var firm []string
		var bound, hints []string
		for _, p := range parts {
			switch p.slot.Name {
			case "rule":
				bound = append(bound, p.text)
			case "hint":
				hints = append(hints, p.text)
			}
		}
		if len(bound) > 0 {
			firm = append(append(firm, assembly.Heading(assembly.Binding)), bound...)
		}
		if first.Keep && len(hints) > 0 {
			firm = append(append(firm, assembly.Heading(assembly.Considered)), hints...)
		}
		comes := 0
		if len(firm) > 0 {
			comes, _ = l.Counter.Count(assembly.SectionHead("rules") + "\n" + strings.Join(firm, "\n") + "\n")
		}
		notes := overNotes(c)
		if want := comes > first.Budget && !first.Grow; want != (len(notes) == 1) || len(notes) > 1 {
			t.Fatalf("%d against %d, grow %v: %+v", comes, first.Budget, first.Grow, notes)
		} else if want && !strings.HasSuffix(notes[0].Text, fmt.Sprintf(" comes to %d against a budget of %d", comes, first.Budget)) {
			t.Fatalf("%d against %d: %+v", comes, first.Budget, notes)
		}
		if d := cmp.Diff(c.Notes, build().Notes); d != "" {
			t.Fatal(d)
		}
	})
}
