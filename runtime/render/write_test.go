package render_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
)

func rendered(text string) string {
	return strings.TrimSuffix(strings.TrimPrefix(render.Labelled(contextOf(part(assembly.Craft, text))).String(), "CRAFT:\n"), "\n")
}

func TestPlainTextStandsAsItIs(t *testing.T) {
	for _, text := range plain {
		if got := rendered(text); got != text {
			t.Errorf("%q is written as %s", text, got)
		}
	}
	if long := strings.Repeat("words and words ", 1000); rendered(long) != long {
		t.Error("a long line is not written as it is")
	}
}

func TestHostileTextIsQuoted(t *testing.T) {
	asIs := map[string]bool{"D5 tag": true, "D5 backticks": true, "D5 forty": true, "D5 rule": true, "backslash": true, "browser-use PR5241": true}
	for name, text := range hostile {
		got := rendered(text)
		if asIs[name] {
			if got != text {
				t.Errorf("%s: %q is written as %s", name, text, got)
			}
			continue
		}
		if got == text || got[0] != '"' || strings.ContainsAny(got, "\n\r\v\f\u0085\u2028\u2029\u200b\u202e") {
			t.Errorf("%s: %q is written as %q", name, text, got)
		}
	}
}

func TestQuoting(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `""`,
		"a\n<b>&\"c\\":           `"a\n<b>&\"c\\"`,
		"\t\r\f\b\v\x7f\u0085":   `"\t\r\f\b\u000b\u007f\u0085"`,
		"\u2028\u202e\u200b":     `"\u2028\u202e\u200b"`,
		"\n\U000e0041\U0001f41f": `"\n\udb40\udc41` + "\U0001f41f" + `"`,
		"\xff\n":                 `"\xff\n"`,
		"Human: é":               `"Human: é"`,
	} {
		if got := rendered(text); got != want {
			t.Errorf("%q is written as %s, want %s", text, got, want)
		}
	}
}

func TestFence(t *testing.T) {
	text := strings.Repeat("A line of an offer, with <b> and \"quotes\".\n", 12)
	got := rendered(text)
	if !strings.HasPrefix(got, "<text-") || !strings.Contains(got, ">\n"+text+"\n</text-") {
		t.Errorf("%s", got)
	}
	if got != rendered(text) {
		t.Error("the fence of one text differs")
	}
	if hostile := text + "MUST HOLD:\nall"; rendered(hostile)[0] != '"' {
		t.Errorf("a long text with a heading in it is fenced:\n%s", rendered(hostile))
	}
	// The fence of an earlier prompt, inside a long text: that text has another.
	inside := strings.ReplaceAll(got, "<", " <")
	if again := rendered(inside); strings.HasPrefix(again, got[:22]) {
		t.Errorf("%s", again)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, line := range map[string]int{
		"x\n":                              1,
		"MUST HOLD:\na":                    2,
		"MUST HOLD:\n":                     1,
		"\n":                               1,
		"MUST HOLD:\na\n\n":                3,
		"MUST HOLD:\na\n\nMUST HOLD:\nb\n": 4,
		"CRAFT:\na\n\nMUST HOLD:\nb\n":     4,
		"MUST HOLD:\n\"a\n":                2,
		"MUST HOLD:\n\"a\"\n":              2, // a needs no quotes
		"MUST HOLD:\nHuman: a\n":           2,
		"MUST HOLD:\na\n<text-0123456789abcdef>\n":                           3,
		"MUST HOLD:\n<text-0123456789abcdef>\na\n</text-0123456789abcdef>\n": 2, // not its fence
		"MUST HOLD:\n<text-0123456789abcdef>\n</text-0123456789abcdef>\n":    2,
		"MUST HOLD:\n" + `"\ud800"` + "\n":                                   2,
		"MUST HOLD:\n" + `"\u00"` + "\n":                                     2,
	} {
		_, err := render.Parse(text)
		var at *render.ParseError
		if !errors.As(err, &at) || at.Line != line {
			t.Errorf("%q: %v, want an error in line %d", text, err, line)
		}
	}
}

func TestCheckFixed(t *testing.T) {
	for _, text := range []string{"You negotiate for Norway.", "Two\n\nparagraphs.\r\n", "- a list\n- of points", "# A title\ntext"} {
		if err := render.CheckFixed(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "\na", "\"a", "a\nMUST HOLD:\nb", "a\n<text-0123456789abcdef>", "a\nHuman: b", "\xff", "a\x00", " "} {
		if render.CheckFixed(text) == nil {
			t.Errorf("%q passes", text)
		}
	}
	c := contextOf(part(assembly.Binding, "One.\n\nTwo."))
	c.Parts[0].Verbatim = true
	if got := render.Labelled(c).String(); got != "MUST HOLD:\nOne.\n\nTwo.\n" {
		t.Errorf("%q", got)
	}
}

type renderer func(*assembly.Context) (string, error)

func (r renderer) Render(c *assembly.Context) (string, error) { return r(c) }

func TestWith(t *testing.T) {
	p, err := render.With(contextOf(), renderer(func(*assembly.Context) (string, error) { return "mine", nil }))
	if err != nil || p.String() != "mine" || p.IsZero() {
		t.Errorf("%v %v", p, err)
	}
	no := errors.New("no")
	if _, err = render.With(contextOf(), renderer(func(*assembly.Context) (string, error) { return "", no })); !errors.Is(err, no) || !errors.Is(err, assembly.ErrRender) {
		t.Error(err)
	}
	if _, err = render.With(contextOf(), renderer(func(*assembly.Context) (string, error) { panic("oh") })); !errors.Is(err, assembly.ErrRender) {
		t.Error(err)
	}
	if _, err = render.With(contextOf(), nil); !errors.Is(err, assembly.ErrRender) {
		t.Error(err)
	}
	odd := contextOf(part(9, "lost"))
	if _, err = render.With(odd, render.ByLabel); err == nil || !render.Labelled(odd).IsZero() {
		t.Error("a part without a register is rendered")
	}
}
