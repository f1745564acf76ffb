package world

import (
	"time"

	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/evidence"
	"github.com/grantgen/grantgen/runtime/memory"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Option changes how a world is opened.
type Option func(*options)

type options struct {
	upcasters []timeline.Upcaster
	newID     func() timeline.ID
	now       func() time.Time
	beliefs   belief.Reader
	chronicle chronicle.Reader
	memories  memory.Reader

	texts    evidence.Texts
	recall   Recall
	validate memory.Validator

	withoutIndexes bool
}

// WithUpcasters registers upcasters.
func WithUpcasters(u ...timeline.Upcaster) Option {
	return func(o *options) { o.upcasters = append(o.upcasters, u...) }
}

// WithIDs mints event ids by f, for tests. Appends may call it from several goroutines.
func WithIDs(f func() timeline.ID) Option { return func(o *options) { o.newID = f } }

// WithClock takes the time of events from f, for tests. Appends may call it from several goroutines.
func WithClock(f func() time.Time) Option { return func(o *options) { o.now = f } }

// Folds is a place where folds are kept, e.g. a *foldstore.Store of the same log.
type Folds interface {
	Beliefs() belief.Reader
	Chronicle() chronicle.Reader
	Memories() memory.Reader
}

// WithFolds reads beliefs, chronicle and memories from there instead of folding the log in memory. It must be of the same log.
func WithFolds(f Folds) Option {
	return func(o *options) { o.beliefs, o.chronicle, o.memories = f.Beliefs(), f.Chronicle(), f.Memories() }
}

// WithoutIndexes makes no indexes for declared attributes, for an application whose database user may not, or that makes them at
// another time (see [timeline.Indexer]). Reads give the same without them.
func WithoutIndexes() Option { return func(o *options) { o.withoutIndexes = true } }
