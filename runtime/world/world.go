// Package world is one log with the folds over it: what a generated Timeline is.
package world

import (
	"context"
	"time"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// RuntimeMatchesGenerator1 is the handshake: generated code names it, so that a runtime of another generation does not compile
// with it and the compiler's message says which. It changes when generated code and runtime stop fitting, and only then.
const RuntimeMatchesGenerator1 = true

// Event is what can be appended. Generated packages seal it further.
type Event interface {
	Pending() (timeline.Pending, error)
}

// Option changes how a world is opened.
type Option func(*options)

type options struct {
	upcasters []timeline.Upcaster
	newID     func() timeline.ID
	now       func() time.Time
}

// WithUpcasters registers upcasters.
func WithUpcasters(u ...timeline.Upcaster) Option {
	return func(o *options) { o.upcasters = append(o.upcasters, u...) }
}

// WithIDs mints event ids by f, for tests.
func WithIDs(f func() timeline.ID) Option { return func(o *options) { o.newID = f } }

// WithClock takes the time of events from f, for tests.
func WithClock(f func() time.Time) Option { return func(o *options) { o.now = f } }

// Store is the world without its event type.
type Store struct{}

// OpenStore opens a store over any engine. It does not own the log.
func OpenStore(ctx context.Context, log timeline.Log, types []timeline.Type, opts ...Option) (*Store, error) {
	panic("stub")
}

// Log is the engine.
func (s *Store) Log() timeline.Log { panic("stub") }

// Registry knows the event types.
func (s *Store) Registry() *timeline.Registry { panic("stub") }

// Beliefs is the fold of beliefs.
func (s *Store) Beliefs() belief.Reader { panic("stub") }

// Chronicle is the fold of sections.
func (s *Store) Chronicle() chronicle.Reader { panic("stub") }

// CatchUp brings the folds up to a position. Safe for concurrent use.
func (s *Store) CatchUp(ctx context.Context, upto timeline.Position) error { panic("stub") }

// Last is the log's last seq.
func (s *Store) Last(ctx context.Context) (timeline.Position, error) { panic("stub") }

// Commit appends events that are already encoded; ids and times are set by the store's options.
func (s *Store) Commit(ctx context.Context, batch ...timeline.Pending) (timeline.Range, error) {
	panic("stub")
}

// CommitAt is Commit with an expected last seq.
func (s *Store) CommitAt(ctx context.Context, expect timeline.Position, batch ...timeline.Pending) (timeline.Range, error) {
	panic("stub")
}

// World is a store that takes events of one schema.
type World[E Event] struct{ *Store }

// Open opens a world over any engine.
func Open[E Event](ctx context.Context, log timeline.Log, types []timeline.Type, opts ...Option) (*World[E], error) {
	panic("stub")
}

// Append appends events as one batch: atomic, durable when it returns, idempotent on ids.
func (w *World[E]) Append(ctx context.Context, events ...E) (timeline.Range, error) { panic("stub") }

// AppendAt is Append if the log's last seq is expect.
func (w *World[E]) AppendAt(ctx context.Context, expect timeline.Position, events ...E) (timeline.Range, error) {
	panic("stub")
}
