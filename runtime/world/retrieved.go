package world

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Retrieved records what an application retrieved for one step, and returns the id by which the step's Input names it.
func (s *Store) Retrieved(ctx context.Context, scope evidence.Scope, r evidence.Retrieval) (timeline.ID, error) {
	id := s.options.newID()
	p, err := scope.Pending(id, r)
	if err != nil {
		return timeline.ID{}, err
	}
	if _, err := s.Commit(ctx, p); err != nil {
		return timeline.ID{}, fmt.Errorf("record evidence in %s: %w", scope.Name, err)
	}
	return id, nil
}

// Texts is where texts behind references are; nil when the application gave none.
func (s *Store) Texts() evidence.Texts { return s.options.texts }

// WithTexts reads the texts of evidence that was recorded by reference from there.
func WithTexts(t evidence.Texts) Option { return func(o *options) { o.texts = t } }
