package belief

import (
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/internal/scope"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// The events of the fold, in the namespace grantgen. Attributes: scope, belief (its id), predicate, namespace (the schema's); the payload
// is {"about":{name: subject,…},"value":…} for Revised and {"about":{…}} for Contracted, keys in the schema's order.
const (
	Revised    = "BeliefRevised"
	Contracted = "BeliefContracted"
)

// Version is the version of both events.
const Version = 1

// Key names a belief without its subjects.
type Key struct {
	Namespace string
	Predicate string
	Scope     string
}

// Revise is the event that makes value (JSON) the current one.
func (k Key) Revise(about []Subject, value []byte) (timeline.Pending, error) {
	if err := timeline.CheckJSON(value); err != nil {
		return timeline.Pending{}, fmt.Errorf("revise %s.%s: its value is refused: %w", k.Namespace, k.Predicate, err)
	}
	p, err := k.event(Revised, about, value)
	if err != nil {
		return timeline.Pending{}, fmt.Errorf("revise %s.%s: %w", k.Namespace, k.Predicate, err)
	}
	return p, nil
}

// Contract is the event that retracts the belief.
func (k Key) Contract(about []Subject) (timeline.Pending, error) {
	p, err := k.event(Contracted, about, nil)
	if err != nil {
		return timeline.Pending{}, fmt.Errorf("contract %s.%s: %w", k.Namespace, k.Predicate, err)
	}
	return p, nil
}

func (k Key) event(typ string, about []Subject, value []byte) (timeline.Pending, error) {
	if err := CheckScope(k.Scope); err != nil {
		return timeline.Pending{}, err
	}
	id, err := k.ID(about)
	if err != nil {
		return timeline.Pending{}, err
	}
	payload, err := encode(about, value)
	if err != nil {
		return timeline.Pending{}, err
	}
	return timeline.Pending{
		Key:     timeline.Key{Namespace: timeline.ReservedNamespace, Type: typ},
		Version: Version,
		Attributes: timeline.NewAttributes(
			timeline.Attribute{Name: "belief", Value: timeline.Text(id)},
			timeline.Attribute{Name: "namespace", Value: timeline.Text(k.Namespace)},
			timeline.Attribute{Name: "predicate", Value: timeline.Text(k.Predicate)},
			timeline.Attribute{Name: "scope", Value: timeline.Text(k.Scope)},
		),
		Payload: payload,
	}, nil
}

func (k Key) check() error {
	if !timeline.IsName(k.Namespace) || !timeline.IsName(k.Predicate) {
		return errors.New("the namespace and the predicate of a belief must be names")
	}
	return nil
}

// CheckScope refuses a scope that is empty, not NFC, or has control characters.
func CheckScope(s string) error { return scope.Check(s) }
