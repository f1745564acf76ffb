package timeline

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// MaxPayload is the largest payload in bytes.
const MaxPayload = 16 << 20

// MaxAttributes is the largest canonical form of an event's attributes in bytes.
const MaxAttributes = 1 << 20

// Prepare is what every engine runs before it appends: it mints missing ids, sets missing times from now, checks names,
// versions, attributes and payload (one JSON value, valid UTF-8, no duplicate key at any depth, no more than MaxPayload, depth at most 1000), and hashes. The batch
// given is not changed, and nothing of it is shared with the result. An id twice in one batch is refused. Seqs are the engine's to set.
func Prepare(batch []Pending, now Micros) ([]Event, error) {
	out := make([]Event, len(batch))
	seen := make(map[ID]int, len(batch))
	for i, p := range batch {
		e, err := prepare(p, now)
		if err != nil {
			return nil, fmt.Errorf("event %d of %d (%s.%s): %w", i+1, len(batch), clip(p.Namespace), clip(p.Type), err)
		}
		if first, twice := seen[e.ID]; twice {
			return nil, fmt.Errorf("events %d and %d of %d have one id, %s", first+1, i+1, len(batch), e.ID)
		}
		seen[e.ID] = i
		out[i] = e
	}
	return out, nil
}

func prepare(p Pending, now Micros) (Event, error) {
	if p.ID.IsZero() {
		p.ID = NewID()
	}
	if p.At == 0 {
		p.At = now
	}
	if !IsName(p.Namespace) || !IsName(p.Type) {
		return Event{}, fmt.Errorf("namespace and type must be names: %s", nameRule)
	}
	if p.Version < 1 || p.Version > math.MaxInt32 {
		return Event{}, fmt.Errorf("version %d: versions start at 1, and end at %d", p.Version, math.MaxInt32)
	}
	p.Attributes = NewAttributes(p.Attributes...)
	if err := p.Attributes.check(); err != nil {
		return Event{}, err
	}
	switch {
	case len(p.Payload) == 0:
		return Event{}, errors.New("the payload is empty: it must be a JSON value")
	case len(p.Payload) > MaxPayload:
		return Event{}, fmt.Errorf("the payload has %d bytes, more than %d", len(p.Payload), MaxPayload)
	}
	if err := CheckJSON(p.Payload); err != nil {
		return Event{}, fmt.Errorf("the payload is refused: %w", err)
	}
	p.Payload = bytes.Clone(p.Payload)
	return Event{Pending: p, Hash: HashOf(p.Attributes, p.Payload)}, nil
}

func (a Attributes) check() error {
	size := 2
	for i, attribute := range a {
		if !IsName(attribute.Name) {
			return fmt.Errorf("attribute %q is not a name: %s", clip(attribute.Name), nameRule)
		}
		if i > 0 && a[i-1].Name == attribute.Name {
			return fmt.Errorf("attribute %s stands twice", attribute.Name)
		}
		if err := attribute.Value.check(); err != nil {
			return fmt.Errorf("attribute %s %w", attribute.Name, err)
		}
		size += len(attribute.Name) + len(attribute.Value.text) + 4
		for _, name := range attribute.Value.set {
			size += len(name) + 3
		}
	}
	if size > MaxAttributes {
		return fmt.Errorf("the attributes have more than %d bytes", MaxAttributes)
	}
	return nil
}

func (v Value) check() error {
	if v.kind == KindSelf {
		return errors.New("is a Self, which stands in constraints only")
	}
	if !v.finite() {
		return errors.New("is not a finite number")
	}
	if err := checkText(v.text); err != nil {
		return err
	}
	for _, name := range v.set {
		if err := checkText(name); err != nil {
			return err
		}
	}
	return nil
}

func checkText(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("is not UTF-8")
	}
	if strings.IndexByte(text, 0) >= 0 {
		return errors.New("holds U+0000, on which a database cannot filter")
	}
	return nil
}

const nameRule = "a letter, then up to 39 letters, digits, _ or -"

// IsName says whether s is a name of the schema language. Namespaces, types and attributes are names, so an engine may write
// them into a query as they are.
func IsName(s string) bool {
	if s == "" || len(s) > 40 {
		return false
	}
	for i, c := range []byte(s) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '_' || c == '-')) {
			return false
		}
	}
	return true
}

// HashOf is sha256 over the length of the canonical attributes (8 bytes, big endian), the attributes, and the payload.
func HashOf(a Attributes, payload []byte) [32]byte {
	const small = 1024 // all in one piece on the stack
	var room [small]byte
	const prefix = 8
	canonical := a.appendJSON(room[:prefix])
	binary.BigEndian.PutUint64(canonical, uint64(len(canonical)-prefix))
	if len(canonical)+len(payload) <= small {
		return sha256.Sum256(append(canonical, payload...))
	}
	h := sha256.New()
	h.Write(canonical)
	h.Write(payload)
	return [32]byte(h.Sum(nil))
}
