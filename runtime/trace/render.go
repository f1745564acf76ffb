package trace

import (
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	key "github.com/grantgen/grantgen/runtime/internal/seal"
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

// applicationsOwn is how the prompt of a renderer is recorded that the budget does not name: it is not rendered again.
const applicationsOwn = "the application's own"

// render puts the prompt into a record: the one that the budget says, or one that the application rendered, which has to be of this context.
// Its renderer is asked for the text once more: a text is all that a prompt has in common with its context.
func (r *Recorded) render(built *assembly.Context, b *assembly.Budget) error {
	text, name, err := rendered(built, b)
	if r.prompt == nil {
		if err != nil {
			return fmt.Errorf("render it: %w", err)
		}
		r.Rendered, r.Renderer = hashOf(text), name
		return nil
	}
	if r.prompt.IsZero() {
		return fmt.Errorf("%w: it is empty, and no renderer made it", ErrOtherPrompt)
	}
	if by, ok := r.prompt.By(key.Runtime).(assembly.Renderer); ok {
		again, err := assembly.Rendered(by, built)
		if err != nil {
			return fmt.Errorf("render it: %w", err)
		}
		if again != r.prompt.String() {
			return ErrOtherPrompt
		}
	}
	if err == nil && text == r.prompt.String() {
		r.Rendered, r.Renderer = hashOf(text), name
		return nil
	}
	r.Rendered, r.Renderer = hashOf(r.prompt.String()), applicationsOwn
	return nil
}
