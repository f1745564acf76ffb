// Package chronicle is the fold of sections: prose that a model wrote over a range of the log.
package chronicle

import (
	"context"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Written is the event of a section, in the namespace grantgen. Attributes: scope, from, to (ints), writer; the payload is
// {"section":"1-3","from":1,"to":3,"scope":…,"prose":…,"hash":hex of the range,"writer":…,"clauses":[…]}.
const Written = "SectionWritten"

// Section is a section of a chronicle.
type Section struct {
	ID      string // "1-3"
	From    timeline.Position
	To      timeline.Position
	Scope   string
	Prose   string
	Writer  string // the role or member, e.g. chronicler
	Hash    [32]byte
	Clauses []timeline.Clause // of the writer's events slice, bound
	Event   timeline.ID
	Seq     timeline.Position
}

// Covers says whether the section tells of e: its seq lies in the range and one of the clauses admits it.
func (s Section) Covers(e timeline.Event) bool { panic("stub") }

// Pending is the event that writes s; its id derives from scope and range.
func (s Section) Pending() (timeline.Pending, error) { panic("stub") }

// EventID is the id of the section over a range of a scope.
func EventID(scope string, r timeline.Range) timeline.ID { panic("stub") }

// Overlap is a section refused because one stands over part of its range. Its text: events 2 to 4 overlap the section over 1 to 3 of chronicle:public
type Overlap struct {
	Scope    string
	Range    timeline.Range
	Standing timeline.Range
}

func (e *Overlap) Error() string { panic("stub") }

// Reader reads a fold of sections. Of two overlapping sections of a scope the first on the log stands and the other is not there.
type Reader interface {
	timeline.Fold
	// Sections lists the sections of a scope whose event's seq is at or before the position, by range. A section that does not decode is a
	// [timeline.Undecodable].
	Sections(ctx context.Context, scope string, at timeline.Position) ([]Section, error)
}

// New is a fold in memory, at position 0.
func New() Reader { panic("stub") }
