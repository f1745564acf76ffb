package chronicle

import (
	"context"
	"slices"
	"sort"
	"sync"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Reader reads a fold of sections. Of two overlapping sections of a scope the first on the log stands and the other is not there. A
// section whose range is not wholly before its own event is not there either: it would tell of what had not happened.
type Reader interface {
	timeline.Fold
	// Sections lists the sections of a scope whose event's seq is at or before the position, by range. A section that does not decode is a
	// [timeline.Undecodable].
	Sections(ctx context.Context, scope string, at timeline.Position) ([]Section, error)
}

// New is a fold in memory, at position 0.
func New() Reader { return &fold{scopes: map[string][]marked{}} }

type fold struct {
	mu     sync.RWMutex
	at     timeline.Position
	scopes map[string][]marked // by range; the ranges of one scope never overlap
}

// marked is a section as its envelope shows it.
type marked struct {
	timeline.Range
	event timeline.Event
}

func (f *fold) Name() string { return "chronicle" }

func (f *fold) Claims() []timeline.Clause { return Claims() }

// Claims lists the types that a fold of sections folds.
func Claims() []timeline.Clause {
	return []timeline.Clause{{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: Written}}}
}

func (f *fold) Position(context.Context) (timeline.Position, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.at, nil
}

func (f *fold) Fold(_ context.Context, upto timeline.Position, events []timeline.Event) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range events {
		if e.Seq > f.at && e.Seq <= upto {
			f.take(e)
		}
	}
	f.at = max(f.at, upto)
	return nil
}

// Mark says which section an event writes, by its attributes alone. One whose attributes are missing or odd, or whose range is not
// wholly before the event, is passed over: it must not stop what is read of other scopes.
func Mark(e timeline.Event) (scope string, r timeline.Range, ok bool) {
	if e.Namespace != timeline.ReservedNamespace || e.Type != Written {
		return "", r, false
	}
	scope, named := e.Attributes.Get("scope").AsText()
	from, begins := e.Attributes.Get("from").AsInt()
	to, ends := e.Attributes.Get("to").AsInt()
	r = timeline.Range{From: from, To: to}
	ok = named && scope != "" && begins && ends && checkRange(r) == nil && to < e.Seq
	return scope, r, ok
}

// Decode reads the section that a marked event writes.
func Decode(e timeline.Event) (Section, error) {
	scope, r, ok := Mark(e)
	if !ok {
		return Section{}, e.Refuse("its attributes name no section", nil)
	}
	return decode(e, scope, r)
}

// take folds one event.
func (f *fold) take(e timeline.Event) {
	scope, r, ok := Mark(e)
	if !ok {
		return
	}
	standing := f.scopes[scope]
	// The first section that ends at or after the new one's start is the only one that can overlap it.
	i := sort.Search(len(standing), func(i int) bool { return standing[i].To >= r.From })
	if i < len(standing) && overlap(standing[i].Range, r) {
		return
	}
	// A new slice: the one before may be in a reader's hands.
	f.scopes[scope] = slices.Insert(slices.Clone(standing), i, marked{r, e.Clone()})
}

func (f *fold) Sections(_ context.Context, scope string, at timeline.Position) ([]Section, error) {
	f.mu.RLock()
	standing := f.scopes[scope]
	f.mu.RUnlock()
	var out []Section
	for _, m := range standing {
		if m.event.Seq > at {
			continue
		}
		s, err := decode(m.event, scope, m.Range)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}
