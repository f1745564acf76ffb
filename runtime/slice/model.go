package slice

import (
	"context"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/render"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Model answers a prompt. A *pin.Model is one; its new pins go onto the log in one batch with what they led to.
type Model interface {
	Complete(ctx context.Context, p prompt.Prompt) (string, error)
}

// ModelFunc makes a Model of a function, for answers that need no pin.
type ModelFunc func(ctx context.Context, p prompt.Prompt) (string, error)

// Complete calls f.
func (f ModelFunc) Complete(ctx context.Context, p prompt.Prompt) (string, error) { return f(ctx, p) }

// pinned is what a pinned model has beside Complete.
type pinned interface {
	Uncommitted() []timeline.Pending
	Committed(batch []timeline.Pending)
}

// apart sets a pinned model apart for one door, so that two doors that share it do not append each other's pins.
func apart(model Model) (Model, func()) {
	type door = interface {
		Complete(ctx context.Context, p prompt.Prompt) (string, error)
		Uncommitted() []timeline.Pending
		Committed(batch []timeline.Pending)
		Rejoin()
	}
	m, ok := model.(interface{ Apart() door })
	if !ok {
		return model, func() {}
	}
	d := m.Apart()
	return d, d.Rejoin
}

// ask renders what was assembled, by the budget's renderer so that what was counted is what is sent, and asks the model.
func ask(ctx context.Context, built *assembly.Context, opts []assembly.Option, model Model) (string, error) {
	if model == nil {
		return "", errors.New("the write door needs a model, and got nil")
	}
	r := render.Of(built)
	if b := assembly.OptionsOf(opts).Budget; b != nil && b.Render != nil {
		r = b.Render
	}
	p, err := render.With(built, r)
	if err != nil {
		return "", fmt.Errorf("render the prompt: %w", err)
	}
	answer, err := model.Complete(ctx, p)
	if err != nil {
		return "", fmt.Errorf("ask the model: %w", err)
	}
	return answer, nil
}

// withPins is batch with the model's new pins before it, and what to call once the batch stands on the log.
func withPins(model Model, batch ...timeline.Pending) ([]timeline.Pending, func()) {
	p, ok := model.(pinned)
	if !ok {
		return batch, func() {}
	}
	pins := p.Uncommitted()
	return append(pins[:len(pins):len(pins)], batch...), func() { p.Committed(pins) }
}
