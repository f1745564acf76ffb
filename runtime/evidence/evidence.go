package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/internal/scope"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Retrieved is the type of the event, in the namespace grantgen. Attributes: scope; record, the event's own id, by which a step
// finds it; index. The payload is {"query":…,"items":[…]}.
const Retrieved = "EvidenceRetrieved"

// Version is the version of the event.
const Version = 1

// Item is one piece of evidence: a version of a document, or a part of one, as it was found.
type Item struct {
	Document string    // its id in the source; required
	Source   string    // the system that it is from
	Version  string    // the document's version
	At       time.Time // when that version was made; zero: not known
	Text     string    // what was found; or, in its place:
	Ref      string    // where the application's text store has it
	SHA256   string    // of that text, hex; required with Ref
}

// Retrieval is what one search of one step found.
type Retrieval struct {
	Query string // what was asked
	Index string // the version of the index that was asked
	Items []Item // best first
}

// Scope is the store of one owner's evidence.
type Scope struct{ Name string }

// Pending is the event that records r under id.
func (s Scope) Pending(id timeline.ID, r Retrieval) (timeline.Pending, error) {
	p, err := s.pending(id, r)
	if err != nil {
		return timeline.Pending{}, fmt.Errorf("record evidence in %s: %w", s.Name, err)
	}
	return p, nil
}

func (s Scope) pending(id timeline.ID, r Retrieval) (timeline.Pending, error) {
	if err := scope.Check(s.Name); err != nil {
		return timeline.Pending{}, err
	}
	if id.IsZero() {
		return timeline.Pending{}, errors.New("the record's id is empty")
	}
	if !utf8.ValidString(r.Query) || !utf8.ValidString(r.Index) {
		return timeline.Pending{}, errors.New("its query or index is not UTF-8")
	}
	for i, it := range r.Items {
		if err := it.check(); err != nil {
			return timeline.Pending{}, fmt.Errorf("item %d of %d: %w", i+1, len(r.Items), err)
		}
	}
	body, err := encode(r)
	if err != nil {
		return timeline.Pending{}, err
	}
	return timeline.Pending{ID: id, Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: Retrieved}, Version: Version,
		Attributes: timeline.NewAttributes(
			timeline.Attribute{Name: "index", Value: timeline.Text(r.Index)},
			timeline.Attribute{Name: "record", Value: timeline.Text(id.String())},
			timeline.Attribute{Name: "scope", Value: timeline.Text(s.Name)},
		), Payload: body}, nil
}

func (it Item) check() error {
	for _, text := range []string{it.Document, it.Source, it.Version, it.Text, it.Ref} {
		if !utf8.ValidString(text) { // json would put U+FFFD in its place
			return errors.New("it is not UTF-8")
		}
	}
	switch {
	case it.Document == "":
		return errors.New("it names no document")
	case !it.At.IsZero() && (it.At.UTC().Year() < 0 || it.At.UTC().Year() > 9999): // RFC 3339 has no others, and nobody could read the record
		return errors.New("its time has no year of four digits")
	case it.Ref == "" && it.SHA256 != "":
		return errors.New("it has a sha256 and no reference")
	case it.Ref != "" && it.Text != "":
		return errors.New("it has a text and a reference, and one of them must go")
	case it.Ref == "":
		return nil
	}
	if b, err := hex.DecodeString(it.SHA256); err != nil || len(b) != sha256.Size {
		return errors.New("a reference needs the sha256 of its text, as 64 hex digits")
	}
	return nil
}

// Of is the clause that admits the record with that id, of whichever scope.
func Of(id timeline.ID) timeline.Clause { return clause("record", id.String()) }

// In is the clause that admits the records of one scope.
func In(scope string) timeline.Clause { return clause("scope", scope) }

func clause(attribute, value string) timeline.Clause {
	return timeline.Clause{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: Retrieved},
		Where: []timeline.Constraint{timeline.In(attribute, timeline.Text(value))}}
}
