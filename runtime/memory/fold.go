package memory

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Fact is a memory that is held at a position.
type Fact struct {
	ID        string
	Scope     string
	Kind      Kind
	Event     timeline.Event  // that remembered it; its payload is decoded by whoever reads it
	Confirmed timeline.Micros // when it was last remembered or confirmed, as of the position
}

// Decode reads what the fact says. One that does not decode is a [timeline.Undecodable].
func (f Fact) Decode() (Payload, error) { return decode(f.Event) }

// Reader reads a fold of memories.
type Reader interface {
	timeline.Fold
	// Facts lists the facts of a scope that are held at the position, in the order in which they were learnt.
	Facts(ctx context.Context, scope string, at timeline.Position) ([]Fact, error)
}

// New is a fold in memory, at position 0.
func New() Reader { return &fold{scopes: map[string]map[string]*life{}} }

type fold struct {
	mu     sync.RWMutex
	at     timeline.Position
	scopes map[string]map[string]*life // by scope, then by fact
}

// life is all that happened to a fact.
type life struct {
	kind      Kind
	event     timeline.Event
	forgotten timeline.Position // 0: not
	confirmed []mark            // ascending
}

type mark struct {
	seq timeline.Position
	at  timeline.Micros
}

func (f *fold) Name() string              { return "memory" }
func (f *fold) Claims() []timeline.Clause { return Claims() }

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

// take folds one event. What is forgotten stays so: remembering it again is a new fact.
func (f *fold) take(e timeline.Event) {
	scope, fact, kind, ok := Mark(e)
	if !ok {
		return
	}
	facts := f.scopes[scope]
	if facts == nil {
		facts = map[string]*life{}
		f.scopes[scope] = facts
	}
	l := facts[fact]
	switch {
	case e.Type == Remembered && l == nil:
		facts[fact] = &life{kind: kind, event: e.Clone()}
	case l == nil || l.forgotten != 0:
	case e.Type == Forgotten:
		l.forgotten = e.Seq
	case e.Type == Reconfirmed:
		l.confirmed = append(l.confirmed, mark{e.Seq, e.At})
	}
}

func (f *fold) Facts(_ context.Context, scope string, at timeline.Position) ([]Fact, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	var out []Fact
	for id, l := range f.scopes[scope] {
		if l.event.Seq > at || l.forgotten != 0 && l.forgotten <= at {
			continue
		}
		fact := Fact{ID: id, Scope: scope, Kind: l.kind, Event: l.event.Clone(), Confirmed: l.event.At}
		if i, _ := slices.BinarySearchFunc(l.confirmed, at+1, func(m mark, seq timeline.Position) int { return cmp.Compare(m.seq, seq) }); i > 0 {
			fact.Confirmed = l.confirmed[i-1].at
		}
		out = append(out, fact)
	}
	slices.SortFunc(out, func(a, b Fact) int { return cmp.Compare(a.Event.Seq, b.Event.Seq) })
	return out, nil
}
