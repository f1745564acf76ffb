package logcli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// mapped takes a line of somebody's.
func (imp *importing) mapped(m *mapFile, n int64, b []byte) error {
	o, err := readObject(b)
	if err != nil {
		return err
	}
	p, err := m.event(n, o)
	if err != nil {
		return err
	}
	// Prepared here, so that what is wrong with a line is said with its number.
	if _, err := timeline.Prepare([]timeline.Pending{p}, 1); err != nil {
		return err
	}
	return imp.add(p)
}

func (m *mapFile) event(n int64, o *object) (timeline.Pending, error) {
	p := timeline.Pending{Key: timeline.Key{Namespace: m.Namespace, Type: m.Always}, Version: m.Version}
	var err error
	if m.Type != "" {
		if p.Type, err = text(o.take(m.Type)); err != nil {
			return p, fmt.Errorf("the type, %s: %w", m.Type, err)
		}
		if other, renamed := m.Types[p.Type]; renamed {
			p.Type = other
		}
	}
	id := []string{"import", m.Source, "line", strconv.FormatInt(n, 10)}
	if m.ID != "" {
		value := o.get(m.ID) // it stays in the payload, unless it is an attribute
		if value == nil {
			return p, fmt.Errorf("it has no field %s, which is to be its id", m.ID)
		}
		id = []string{"import", m.Source, "id", string(value)}
	}
	p.ID = timeline.DeriveID(id...)
	if m.At != "" {
		if p.At, err = micros(o.take(m.At)); err != nil {
			return p, fmt.Errorf("the time, %s: %w", m.At, err)
		}
	}
	var attributes []timeline.Attribute
	for name, field := range m.Attributes {
		value := o.get(field)
		if value == nil || string(value) == "null" {
			continue
		}
		var v timeline.Value
		if err := v.UnmarshalJSON(value); err != nil {
			return p, fmt.Errorf("the attribute %s, %s: %w", name, field, err)
		}
		attributes = append(attributes, timeline.Attribute{Name: name, Value: v})
	}
	for _, field := range m.Attributes { // after all were read: two attributes may be of one field
		o.take(field)
	}
	p.Attributes = timeline.NewAttributes(attributes...)
	p.Payload = o.rest()
	return p, nil
}

// object is a JSON object whose values are kept byte for byte, in their order.
type object struct {
	keys   []string
	values map[string]json.RawMessage
}

func readObject(b []byte) (*object, error) {
	if err := timeline.CheckJSON(b); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("it is no JSON object")
	}
	o := &object{values: map[string]json.RawMessage{}}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, _ := t.(string)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		o.keys = append(o.keys, key)
		o.values[key] = value
	}
	return o, nil
}

func (o *object) get(key string) json.RawMessage { return o.values[key] }

func (o *object) take(key string) json.RawMessage {
	value := o.values[key]
	delete(o.values, key)
	return value
}

func (o *object) rest() []byte {
	out := []byte{'{'}
	for _, key := range o.keys {
		value, there := o.values[key]
		if !there {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, timeline.Text(key).JSON()...)
		out = append(append(out, ':'), value...)
	}
	return append(out, '}')
}

func text(value json.RawMessage) (string, error) {
	var s string
	if value == nil {
		return "", errors.New("there is no such field")
	}
	if err := json.Unmarshal(value, &s); err != nil {
		return "", errors.New("it is no text")
	}
	return s, nil
}

func micros(value json.RawMessage) (timeline.Micros, error) {
	if seconds, err := strconv.ParseFloat(string(value), 64); err == nil && math.Abs(seconds) < 1e11 {
		return int64(math.Round(seconds * 1e6)), nil
	}
	s, err := text(value)
	if err != nil {
		return 0, err
	}
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return 0, errors.New("it is neither a time as of RFC 3339 nor seconds since 1970")
	}
	return at.UnixMicro(), nil
}
