package world

import (
	"context"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// RuntimeMatchesGenerator2 is the handshake: generated code names it, so that a runtime of another generation does not compile
// with it and the compiler's message says which. It changes when generated code and runtime stop fitting, and only then.
const RuntimeMatchesGenerator2 = true

// Event is what can be appended. Generated packages seal it further.
type Event interface {
	Pending() (timeline.Pending, error)
}

// Timeline is what generated code makes of a store: a type of its own, that takes the events of one schema. (It is not generic itself: the
// methods of an instance are compiled anew in every package that names it.)
type Timeline interface{ ~struct{ *Store } }

// Append appends events of one schema as one batch: atomic, durable when it returns, idempotent on ids.
func Append[E Event](ctx context.Context, s *Store, events []E) (timeline.Range, error) {
	batch, err := encode(events)
	if err != nil {
		return timeline.Range{}, err
	}
	return s.Commit(ctx, batch...)
}

// AppendAt is Append if the log's last seq is expect.
func AppendAt[E Event](ctx context.Context, s *Store, expect timeline.Position, events []E) (timeline.Range, error) {
	batch, err := encode(events)
	if err != nil {
		return timeline.Range{}, err
	}
	return s.CommitAt(ctx, expect, batch...)
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
