package docs_test

import (
	"errors"
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token"
)

// Words counts words and line ends.
type Words struct{}

func (Words) Count(text string) (int, error) {
	return len(strings.Fields(text)) + strings.Count(text, "\n"), nil
}

func (Words) String() string { return "words" }

// Lined says that counts add up at line ends: a line end parts words, and costs the same wherever it stands.
func (Words) Lined() bool { return true }

// Service asks a tokenizer that runs elsewhere. Its errors are errors of the assembly.
type Service struct {
	Ask func(model, text string) (int, error)
}

func (s Service) Count(text string) (int, error) {
	n, err := s.Ask("m-2", text)
	if err != nil {
		return 0, errors.New("the tokenizer of m-2 does not answer") // no text of the prompt in it
	}
	return n, nil
}

func (Service) String() string { return "m-2" }

// Tagged renders parts as elements, binding ones first.
type Tagged struct{}

func (Tagged) String() string { return "tagged" }

func (Tagged) Render(c *assembly.Context) (string, error) {
	var b strings.Builder
	for r := assembly.Binding; r <= assembly.Generated; r++ {
		for _, p := range c.Parts {
			if p.Register == r {
				b.WriteString(element(p))
			}
		}
	}
	return b.String(), nil
}

// element is unambiguous: no text can hold a tag, since every "<" in it is escaped.
func element(p assembly.Part) string {
	name := p.Register.String()
	return "<" + name + ">" + html.EscapeString(p.Content) + "</" + name + ">\n"
}

// TaggedUnits says of what pieces the text is made, so that each is counted once.
type TaggedUnits struct{ Tagged }

func (TaggedUnits) Units([]assembly.Part) assembly.Units { return pieces{} }

type pieces struct{}

func (pieces) Registers() []assembly.Register {
	return []assembly.Register{assembly.Binding, assembly.Considered, assembly.Craft, assembly.Generated}
}
func (pieces) Head(assembly.Register, bool) string { return "" }
func (pieces) Unit(p *assembly.Part) string        { return element(*p) }

var (
	asked   = &assembly.Slot{Name: "ask", Register: assembly.Binding, Uncited: true}
	offered = &assembly.Slot{Name: "offer", Register: assembly.Considered, Uncited: true}
)

func fitted(b assembly.Budget) (*assembly.Context, error) {
	s := assembly.Open(assembly.Setup{Role: "r", Slots: []*assembly.Slot{asked, offered}})
	for _, text := range []string{"One <b>offer</b> of many words, and some more.", "Another, shorter offer.", "No."} {
		s.Add(offered, assembly.Content{Text: text})
	}
	s.Add(asked, assembly.Content{Text: "Answer in a line."})
	return s.Finish(assembly.Options{Budget: &b})
}

// What counters.md shows keeps to every total, with each counter and renderer, and the pieces decide as the whole does.
func TestCountersAndRenderers(t *testing.T) {
	answering := Service{Ask: func(_, text string) (int, error) { return (len(text) + 2) / 3, nil }}
	for _, counter := range []token.Counter{Words{}, answering, token.Memo(answering, 1000)} {
		for total := range 120 {
			var kept [][]string
			for _, by := range []assembly.Renderer{Tagged{}, TaggedUnits{}} {
				c, err := fitted(assembly.Budget{Total: total, Count: counter, Render: by})
				if errors.Is(err, assembly.ErrBudgetExceeded) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				p, err := render.With(c, by)
				if err != nil {
					t.Fatal(err)
				}
				n, _ := counter.Count(p.String())
				if n > total || n != c.Used || c.Counter != token.Name(counter) || !strings.HasPrefix(p.String(), "<binding>Answer in a line.</binding>\n") {
					t.Fatalf("%s, %v: %d of %d, Used is %d:\n%s", c.Counter, by, n, total, c.Used, p)
				}
				var texts []string
				for _, part := range c.Parts {
					texts = append(texts, part.Content)
				}
				kept = append(kept, texts)
			}
			if token.IsLined(counter) && len(kept) == 2 && !slices.Equal(kept[0], kept[1]) {
				t.Errorf("total %d: the whole keeps %q, the pieces %q", total, kept[0], kept[1])
			}
		}
	}

	silent := Service{Ask: func(string, string) (int, error) { return 0, errors.New("no route to 10.0.0.7") }}
	_, err := fitted(assembly.Budget{Total: 100, Count: silent, Render: Tagged{}})
	var failed *assembly.CountFailed
	if !errors.As(err, &failed) || failed.Counter != "m-2" || strings.Contains(err.Error(), "Answer") {
		t.Errorf("a tokenizer that does not answer: %v", err)
	}
}

// Words is what it says: its counts add up at line ends.
func TestWordsIsLined(t *testing.T) {
	for _, a := range []string{"", "one", " two words ", "\n"} {
		for _, b := range []string{"", "x", "/etc", " y", "\n\n", "MUST HOLD:\nz"} {
			first, _ := Words{}.Count(a + "\n")
			second, _ := Words{}.Count(b)
			if whole, _ := (Words{}).Count(a + "\n" + b); whole != first+second {
				t.Errorf("%q and %q: %d, and %d together", a, b, first+second, whole)
			}
		}
	}
}
