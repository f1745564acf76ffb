// Package belief is the fold of beliefs: who holds what, in which scope, as of which position.
package belief

import (
	"context"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// The events of the fold, in the namespace grantgen. Attributes: scope, belief (its id), predicate, namespace (the schema's); the payload
// is {"about":{name: subject,…},"value":…} for Revised and {"about":{…}} for Contracted, keys in the schema's order.
const (
	Revised    = "BeliefRevised"
	Contracted = "BeliefContracted"
)

// Subject is one subject of a belief: its name in the schema, and its value (an id, string, int, bool or roster name).
type Subject struct {
	Name  string
	Value any // timeline.ID, string, int64, bool, encoding.TextMarshaler
}

// Key names a belief without its subjects.
type Key struct {
	Namespace string
	Predicate string
	Scope     string
}

// ID is v1:<namespace>:<predicate>(<subject>,<subject>); in a string subject `%`, `,`, `(`, `)`, `:` and controls are percent-quoted.
func (k Key) ID(about []Subject) (string, error) { panic("stub") }

// Revise is the event that makes value (JSON) the current one.
func (k Key) Revise(about []Subject, value []byte) (timeline.Pending, error) { panic("stub") }

// Contract is the event that retracts the belief.
func (k Key) Contract(about []Subject) (timeline.Pending, error) { panic("stub") }

// CheckScope refuses a scope that is empty, not NFC, or has control characters.
func CheckScope(scope string) error { panic("stub") }

// State is a belief that is held at a position.
type State struct {
	ID    string // the belief's
	Scope string
	Event timeline.Event // that made it; its payload is decoded by whoever hands it out
}

// Reader reads a fold of beliefs.
type Reader interface {
	timeline.Fold
	// Held lists the beliefs of one scope and predicate that are held at the position, in the order in which they were learnt
	// (the seq of the event that made the state). namespace is the schema's.
	Held(ctx context.Context, namespace, scope, predicate string, at timeline.Position) ([]State, error)
}

// New is a fold in memory, at position 0.
func New() Reader { panic("stub") }
