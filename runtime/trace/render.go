package trace

import (
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/render"
)

// The names of grantgen's own renderers.
const (
	byLabel   = "by label"
	bySection = "by section"
)

// rendererName is how a renderer is recorded; one of an application has the name that its String gives, else its Go type.
func rendererName(r assembly.Renderer) string {
	switch r {
	case nil:
		return ""
	case assembly.Renderer(render.ByLabel):
		return byLabel
	case assembly.Renderer(render.BySection):
		return bySection
	}
	if s, ok := r.(fmt.Stringer); ok {
		return s.String()
	}
	return fmt.Sprintf("%T", r)
}

// rendered is the text of a context as its budget says, and by which renderer.
func rendered(built *assembly.Context, b *assembly.Budget) (text, name string, err error) {
	r := render.Of(built)
	if b != nil && b.Render != nil {
		r = b.Render
	}
	text, err = r.Render(built)
	return text, rendererName(r), err
}
