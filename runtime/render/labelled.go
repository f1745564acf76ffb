package render

import (
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/internal/lookalike/quote"
	"github.com/grantgen/grantgen/runtime/internal/seal"
	"github.com/grantgen/grantgen/runtime/prompt"
)

// Labelled is the context as plain text with a heading for each register. Of a context made by hand that has a part without a
// register it is the zero Prompt, which no pinned model takes; [With] gives the error.
func Labelled(c *assembly.Context) prompt.Prompt {
	p, err := With(c, ByLabel)
	if err != nil {
		return prompt.Prompt{}
	}
	return p
}

// With makes a prompt by a renderer. A panic in it is an error ([assembly.RenderFailed]).
func With(c *assembly.Context, r assembly.Renderer) (prompt.Prompt, error) {
	text, err := assembly.Rendered(r, c)
	if err != nil {
		return prompt.Prompt{}, err
	}
	return prompt.Rendered(seal.Runtime, text, r), nil
}

// ByLabel is what [Labelled] renders by, for a budget that counts what is rendered:
//
//	assembly.Budget{Total: 4000, Count: counter, Render: render.ByLabel}
var ByLabel assembly.UnitRenderer = byLabel{}

type byLabel struct{}

// String is the renderer's name.
func (byLabel) String() string { return "labelled" }

func (b byLabel) Render(c *assembly.Context) (string, error) {
	size, byRegister := 0, [assembly.Generated + 1][]*assembly.Part{}
	for i := range c.Parts {
		p := &c.Parts[i]
		if assembly.Heading(p.Register) == "" {
			return "", fmt.Errorf("part '%s' has no register", p.Slot)
		}
		byRegister[p.Register] = append(byRegister[p.Register], p)
		size += len(p.Content) + 1
	}
	l := labels{fixedTexts(c.Parts, c.Shed)}
	var text strings.Builder
	text.Grow(size + 128)
	for _, r := range order {
		for i, p := range byRegister[r] {
			if i == 0 {
				text.WriteString(l.Head(r, text.Len() == 0))
			}
			text.WriteString(l.Unit(p))
		}
	}
	return text.String(), nil
}

// JoinsUnits vouches that Render puts the units together and does nothing else.
func (byLabel) JoinsUnits(seal.Key) {}

func (byLabel) Units(all []assembly.Part) assembly.Units { return labels{fixedTexts(all)} }

// labels are the pieces of a labelled prompt.
type labels struct{ fixed quote.Fixed }

func (labels) Registers() []assembly.Register { return order }

func (labels) Head(r assembly.Register, first bool) string {
	if first {
		return assembly.Heading(r) + "\n"
	}
	return "\n" + assembly.Heading(r) + "\n"
}

func (l labels) Unit(p *assembly.Part) string { return l.fixed.Write(p.Content, p.Verbatim) + "\n" }
