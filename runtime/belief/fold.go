package belief

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"sync"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// New is a fold in memory, at position 0.
func New() Reader { return &fold{groups: map[Key]map[string]*chain{}} }

type fold struct {
	mu     sync.RWMutex
	at     timeline.Position
	groups map[Key]map[string]*chain // by namespace, predicate and scope; then by belief id
}

// chain is all that one belief ever was, oldest first. It only grows, so that every position stays readable.
type chain struct{ states []state }

// state holds from its event's seq until the next event of the belief; 0 is not over.
type state struct {
	until timeline.Position
	event timeline.Event
}

func (f *fold) Name() string { return "belief" }

func (f *fold) Claims() []timeline.Clause { return Claims() }

// Claims lists the types that a fold of beliefs folds.
func Claims() []timeline.Clause {
	return []timeline.Clause{
		{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: Revised}},
		{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: Contracted}},
	}
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

// Mark says which belief an event revises or contracts, by its attributes alone. One whose attributes are missing or odd belongs to no scope, and
// is passed over: it must not stop what is read of other scopes.
func Mark(e timeline.Event) (key Key, id string, ok bool) {
	if e.Namespace != timeline.ReservedNamespace || e.Type != Revised && e.Type != Contracted {
		return Key{}, "", false
	}
	var texts [4]string
	for i, name := range []string{"namespace", "predicate", "scope", "belief"} {
		text, ok := e.Attributes.Get(name).AsText()
		if !ok || text == "" {
			return Key{}, "", false
		}
		texts[i] = text
	}
	return Key{texts[0], texts[1], texts[2]}, texts[3], true
}

// take folds one event.
func (f *fold) take(e timeline.Event) {
	key, id, ok := Mark(e)
	if !ok {
		return
	}
	group := f.groups[key]
	if group == nil {
		group = map[string]*chain{}
		f.groups[key] = group
	}
	c := group[id]
	if c == nil {
		if e.Type == Contracted {
			return // was never held
		}
		c = &chain{}
		group[id] = c
	}
	if n := len(c.states); n > 0 && c.states[n-1].until == 0 {
		c.states[n-1].until = e.Seq
	}
	if e.Type == Revised {
		c.states = append(c.states, state{event: e.Clone()})
	}
}

func (f *fold) Held(_ context.Context, namespace, scope, predicate string, at timeline.Position) ([]State, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	var out []State
	for id, c := range f.groups[Key{namespace, predicate, scope}] {
		if e, held := c.asOf(at); held {
			out = append(out, State{ID: id, Scope: scope, Event: e.Clone()})
		}
	}
	slices.SortFunc(out, func(a, b State) int { return cmp.Compare(a.Event.Seq, b.Event.Seq) })
	return out, nil
}

// asOf finds the state at a position by halving, so that a long chain costs no more than a short one.
func (c *chain) asOf(at timeline.Position) (timeline.Event, bool) {
	after := sort.Search(len(c.states), func(i int) bool { return c.states[i].event.Seq > at })
	if after == 0 {
		return timeline.Event{}, false
	}
	s := c.states[after-1]
	return s.event, s.until == 0 || s.until > at
}
