package memory

import (
	"encoding/json"
	"fmt"

	"github.com/grantgen/grantgen/runtime/internal/scope"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// The events of the fold, in the namespace grantgen. Attributes: scope, memory (the fact's id); Remembered has kind too. The payload
// of Remembered is {"text":…,"cites":[ids]}, of the others {}.
const (
	Remembered  = "MemoryRemembered"
	Forgotten   = "MemoryForgotten"
	Reconfirmed = "MemoryReconfirmed"
)

// Version is the version of these events.
const Version = 1

// Scope is the store of one owner's memories.
type Scope struct {
	Name     string
	Validate Validator // nil: the default
}

// Remember is the event that remembers a fact. Its id is the fact's. What is no fact is [Refused].
func (s Scope) Remember(kind Kind, text string, cites ...timeline.ID) (timeline.Pending, error) {
	validate := s.Validate
	if validate == nil {
		validate = Validate
	}
	if err := checkFact(kind, text, cites, validate); err != nil {
		return timeline.Pending{}, fmt.Errorf("remember in %s: %w", s.Name, err)
	}
	if cites == nil {
		cites = []timeline.ID{}
	}
	payload, err := encode(struct {
		Text  string        `json:"text"`
		Cites []timeline.ID `json:"cites"`
	}{text, cites})
	if err != nil {
		return timeline.Pending{}, fmt.Errorf("remember in %s: %w", s.Name, err)
	}
	return s.pending(Remembered, timeline.NewID(), payload, timeline.Attribute{Name: "kind", Value: timeline.Text(string(kind))})
}

// Forget is the event after which the fact is not found any more. Forgetting what is not remembered changes nothing.
func (s Scope) Forget(fact timeline.ID) (timeline.Pending, error) {
	return s.pending(Forgotten, fact, []byte("{}"))
}

// Reconfirm is the event that makes the fact as fresh as itself.
func (s Scope) Reconfirm(fact timeline.ID) (timeline.Pending, error) {
	return s.pending(Reconfirmed, fact, []byte("{}"))
}

func (s Scope) pending(typ string, fact timeline.ID, payload []byte, more ...timeline.Attribute) (timeline.Pending, error) {
	if err := scope.Check(s.Name); err != nil {
		return timeline.Pending{}, fmt.Errorf("write a memory: %w", err)
	}
	if fact.IsZero() {
		return timeline.Pending{}, fmt.Errorf("write a memory of %s: the fact's id is empty", s.Name)
	}
	attrs := append([]timeline.Attribute{
		{Name: "scope", Value: timeline.Text(s.Name)},
		{Name: "memory", Value: timeline.Text(fact.String())},
	}, more...)
	return timeline.Pending{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: typ}, Version: Version,
		Attributes: timeline.NewAttributes(attrs...), Payload: payload}, nil
}

// Claims lists the types that a fold of memories folds.
func Claims() []timeline.Clause {
	var out []timeline.Clause
	for _, typ := range []string{Remembered, Forgotten, Reconfirmed} {
		out = append(out, timeline.Clause{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: typ}})
	}
	return out
}

// Mark says which fact an event is about, by its attributes alone. One whose attributes are missing or odd is passed over.
func Mark(e timeline.Event) (scopeName, fact string, kind Kind, ok bool) {
	if e.Namespace != timeline.ReservedNamespace || e.Type != Remembered && e.Type != Forgotten && e.Type != Reconfirmed {
		return "", "", "", false
	}
	scopeName, okScope := e.Attributes.Get("scope").AsText()
	fact, okFact := e.Attributes.Get("memory").AsText()
	k, okKind := e.Attributes.Get("kind").AsText()
	return scopeName, fact, Kind(k), okScope && okFact && scopeName != "" && fact != "" && (okKind || e.Type != Remembered)
}

func encode(v any) ([]byte, error) { return appendJSON(v) }

// Payload is what a Remembered event holds.
type Payload struct {
	Text  string
	Cites []timeline.ID
}

func decode(e timeline.Event) (Payload, error) {
	var raw struct {
		Text  *string        `json:"text"`
		Cites *[]timeline.ID `json:"cites"`
	}
	if err := json.Unmarshal(e.Payload, &raw); err != nil || raw.Text == nil || raw.Cites == nil {
		return Payload{}, e.Refuse("its payload is no memory", err)
	}
	return Payload{*raw.Text, *raw.Cites}, nil
}
