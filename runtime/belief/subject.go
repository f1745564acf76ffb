package belief

import (
	"encoding"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Subject is one subject of a belief: its name in the schema, and its value (an id, string, int, bool or roster name).
type Subject struct {
	Name  string
	Value any // timeline.ID, string, int64, bool, encoding.TextMarshaler
}

// ID is v1:<namespace>:<predicate>(<subject>,<subject>); in a string subject `%`, `,`, `(`, `)`, `:` and controls are percent-quoted.
func (k Key) ID(about []Subject) (string, error) {
	if err := k.check(); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("v1:" + k.Namespace + ":" + k.Predicate + "(")
	for i, subject := range about {
		v, err := subject.value()
		if err != nil {
			return "", err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		if text, ok := v.AsText(); ok {
			quote(&b, text)
		} else {
			b.Write(v.JSON())
		}
	}
	b.WriteByte(')')
	return b.String(), nil
}

// value is the subject as text, int or bool. An empty subject is refused: as a text it would make p() of p("").
func (s Subject) value() (timeline.Value, error) {
	text := ""
	switch v := s.Value.(type) {
	case int64:
		return timeline.Int(v), nil
	case int:
		return timeline.Int(int64(v)), nil
	case bool:
		return timeline.Bool(v), nil
	case timeline.ID:
		if v.IsZero() {
			return timeline.Value{}, s.errorf("the id is empty")
		}
		text = v.String()
	case string:
		text = v
	case encoding.TextMarshaler:
		b, err := v.MarshalText()
		if err != nil {
			return timeline.Value{}, s.errorf("%w", err)
		}
		text = string(b)
	default:
		return timeline.Value{}, s.errorf("a %T cannot be a subject", s.Value)
	}
	if text == "" {
		return timeline.Value{}, s.errorf("it is empty")
	}
	if !utf8.ValidString(text) {
		return timeline.Value{}, s.errorf("it is not UTF-8")
	}
	return timeline.Text(text), nil
}

func (s Subject) errorf(format string, args ...any) error {
	return fmt.Errorf("subject %s: %w", s.Name, fmt.Errorf(format, args...))
}

// quote keeps two lists of subjects from meeting in one id, and controls out of ids.
func quote(b *strings.Builder, text string) {
	const hex = "0123456789ABCDEF"
	for _, r := range text {
		if !strings.ContainsRune("%,():", r) && !unicode.IsControl(r) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
}

// encode writes the payload; value is nil for a contraction.
func encode(about []Subject, value []byte) ([]byte, error) {
	out := []byte(`{"about":{`)
	seen := map[string]bool{}
	for i, subject := range about {
		if !timeline.IsName(subject.Name) {
			return nil, fmt.Errorf("the name of subject %d is not a name", i+1)
		}
		if seen[subject.Name] {
			return nil, subject.errorf("it stands twice")
		}
		seen[subject.Name] = true
		v, err := subject.value()
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, timeline.Text(subject.Name).JSON()...)
		out = append(out, ':')
		out = append(out, v.JSON()...)
	}
	out = append(out, '}')
	if value != nil {
		out = append(out, `,"value":`...)
		out = append(out, value...)
	}
	if out = append(out, '}'); len(out) > timeline.MaxPayload {
		return nil, errors.New("the value is too large for an event")
	}
	return out, nil
}
