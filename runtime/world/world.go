package world

import (
	"context"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// RuntimeMatchesGenerator1 is the handshake: generated code names it, so that a runtime of another generation does not compile
// with it and the compiler's message says which. It changes when generated code and runtime stop fitting, and only then.
const RuntimeMatchesGenerator1 = true

// Event is what can be appended. Generated packages seal it further.
type Event interface {
	Pending() (timeline.Pending, error)
}

// World is a store that takes events of one schema.
type World[E Event] struct{ *Store }

// Open opens a world over any engine.
func Open[E Event](ctx context.Context, log timeline.Log, types []timeline.Type, opts ...Option) (*World[E], error) {
	store, err := OpenStore(ctx, log, types, opts...)
	if err != nil {
		return nil, err
	}
	return &World[E]{store}, nil
}

// Append appends events as one batch: atomic, durable when it returns, idempotent on ids.
func (w *World[E]) Append(ctx context.Context, events ...E) (timeline.Range, error) {
	batch, err := encode(events)
	if err != nil {
		return timeline.Range{}, err
	}
	return w.Commit(ctx, batch...)
}

// AppendAt is Append if the log's last seq is expect.
func (w *World[E]) AppendAt(ctx context.Context, expect timeline.Position, events ...E) (timeline.Range, error) {
	batch, err := encode(events)
	if err != nil {
		return timeline.Range{}, err
	}
	return w.CommitAt(ctx, expect, batch...)
}

// encode encodes every event before any is appended, so that one that cannot be encoded leaves no trace.
func encode[E Event](events []E) ([]timeline.Pending, error) {
	batch := make([]timeline.Pending, len(events))
	for i, e := range events {
		p, err := pending(e)
		if err != nil {
			return nil, fmt.Errorf("append: event %d of %d: %w", i+1, len(events), err)
		}
		batch[i] = p
	}
	return batch, nil
}

func pending[E Event](e E) (timeline.Pending, error) {
	if any(e) == nil {
		return timeline.Pending{}, errors.New("it is nil")
	}
	return e.Pending()
}
