package chronicle

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/internal/scope"
	"github.com/grantgen/grantgen/runtime/timeline"
)

type payload struct {
	Section string            `json:"section"`
	From    timeline.Position `json:"from"`
	To      timeline.Position `json:"to"`
	Scope   string            `json:"scope"`
	Prose   string            `json:"prose"`
	Hash    string            `json:"hash"`
	Writer  string            `json:"writer"`
	Clauses []timeline.Clause `json:"clauses"`
}

// Pending is the event that writes s; its id derives from scope and range.
func (s Section) Pending() (timeline.Pending, error) {
	p, err := s.pending()
	if err != nil {
		return timeline.Pending{}, fmt.Errorf("write the section over %d to %d: %w", s.From, s.To, err)
	}
	return p, nil
}

func (s Section) pending() (timeline.Pending, error) {
	if err := checkRange(s.Range()); err != nil {
		return timeline.Pending{}, err
	}
	if err := scope.Check(s.Scope); err != nil {
		return timeline.Pending{}, err
	}
	switch {
	case s.Writer == "":
		return timeline.Pending{}, errors.New("it names no writer")
	case len(s.Clauses) == 0:
		return timeline.Pending{}, errors.New("it has no clauses, so it tells of nothing")
	case !utf8.ValidString(s.Prose) || !utf8.ValidString(s.Writer):
		return timeline.Pending{}, errors.New("its text is not UTF-8") // json would put U+FFFD in its place
	}
	body, err := encode(payload{
		Section: ID(s.Range()), From: s.From, To: s.To, Scope: s.Scope, Prose: s.Prose,
		Hash: hex.EncodeToString(s.Hash[:]), Writer: s.Writer, Clauses: s.Clauses,
	})
	if err != nil {
		return timeline.Pending{}, err
	}
	return timeline.Pending{
		ID:      EventID(s.Scope, s.Range()),
		Key:     timeline.Key{Namespace: timeline.ReservedNamespace, Type: Written},
		Version: Version,
		Attributes: timeline.NewAttributes(
			timeline.Attribute{Name: "from", Value: timeline.Int(s.From)},
			timeline.Attribute{Name: "scope", Value: timeline.Text(s.Scope)},
			timeline.Attribute{Name: "to", Value: timeline.Int(s.To)},
			timeline.Attribute{Name: "writer", Value: timeline.Text(s.Writer)},
		),
		Payload: body,
	}, nil
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decode reads a section from its event, whose range and scope the fold has taken from the attributes.
func decode(e timeline.Event, scope string, r timeline.Range) (Section, error) {
	if e.Version > Version {
		return Section{}, e.Refuse(fmt.Sprintf("the program knows it up to version %d", Version), nil)
	}
	var p payload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return Section{}, e.Refuse("its payload is not that of a section", err)
	}
	hash, err := hex.DecodeString(p.Hash)
	if err != nil || len(hash) != 32 {
		return Section{}, e.Refuse("its hash is none", err)
	}
	writer, _ := e.Attributes.Get("writer").AsText()
	if p.Section != ID(r) || p.From != r.From || p.To != r.To || p.Scope != scope || p.Writer != writer {
		return Section{}, e.Refuse("its payload and its attributes differ", nil)
	}
	return Section{
		ID: p.Section, From: p.From, To: p.To, Scope: p.Scope, Prose: p.Prose, Writer: p.Writer,
		Hash: [32]byte(hash), Clauses: p.Clauses, Event: e.ID, Seq: e.Seq, At: e.At, Sealed: e.Hash, Mark: e.Mark(),
	}, nil
}
