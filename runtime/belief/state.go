package belief

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// State is a belief that is held at a position.
type State struct {
	ID    string // the belief's
	Scope string
	Event timeline.Event // that made it; its payload is decoded by whoever hands it out
}

// Payload is the decoded payload of a revision, both parts as JSON.
type Payload struct {
	About json.RawMessage `json:"about"`
	Value json.RawMessage `json:"value"`
}

// Decode reads the payload of the event that made the state; what does not decode is a [timeline.Undecodable].
func (s State) Decode() (Payload, error) {
	if s.Event.Version > Version {
		return Payload{}, s.Event.Refuse(fmt.Sprintf("the program knows it up to version %d", Version), nil)
	}
	var p Payload
	if err := json.Unmarshal(s.Event.Payload, &p); err != nil {
		return Payload{}, s.Event.Refuse("its payload is not that of a belief", err)
	}
	if p.About == nil || p.Value == nil {
		return Payload{}, s.Event.Refuse("its payload is not that of a belief", nil)
	}
	return p, nil
}

// Reader reads a fold of beliefs.
type Reader interface {
	timeline.Fold
	// Held lists the beliefs of one scope and predicate that are held at the position, in the order in which they were learnt
	// (the seq of the event that made the state). namespace is the schema's. A fold that is ahead of the position answers as of it;
	// of a fold that is behind, the caller has asked [timeline.Behind].
	Held(ctx context.Context, namespace, scope, predicate string, at timeline.Position) ([]State, error)
}
