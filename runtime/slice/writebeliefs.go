package slice

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// WriteBeliefs is the write door of a scope of beliefs: it runs assemble, asks the model, and appends what parse makes of the
// answer, with the model's new pins, in one batch. A write to another scope is NotGranted, and then nothing is appended.
func WriteBeliefs[B world.Event](ctx context.Context, store *world.Store, call Call, pattern string,
	assemble func() (*assembly.Context, error), model Model, parse func(answer string) ([]B, error), opts ...assembly.Option) (timeline.Range, error) {
	return writeThrough(ctx, store, call, call.bind(pattern), ownBelief, assemble, model, parse, opts)
}

func ownBelief(p timeline.Pending, scope string) error {
	if p.Namespace != timeline.ReservedNamespace || (p.Type != belief.Revised && p.Type != belief.Contracted) {
		return fmt.Errorf("%s.%s is no belief", p.Namespace, p.Type)
	}
	return ownScope(p, scope)
}
