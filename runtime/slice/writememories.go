package slice

import (
	"context"
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/world"
)

// WriteMemories is the write door of a scope of memories: it runs assemble, asks the model, and appends what parse makes of the
// answer (facts to remember, to forget, to confirm), with the model's new pins, in one batch. A write to another scope is NotGranted,
// what is nothing to remember is [memory.Refused], and then nothing is appended.
func WriteMemories[M world.Event](ctx context.Context, store *world.Store, call Call, pattern string,
	assemble func() (*assembly.Context, error), model Model, parse func(answer string) ([]M, error), opts ...assembly.Option) (timeline.Range, error) {
	return writeThrough(ctx, store, call, call.bind(pattern), ownMemory, assemble, model, parse, opts)
}

func ownMemory(p timeline.Pending, scope string) error {
	if p.Namespace != timeline.ReservedNamespace || (p.Type != memory.Remembered && p.Type != memory.Forgotten && p.Type != memory.Reconfirmed) {
		return fmt.Errorf("%s.%s is no memory", p.Namespace, p.Type)
	}
	return ownScope(p, scope)
}
