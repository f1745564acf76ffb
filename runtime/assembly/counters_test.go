package assembly_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/token"
)

type badRenderer func(*assembly.Context) (string, error)

func (r badRenderer) Render(c *assembly.Context) (string, error) { return r(c) }

// A counter or renderer that misbehaves is an error of the assembly, never a silent drop.
func TestMisbehaviour(t *testing.T) {
	no := errors.New("no")
	everywhere := []assembly.Renderer{nil, render.ByLabel, wholeOnly{render.ByLabel}}
	for name, bad := range map[string]struct {
		count     func(string) (int, error)
		renderers []assembly.Renderer
	}{
		"fails":    {func(string) (int, error) { return 0, no }, everywhere},
		"panics":   {func(string) (int, error) { panic("oh") }, everywhere},
		"negative": {func(string) (int, error) { return -1, nil }, everywhere},
		"absurd":   {func(string) (int, error) { return math.MaxInt, nil }, everywhere},
		"nil":      {nil, everywhere},
		"fails on one part": {func(text string) (int, error) {
			if strings.Contains(text, "12%") {
				return 0, no
			}
			return 1, nil
		}, everywhere},
		"fails on headings": {func(text string) (int, error) {
			if strings.Contains(text, "CONSIDER:") {
				return 0, no
			}
			return 1, nil
		}, everywhere[1:]},
	} {
		for _, r := range bad.renderers {
			_, err := fisheries().Finish(assembly.Options{Budget: &assembly.Budget{Total: 100, Count: token.Func("bad", bad.count), Render: r}})
			var failed *assembly.CountFailed
			if !errors.As(err, &failed) || failed.Counter != "bad" || !errors.Is(err, assembly.ErrCount) {
				t.Errorf("a counter that %s, rendered by %v: %v", name, r, err)
			}
		}
	}
	for name, r := range map[string]badRenderer{
		"fails":  func(*assembly.Context) (string, error) { return "", no },
		"panics": func(*assembly.Context) (string, error) { panic("oh") },
	} {
		_, err := fisheries().Finish(assembly.Options{Budget: &assembly.Budget{Total: 100, Count: token.Characters, Render: r}})
		if !errors.Is(err, assembly.ErrRender) {
			t.Errorf("renderer %s: %v", name, err)
		}
	}
}

func TestBadBudgets(t *testing.T) {
	c, g, f := assembly.Considered, assembly.Generated, assembly.Craft
	for _, order := range [][]assembly.Register{{}, {c}, {c, g}, {c, g, g}, {c, g, f, f}, {c, g, assembly.Binding}, {c, g, f, assembly.Binding}, {c, g, 9}, {c, g, 0}} {
		_, err := fisheries().Finish(assembly.Options{Budget: &assembly.Budget{Total: 100, Count: token.Characters, Order: order}})
		var e *assembly.AssemblyError
		if !errors.As(err, &e) || e.Reason != assembly.BadOrder {
			t.Errorf("order %v: %v", order, err)
		}
	}
	_, err := fisheries().Finish(assembly.Options{Budget: &assembly.Budget{Total: 100}})
	var e *assembly.AssemblyError
	if !errors.As(err, &e) || e.Reason != assembly.NoCounter {
		t.Errorf("no counter: %v", err)
	}
}

// A renderer whose units are not its text is found out, and counted as it renders.
type liar struct{ assembly.UnitRenderer }

func (l liar) Render(c *assembly.Context) (string, error) {
	text, err := l.UnitRenderer.Render(c)
	return text + strings.Repeat("more ", len(c.Parts)), err
}

// A panic in a renderer's units is an error, as one in its Render is.
type bursting struct{ assembly.UnitRenderer }

func (bursting) Units([]assembly.Part) assembly.Units { panic("boom") }

func TestUnitsThatPanic(t *testing.T) {
	_, err := fisheries().Finish(assembly.Options{Budget: &assembly.Budget{Total: 160, Count: token.Characters, Render: bursting{render.ByLabel}}})
	if !errors.Is(err, assembly.ErrRender) || err.Error() != "the renderer failed: panic: boom" {
		t.Errorf("got %v", err)
	}
}

func TestUnitsThatLie(t *testing.T) {
	for total := 61; total < 160; total++ {
		c, err := fisheries().Finish(assembly.Options{Budget: &assembly.Budget{Total: total, Count: token.Characters, Render: liar{render.ByLabel}}})
		if err != nil {
			t.Fatal(err)
		}
		p, err := render.With(c, liar{render.ByLabel})
		if n := len(p.String()); err != nil || n > total || n != c.Used {
			t.Fatalf("total %d: %d characters, Used %d, %v", total, n, c.Used, err)
		}
	}
}

// A counter of zero keeps everything; a part bigger than the budget is shed whole, and says so.
func TestExtremes(t *testing.T) {
	zero := token.Func("zero", func(string) (int, error) { return 0, nil })
	if c := finish(t, fisheries(), assembly.WithBudget(assembly.Budget{Count: zero})); len(c.Shed) != 0 || c.Counter != "zero" {
		t.Errorf("%v", slots(c.Shed))
	}
	s := open()
	s.Add(aside, assembly.Content{Text: strings.Repeat("x", 100_000)})
	if c := finish(t, s, characters(99_999)); len(c.Shed) != 1 || c.Shed[0].Reason != "needs 100000, 99999 left" || len(c.Shed[0].Content) != 100_000 {
		t.Errorf("%+v", c.Shed[0].Reason)
	}
	if c := finish(t, open(), characters(0)); len(c.Parts) != 0 {
		t.Error("no parts")
	}
}

// Only binding parts, and 500 offers over a total just above them: the binding text byte for byte.
func TestBindingTextIsUntouched(t *testing.T) {
	s := open()
	rule := "Never go below 5%.\n\tNot even for {x}. \u2028 é "
	for i := range 500 {
		if i%100 == 0 {
			s.Add(ask, assembly.Content{Text: rule}, s.HandOut("ask", assembly.GivenRef{Given: "ask"}, false, nil))
		}
		s.Add(offer, assembly.Content{Text: fmt.Sprint("UK: ", i)}, s.HandOut("room", assembly.EventRef{Seq: int64(i)}, false, nil))
	}
	n, _ := token.Characters.Count(rule)
	c := finish(t, s, characters(5*n+1))
	if len(c.Parts) != 5 {
		t.Fatal(slots(c.Parts))
	}
	for _, p := range c.Parts {
		if p.Content != rule {
			t.Errorf("%q", p.Content)
		}
	}
}

func TestNotes(t *testing.T) {
	s := open()
	s.Add(aside, assembly.Content{Text: "x\nＭＵＳＴ ＨＯＬＤ： secret"})
	s.Add(aside, assembly.Content{Text: "nothing here"})
	s.Add(aside, assembly.Content{Text: "CRAFT:\nchecked at generation", Verbatim: true})
	c := finish(t, s)
	if len(c.Notes) != 1 || c.Notes[0] != (assembly.Note{Kind: "look-alike", Slot: "aside", Text: "the text holds a line that reads like the heading MUST HOLD"}) {
		t.Errorf("%+v", c.Notes)
	}
	if strings.Contains(c.Describe().String(), "look-alike") {
		t.Error("a note stands in the description")
	}
}
