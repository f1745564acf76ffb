package render_test

import (
	"testing"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
)

func contextOf(parts ...assembly.Part) *assembly.Context { return &assembly.Context{Parts: parts} }

func part(r assembly.Register, text string) assembly.Part {
	return assembly.Part{Slot: r.String(), Register: r, Content: text}
}

func TestLabelled(t *testing.T) {
	c := contextOf(
		part(assembly.Generated, "The UK opened at 12%; Norway held at 5%."),
		part(assembly.Considered, "UK will settle at 8%"),
		part(assembly.Binding, "Respond to the latest offer in one sentence."),
		part(assembly.Considered, "UK: A 12% cut to the mackerel quota."),
		part(assembly.Craft, "Be brief."))
	const want = `MUST HOLD:
Respond to the latest offer in one sentence.

CONSIDER:
UK will settle at 8%
UK: A 12% cut to the mackerel quota.

CRAFT:
Be brief.

SUMMARISED (advisory prose, not canon):
The UK opened at 12%; Norway held at 5%.
`
	if got := render.Labelled(c).String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	empty := render.Labelled(contextOf())
	if empty.String() != "" || empty.IsZero() {
		t.Errorf("an empty context: %q, zero %v", empty, empty.IsZero())
	}
}
