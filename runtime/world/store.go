package world

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"time"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Store is the world without its event type.
type Store struct {
	log       timeline.Log
	registry  *timeline.Registry
	beliefs   belief.Reader
	chronicle chronicle.Reader
	memories  memory.Reader
	options   options
	catching  chan struct{} // one catch-up at a time: a second would read the same pages again
}

// own are the types of grantgen's events that a program may hand out; they need no declaration by a schema.
var own = []timeline.Type{
	{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: belief.Revised}, Version: belief.Version},
	{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: belief.Contracted}, Version: belief.Version},
	{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: chronicle.Written}, Version: chronicle.Version},
	{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: memory.Remembered}, Version: memory.Version},
}

// ownIndexes are the attributes of grantgen's own events by which they are looked up: a ledger reads the pins of its run.
var ownIndexes = []timeline.Type{
	{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: "PinPromoted"}, Version: 1,
		Attributes: []timeline.AttributeDecl{{Name: "run", Kind: timeline.KindText}}},
	{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: evidence.Retrieved}, Version: evidence.Version,
		Attributes: []timeline.AttributeDecl{{Name: "record", Kind: timeline.KindText}, {Name: "scope", Kind: timeline.KindText}}},
}

// OpenStore opens a store over any engine. It does not own the log. The registry knows the types given and grantgen's own.
func OpenStore(ctx context.Context, log timeline.Log, types []timeline.Type, opts ...Option) (*Store, error) {
	o := options{newID: timeline.NewID, now: time.Now, beliefs: belief.New(), chronicle: chronicle.New(), memories: memory.New(), recall: Recall{Deadline: SearchDeadline}}
	for _, opt := range opts {
		opt(&o)
	}
	if log == nil {
		return nil, errors.New("open a timeline: there is no log")
	}
	for _, t := range types {
		if t.Namespace == timeline.ReservedNamespace {
			return nil, fmt.Errorf("open a timeline: type %s: the namespace %s is reserved", t.Type, t.Namespace)
		}
	}
	registry, err := timeline.NewRegistry(append(slices.Clone(types), own...), o.upcasters)
	if err != nil {
		return nil, fmt.Errorf("open a timeline: %w", err)
	}
	if _, err := log.Last(ctx); err != nil { // a log that does not answer is better known now than at the first read
		return nil, fmt.Errorf("open a timeline: %w", err)
	}
	if indexer, can := log.(timeline.Indexer); can && !o.withoutIndexes {
		if err := indexer.EnsureIndexes(ctx, append(slices.Clone(types), o.indexed()...)); err != nil {
			return nil, fmt.Errorf("open a timeline: %w", err)
		}
	}
	return &Store{
		log: log, registry: registry, beliefs: o.beliefs, chronicle: o.chronicle, memories: o.memories,
		options: o, catching: make(chan struct{}, 1),
	}, nil
}

// Log is the engine.
func (s *Store) Log() timeline.Log { return s.log }

// Registry knows the event types.
func (s *Store) Registry() *timeline.Registry { return s.registry }

// Beliefs is the fold of beliefs.
func (s *Store) Beliefs() belief.Reader { return s.beliefs }

// Chronicle is the fold of sections.
func (s *Store) Chronicle() chronicle.Reader { return s.chronicle }

// Last is the log's last seq.
func (s *Store) Last(ctx context.Context) (timeline.Position, error) { return s.log.Last(ctx) }

// CatchUp brings the folds up to a position. Safe for concurrent use.
func (s *Store) CatchUp(ctx context.Context, upto timeline.Position) error {
	select {
	case s.catching <- struct{}{}:
		defer func() { <-s.catching }()
	case <-ctx.Done():
		return fmt.Errorf("catch up to %d: %w", upto, ctx.Err())
	}
	for _, f := range []timeline.Fold{s.beliefs, s.chronicle, s.memories} {
		if err := timeline.CatchUp(ctx, s.log, f, upto); err != nil {
			return err
		}
	}
	return nil
}

// Commit appends events that are already encoded; ids and times are set by the store's options. What is nothing to remember is
// refused ([memory.Check]).
func (s *Store) Commit(ctx context.Context, batch ...timeline.Pending) (timeline.Range, error) {
	if err := s.worth(batch); err != nil {
		return timeline.Range{}, err
	}
	return s.log.Append(ctx, s.stamped(batch)...)
}

// CommitAt is Commit with an expected last seq.
func (s *Store) CommitAt(ctx context.Context, expect timeline.Position, batch ...timeline.Pending) (timeline.Range, error) {
	if err := s.worth(batch); err != nil {
		return timeline.Range{}, err
	}
	return s.log.AppendAt(ctx, expect, s.stamped(batch)...)
}

// stamped is a copy of the batch with ids and times.
func (s *Store) stamped(batch []timeline.Pending) []timeline.Pending {
	out := slices.Clone(batch)
	for i := range out {
		if out[i].ID.IsZero() {
			out[i].ID = s.options.newID()
		}
		if out[i].At == 0 {
			out[i].At = s.options.now().UnixMicro()
		}
	}
	return out
}
