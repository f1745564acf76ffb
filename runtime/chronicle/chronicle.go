package chronicle

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Written is the event of a section, in the namespace grantgen. Attributes: scope, from, to (ints), writer; the payload is
// {"section":"1-3","from":1,"to":3,"scope":…,"prose":…,"hash":hex of the range,"writer":…,"clauses":[…]}.
const Written = "SectionWritten"

// Version is the version of the event.
const Version = 1

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
	At      timeline.Micros // of its event
	Sealed  [32]byte        // the hash of its event
	Mark    string          // its event's mark
}

// Range is what the section tells of.
func (s Section) Range() timeline.Range { return timeline.Range{From: s.From, To: s.To} }

// Covers says whether the section tells of e: its seq lies in the range and one of the clauses admits it.
func (s Section) Covers(e timeline.Event) bool {
	if e.Seq < s.From || e.Seq > s.To {
		return false
	}
	for _, c := range s.Clauses { // not Query.Match: a section without clauses tells of nothing
		if c.Match(e) {
			return true
		}
	}
	return false
}

// EventID is the id of the section over a range of a scope.
func EventID(scope string, r timeline.Range) timeline.ID {
	return timeline.DeriveID("section", scope, strconv.FormatInt(r.From, 10), strconv.FormatInt(r.To, 10))
}

// ID is a section's id within its scope.
func ID(r timeline.Range) string { return fmt.Sprintf("%d-%d", r.From, r.To) }

// HashOf is the hash of what a section was made from: sha256 over the seq (8 bytes, big endian) and the hash of each event that the
// clauses admit in the range, in order. It changes when one of them does.
func HashOf(ctx context.Context, log timeline.Log, r timeline.Range, clauses []timeline.Clause) ([32]byte, error) {
	if len(clauses) == 0 {
		return [32]byte{}, errors.New("hash a range: there are no clauses")
	}
	h := sha256.New()
	for after := r.From - 1; after < r.To; {
		page, err := log.Read(ctx, timeline.Query{After: after, UpTo: r.To, Clauses: clauses})
		if err != nil {
			return [32]byte{}, fmt.Errorf("hash events %d to %d: %w", r.From, r.To, err)
		}
		for _, e := range page.Events {
			h.Write(binary.BigEndian.AppendUint64(nil, uint64(e.Seq)))
			h.Write(e.Hash[:])
			after = e.Seq
		}
		if !page.More || len(page.Events) == 0 {
			break
		}
	}
	return [32]byte(h.Sum(nil)), nil
}

func checkRange(r timeline.Range) error {
	if r.From < 1 || r.To < r.From {
		return fmt.Errorf("events %d to %d are no range of the log", r.From, r.To)
	}
	return nil
}
