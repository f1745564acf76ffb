package memory

import (
	"encoding/json"
	"fmt"

	"github.com/grantgen/grantgen/runtime/internal/scope"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// The events of the fold, in the namespace grantgen. Attributes: scope; Remembered has kind too, the others memory, the fact's id. A
// fact's id is that of the event that remembered it. The payload of Remembered is {"text":…,"cites":[ids]}, of the others {}.
const (
	Remembered  = "MemoryRemembered"
	Forgotten   = "MemoryForgotten"
	Reconfirmed = "MemoryReconfirmed"
)

// Version is the version of these events.
const Version = 1

// Scope is the store of one owner's memories.
type Scope struct{ Name string }

// Remember is the event that remembers a fact; the id that it is appended under is the fact's. What is no fact is [Refused]: by kind,
// size and citations here, by the [Validator] where it is appended (see [Check]).
func (s Scope) Remember(kind Kind, text string, cites ...timeline.ID) (timeline.Pending, error) {
	if err := checkFact(kind, text, cites); err != nil {
		return timeline.Pending{}, fmt.Errorf("remember in %s: %w", s.Name, err)
	}
	if cites == nil {
		cites = []timeline.ID{}
	}
	payload, err := appendJSON(struct {
		Text  string        `json:"text"`
		Cites []timeline.ID `json:"cites"`
	}{text, cites})
	if err != nil {
		return timeline.Pending{}, fmt.Errorf("remember in %s: %w", s.Name, err)
	}
	return s.pending(Remembered, payload, timeline.Attribute{Name: "kind", Value: timeline.Text(string(kind))})
}

// Forget is the event after which the fact is not found any more. Forgetting what is not remembered changes nothing.
func (s Scope) Forget(fact timeline.ID) (timeline.Pending, error) { return s.about(Forgotten, fact) }

// Reconfirm is the event that makes the fact as fresh as itself.
func (s Scope) Reconfirm(fact timeline.ID) (timeline.Pending, error) {
	return s.about(Reconfirmed, fact)
}

func (s Scope) about(typ string, fact timeline.ID) (timeline.Pending, error) {
	if fact.IsZero() {
		return timeline.Pending{}, fmt.Errorf("write a memory of %s: the fact's id is empty", s.Name)
	}
	return s.pending(typ, []byte("{}"), timeline.Attribute{Name: "memory", Value: timeline.Text(fact.String())})
}

func (s Scope) pending(typ string, payload []byte, more timeline.Attribute) (timeline.Pending, error) {
	if err := scope.Check(s.Name); err != nil {
		return timeline.Pending{}, fmt.Errorf("write a memory: %w", err)
	}
	return timeline.Pending{Key: key(typ), Version: Version,
		Attributes: timeline.NewAttributes(timeline.Attribute{Name: "scope", Value: timeline.Text(s.Name)}, more), Payload: payload}, nil
}

func key(typ string) timeline.Key {
	return timeline.Key{Namespace: timeline.ReservedNamespace, Type: typ}
}

// Claims lists the types that a fold of memories folds.
func Claims() []timeline.Clause {
	var out []timeline.Clause
	for _, typ := range []string{Remembered, Forgotten, Reconfirmed} {
		out = append(out, timeline.Clause{Key: key(typ)})
	}
	return out
}

// Mark says which fact an event is about, by its envelope alone. One whose attributes are missing or odd is passed over.
func Mark(e timeline.Event) (scopeName, fact string, kind Kind, ok bool) {
	scopeName, _ = e.Attributes.Get("scope").AsText()
	if scopeName == "" {
		return "", "", "", false
	}
	switch e.Key {
	case key(Remembered):
		k, ok := e.Attributes.Get("kind").AsText()
		return scopeName, e.ID.String(), Kind(k), ok
	case key(Forgotten), key(Reconfirmed):
		fact, _ := e.Attributes.Get("memory").AsText()
		return scopeName, fact, "", fact != ""
	}
	return "", "", "", false
}

// Payload is what a Remembered event holds.
type Payload struct {
	Text  string
	Cites []timeline.ID
}

func decode(e timeline.Event) (Payload, error) {
	if e.Version > Version {
		return Payload{}, e.Refuse(fmt.Sprintf("the program knows it up to version %d", Version), nil)
	}
	p, ok, err := parse(e.Payload)
	if !ok {
		return Payload{}, e.Refuse("its payload is no memory", err)
	}
	return p, nil
}

func parse(payload []byte) (p Payload, ok bool, err error) {
	var raw struct {
		Text  *string        `json:"text"`
		Cites *[]timeline.ID `json:"cites"`
	}
	if err := json.Unmarshal(payload, &raw); err != nil || raw.Text == nil || raw.Cites == nil {
		return Payload{}, false, err
	}
	return Payload{*raw.Text, *raw.Cites}, true, nil
}
