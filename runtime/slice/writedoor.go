package slice

import (
	"context"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// writeThrough is a write door: it runs assemble, asks the model, and appends what parse makes of the answer, with the model's new
// pins, in one batch. What own refuses keeps all of it off the log.
func writeThrough[W world.Event](ctx context.Context, store *world.Store, call Call, scope string, own func(p timeline.Pending, scope string) error,
	assemble func() (*assembly.Context, error), model Model, parse func(answer string) ([]W, error), opts []assembly.Option) (timeline.Range, error) {
	var none timeline.Range
	if parse == nil {
		return none, errors.New("the write door needs a function that parses the answer, and got nil")
	}
	built, err := assemble()
	if err != nil {
		return none, err
	}
	fail := func(err error) error { return fmt.Errorf("%s: write %s: %w", call.name(), scope, err) }
	model, rejoin := apart(model)
	defer rejoin()
	answer, err := ask(ctx, built, opts, model)
	if err != nil {
		return none, fail(err)
	}
	writes, err := parse(answer)
	if err != nil {
		return none, fail(fmt.Errorf("parse the answer: %w", err))
	}
	batch := make([]timeline.Pending, 0, len(writes))
	for i, w := range writes {
		p, err := w.Pending()
		if err != nil {
			return none, fail(fmt.Errorf("write %d: %w", i+1, err))
		}
		if err := own(p, scope); err != nil {
			return none, fail(err)
		}
		batch = append(batch, p)
	}
	batch, committed := withPins(model, batch...)
	if len(batch) == 0 {
		return none, nil
	}
	rng, err := store.Commit(ctx, batch...)
	if err != nil {
		return none, fail(err)
	}
	committed()
	return rng, nil
}

// ownScope refuses a write to another scope.
func ownScope(p timeline.Pending, scope string) error {
	if got, _ := p.Attributes.Get("scope").AsText(); got != scope {
		return &assembly.NotGranted{Scope: got}
	}
	return nil
}
