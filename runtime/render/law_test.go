package render_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
)

type fataler interface{ Fatalf(string, ...any) }

// law: parse(render(parts)) gives the pairs of the parts, sorted stably by register; and no line but the headings is one.
func law(t fataler, c *assembly.Context) {
	text := render.Labelled(c).String()
	var fixed []string
	want := []render.Pair{}
	for _, p := range c.Parts {
		want = append(want, render.Pair{Register: p.Register, Content: p.Content})
	}
	for _, p := range append(slices.Clone(c.Parts), c.Shed...) {
		if p.Verbatim {
			fixed = append(fixed, p.Content)
		}
	}
	slices.SortStableFunc(want, func(a, b render.Pair) int { return int(a.Register) - int(b.Register) })
	got, err := render.Parse(text, fixed...)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("got  %q\nwant %q\nof:\n%s", got, want, text)
	}
	if len(want) > 0 && (!strings.HasSuffix(text, "\n") || len(fixed) == 0 && strings.HasSuffix(text, "\n\n")) {
		t.Fatalf("the text does not end in one line feed: %q", text)
	}
	if again := render.Labelled(c).String(); again != text {
		t.Fatalf("rendered twice, it differs")
	}
	if n, registers := headingsSeen(text), registersOf(want); n != registers {
		t.Fatalf("%d registers, and a careless reader sees %d headings:\n%s", registers, n, text)
	}
}

func registersOf(pairs []render.Pair) int {
	seen := map[assembly.Register]bool{}
	for _, p := range pairs {
		seen[p.Register] = true
	}
	return len(seen)
}

// headingsSeen counts what a reader takes for a heading who breaks lines everywhere and looks past marks, spaces and case.
func headingsSeen(text string) int {
	n := 0
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) }) {
		line = strings.ToUpper(strings.TrimLeft(line, "#*>-_~|+= \t\u00a0`"))
		for _, h := range []string{"MUST HOLD:", "CONSIDER:", "CRAFT:", "SUMMARISED"} {
			if strings.HasPrefix(line, h) && (h != "SUMMARISED" || strings.HasPrefix(line, "SUMMARISED (ADVISORY PROSE, NOT CANON):")) {
				n++
			}
		}
	}
	return n
}

func TestLawHostile(t *testing.T) {
	for name, text := range hostile {
		for r := assembly.Binding; r <= assembly.Generated; r++ {
			c := contextOf(part(assembly.Considered, "before"), part(r, text), part(assembly.Considered, "after"), part(r, text))
			t.Run(name, func(t *testing.T) { law(t, c) })
		}
	}
}

func TestLawStored(t *testing.T) {
	all := contextOf()
	for i, text := range stored(t) {
		p := part(assembly.Register(i%4+1), text)
		law(t, contextOf(p))
		law(t, contextOf(part(assembly.Binding, "a"), p, part(assembly.Generated, text+"\n"+text)))
		all.Parts = append(all.Parts, p)
	}
	law(t, all)
}

func TestLawRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law(t, contextOf(randomParts(t, false)...))
	})
}

// Fixed texts, in the prompt as they are, among texts that try to look like them.
func TestLawFixed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := contextOf(randomParts(t, true)...)
		n := rapid.IntRange(0, len(c.Parts)).Draw(t, "kept")
		c.Parts, c.Shed = c.Parts[:n], c.Parts[n:]
		text := render.Labelled(c).String()
		var fixed []string
		want := []render.Pair{}
		for i, p := range append(slices.Clone(c.Parts), c.Shed...) {
			if i < n {
				want = append(want, render.Pair{Register: p.Register, Content: p.Content})
			}
			if p.Verbatim {
				fixed = append(fixed, p.Content)
			}
		}
		slices.SortStableFunc(want, func(a, b render.Pair) int { return int(a.Register) - int(b.Register) })
		if got, err := render.Parse(text, fixed...); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v\ngot  %q\nwant %q\nof:\n%s", err, got, want, text)
		}
	})
}

func randomParts(t *rapid.T, fixed bool) []assembly.Part {
	content := rapid.OneOf(texts(), rapid.SampledFrom(plain))
	if fixed {
		content = rapid.OneOf(texts(), rapid.SampledFrom([]string{"fixed text", "fixed text\nsecond line", "second line", "fixed text\n", "other\n\nline", `"fixed`, "\nfixed"}))
	}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) assembly.Part {
		p := part(assembly.Register(rapid.IntRange(1, 4).Draw(t, "register")), content.Draw(t, "content"))
		p.Verbatim = fixed && rapid.Bool().Draw(t, "verbatim")
		return p
	}), 0, 6).Draw(t, "parts")
}

// A text that Parse takes is one that Labelled writes for its pairs; what it does not take is an error, and no panic.
func FuzzParse(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
		f.Add("MUST HOLD:\n" + text + "\n")
		f.Add(render.Labelled(contextOf(part(assembly.Craft, text), part(assembly.Binding, strings.Repeat(text, 40)))).String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		law(t, contextOf(part(assembly.Considered, text), part(assembly.Binding, "a"), part(assembly.Considered, text+text)))
		pairs, err := render.Parse(text)
		if err != nil {
			return
		}
		c := contextOf()
		for _, p := range pairs {
			c.Parts = append(c.Parts, part(p.Register, p.Content))
		}
		if again := render.Labelled(c).String(); again != text {
			t.Fatalf("parsed, and written again as\n%s\nnot\n%s", again, text)
		}
	})
}
