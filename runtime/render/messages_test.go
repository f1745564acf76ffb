package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
)

// messagesLaw: the messages joined are the text of Sections, so that ParseSections takes them; the marks stand at the ends of stable
// sections, at most n, the last at the end of those that come first; and no message but the last is without one.
func messagesLaw(t fataler, c *assembly.Context) {
	whole := render.Sections(c).String()
	texts, err := assembly.SectionTexts(c)
	if err != nil {
		t.Fatalf("%v", err)
	}
	ends, at := []int{}, 0 // where the stable sections end that come first and hold anything
	for i := 0; i < len(texts) && c.Sections[i].Stable; i++ {
		if at += len(texts[i]); texts[i] != "" {
			ends = append(ends, at)
		}
	}
	for n := 1; n <= render.MaxMarks; n++ {
		got, err := render.Messages(c, render.Marks(n))
		if err != nil {
			t.Fatalf("%v", err)
		}
		joined, marks := "", []int{}
		for i, m := range got {
			joined += m.Text
			if m.Text == "" || m.Cache != (m.Role == render.System) || m.Role == render.User && i < len(got)-1 {
				t.Fatalf("message %d of %d is %+v", i+1, len(got), m)
			}
			if m.Cache {
				marks = append(marks, len(joined))
			}
		}
		if joined != whole {
			t.Fatalf("the messages say\n%s\nnot\n%s", joined, whole)
		}
		want := ends
		if len(ends) > n {
			want = append(slices.Clone(ends[:n-1]), ends[len(ends)-1])
		}
		if !slices.Equal(marks, want) {
			t.Fatalf("%d marks stand at %v, want %v, of the ends %v in\n%s", n, marks, want, ends, whole)
		}
	}
}

// stabilised marks some of the sections as stable, now and then not the first ones, and adds more.
func stabilised(fixed bool) *rapid.Generator[*assembly.Context] {
	return rapid.Custom(func(t *rapid.T) *assembly.Context {
		c := sectioned(fixed).Draw(t, "context")
		for i := range rapid.IntRange(0, 4).Draw(t, "more") {
			name := fmt.Sprint("more-", i)
			c.Sections = append(c.Sections, assembly.SectionCount{Name: name})
			for _, p := range randomParts(t, fixed) {
				p.Section = name
				c.Parts = append(c.Parts, p)
			}
		}
		stable := rapid.IntRange(0, len(c.Sections)).Draw(t, "stable")
		for i := range c.Sections {
			c.Sections[i].Stable = i < stable || i > stable && rapid.Bool().Draw(t, "later")
		}
		return c
	})
}

func TestMessagesLaw(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		rapid.Check(t, func(t *rapid.T) {
			c := stabilised(fixed).Draw(t, "context")
			sectionsLaw(t, c)
			messagesLaw(t, c)
		})
	}
}

// No text of the injections and the naughty strings moves a mark or makes another.
func TestMessagesLawHostile(t *testing.T) {
	texts := stored(t)
	for _, text := range hostile {
		texts = append(texts, text)
	}
	names := []string{"policy", "tools", "style", "house", "law", "facts", "goal"}
	all := &assembly.Context{Layout: "l"}
	for i, name := range names {
		all.Sections = append(all.Sections, assembly.SectionCount{Name: name, Stable: i < 5})
	}
	for i, text := range texts {
		c := &assembly.Context{Layout: "l", Sections: all.Sections}
		for j, name := range names {
			p := part(assembly.Register((i+j)%4+1), text)
			p.Section = name
			c.Parts = append(c.Parts, p)
		}
		sectionsLaw(t, c)
		messagesLaw(t, c)
		all.Parts = append(all.Parts, c.Parts[i%len(names)])
	}
	sectionsLaw(t, all)
	messagesLaw(t, all)
}

func TestMarks(t *testing.T) {
	c := &assembly.Context{Layout: "l"}
	for _, name := range []string{"policy", "empty", "tools", "style", "house", "law", "goal"} {
		c.Sections = append(c.Sections, assembly.SectionCount{Name: name, Stable: name != "goal"})
		if name != "empty" {
			p := part(assembly.Binding, name)
			p.Section = name
			c.Parts = append(c.Parts, p)
		}
	}
	in := func(names ...string) (text string) {
		for _, name := range names {
			text += "[Section: " + name + "]\nMUST HOLD:\n" + name + "\n"
		}
		return text
	}
	system := func(names ...string) render.Message {
		return render.Message{Role: render.System, Text: in(names...), Cache: true}
	}
	user := render.Message{Role: render.User, Text: in("goal")}
	for n, want := range map[int][]render.Message{
		1: {system("policy", "tools", "style", "house", "law"), user},
		2: {system("policy"), system("tools", "style", "house", "law"), user},
		4: {system("policy"), system("tools"), system("style"), system("house", "law"), user},
	} {
		got, err := render.Messages(c, render.Marks(n))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%d marks: %v\n%s", n, err, diff)
		}
	}
	for _, n := range []int{-1, 0, 5} {
		if _, err := render.Messages(c, render.Marks(n)); err == nil || !strings.Contains(err.Error(), "a request has 1 to 4") {
			t.Errorf("%d marks: %v", n, err)
		}
	}
	c.Parts = c.Parts[len(c.Parts)-1:]
	if got, err := render.Messages(c, render.Marks(4)); err != nil || !slices.Equal(got, []render.Message{user}) {
		t.Errorf("nothing stable: %+v, %v", got, err)
	}
}
