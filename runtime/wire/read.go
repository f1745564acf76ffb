package wire

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Reader reads the granted fields of one event. The payload is taken apart when the first payload field is asked for, and a
// field that is not asked for is not decoded. The first error is kept.
type Reader struct {
	event  timeline.Event
	fields map[string]json.RawMessage
	split  bool
	err    error
}

// Read starts on an event.
func Read(e timeline.Event) *Reader { return &Reader{event: e} }

// Type is the event's type, under its present name.
func (r *Reader) Type() string { return r.event.Type }

// At is the envelope's time.
func (r *Reader) At() time.Time { return time.UnixMicro(r.event.At).UTC() }

// Err is the first error.
func (r *Reader) Err() error { return r.err }

func (r *Reader) fail(name string, err error) {
	if r.err == nil {
		r.err = fmt.Errorf("field %q %w", name, err)
	}
}

// Attr reads a required attribute.
func Attr[T any](r *Reader, name string) (v T) {
	r.attr(name, &v, true)
	return v
}

// OptAttr reads an optional attribute; nil when absent.
func OptAttr[T any](r *Reader, name string) *T {
	if v := new(T); r.attr(name, v, false) {
		return v
	}
	return nil
}

// attr reads an attribute, and says whether it is there. What is generic is thin: it is compiled anew in every package.
func (r *Reader) attr(name string, into any, required bool) bool {
	v := r.event.Attributes.Get(name)
	if v.Kind() == timeline.KindNone {
		if required {
			r.fail(name, errMissing)
		}
		return false
	}
	var err error
	if t, ok := into.(*time.Time); ok {
		var micros int64
		err = decode(v.JSON(), &micros)
		*t = time.UnixMicro(micros).UTC()
	} else {
		err = decode(v.JSON(), into)
	}
	if err != nil {
		r.fail(name, err)
	}
	return true
}

// Field reads a required payload field.
func Field[T any](r *Reader, name string) (v T) {
	r.field(name, &v, true)
	return v
}

// OptField reads an optional payload field; nil when absent.
func OptField[T any](r *Reader, name string) *T {
	if v := new(T); r.field(name, v, false) {
		return v
	}
	return nil
}

func (r *Reader) field(name string, into any, required bool) bool {
	if !r.split {
		r.split = true
		var err error
		if r.fields, err = members(r.event.Payload); err != nil && r.err == nil {
			r.err = fmt.Errorf("the payload %w", err)
		}
	}
	return member(r.fields, name, into, required, r.fail)
}

// member reads one member, and says whether it is there.
func member(fields map[string]json.RawMessage, name string, into any, required bool, fail func(string, error)) bool {
	raw, ok := fields[name]
	if !ok {
		if required {
			fail(name, errMissing)
		}
		return false
	}
	if err := decode(raw, into); err != nil {
		fail(name, err)
	}
	return true
}

// Members reads a record: the members of a JSON object, by exact name.
type Members struct {
	fields map[string]json.RawMessage
	err    error
}

// ReadMembers starts on an object.
func ReadMembers(b []byte) *Members {
	fields, err := members(b)
	return &Members{fields: fields, err: err}
}

// Err is the first error.
func (m *Members) Err() error { return m.err }

func (m *Members) fail(name string, err error) {
	if m.err == nil {
		m.err = fmt.Errorf("field %q %w", name, err)
	}
}

// Member reads a required member of a record.
func Member[T any](m *Members, name string) (v T) {
	member(m.fields, name, &v, true, m.fail)
	return v
}

// OptMember reads an optional member of a record; nil when absent.
func OptMember[T any](m *Members, name string) *T {
	if v := new(T); member(m.fields, name, v, false, m.fail) {
		return v
	}
	return nil
}

var (
	errMissing = errors.New("is missing")
	errObject  = errors.New("is not a JSON object")
	errString  = errors.New("is not a string")
	errInt     = errors.New("is not a 64-bit integer")
	errFloat   = errors.New("is not a number")
	errBool    = errors.New("is neither true nor false")
	errInstant = errors.New("is not an RFC 3339 time")
	errList    = errors.New("is not a list")
	errName    = errors.New("is not a value that the schema knows")
)

func members(b []byte) (map[string]json.RawMessage, error) {
	var out map[string]json.RawMessage
	if err := json.Unmarshal(b, &out); err != nil || out == nil {
		return nil, errObject
	}
	return out, nil
}

// Decode reads a value that stands alone, e.g. a belief's.
func Decode[T any](b []byte) (T, error) {
	var v T
	err := decode(bytes.TrimSpace(b), &v)
	return v, err
}

// decode is strict: null is never a value, an int is an int, and no error repeats the data.
func decode(raw []byte, into any) error {
	switch into := into.(type) {
	case *string:
		return text(raw, into)
	case *int64:
		n, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil {
			return errInt
		}
		*into = n
	case *float64:
		f, err := strconv.ParseFloat(string(raw), 64)
		if err != nil || len(raw) == 0 || (raw[0] != '-' && (raw[0] < '0' || raw[0] > '9')) {
			return errFloat
		}
		*into = f
	case *bool:
		switch string(raw) {
		case "true":
			*into = true
		case "false":
			*into = false
		default:
			return errBool
		}
	case *time.Time:
		var s string
		if err := text(raw, &s); err != nil {
			return errInstant
		}
		t, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			return errInstant
		}
		*into = t.UTC()
	case *time.Duration:
		return decode(raw, (*int64)(into))
	case *json.RawMessage:
		*into = bytes.Clone(raw)
	case json.Unmarshaler:
		return into.UnmarshalJSON(raw)
	case encoding.TextUnmarshaler:
		var s string
		if err := text(raw, &s); err != nil {
			return err
		}
		if into.UnmarshalText([]byte(s)) != nil {
			return errName
		}
	default:
		if v := reflect.ValueOf(into).Elem(); v.Kind() == reflect.Slice {
			return list(raw, v)
		}
		return decodeForeign(raw, into)
	}
	return nil
}

func text(raw []byte, into *string) error {
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, into) != nil {
		return errString
	}
	return nil
}

func list(raw []byte, into reflect.Value) error {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil || items == nil {
		return errList
	}
	into.Set(reflect.MakeSlice(into.Type(), len(items), len(items)))
	for i, item := range items {
		if err := decode(item, into.Index(i).Addr().Interface()); err != nil {
			return fmt.Errorf("item %d %w", i+1, err)
		}
	}
	return nil
}

// Within reads a required member of an object that is itself a member, e.g. a subject of a belief.
func Within[T any](m *Members, object, name string) T {
	raw, ok := m.fields[object]
	if !ok {
		m.fail(object, errMissing)
		return *new(T)
	}
	inner := ReadMembers(raw)
	v := Member[T](inner, name)
	if inner.err != nil && m.err == nil {
		m.err = inner.err
	}
	return v
}

// OrZero reads a member that may be absent; the zero value then.
func OrZero[T any](m *Members, name string) (v T) {
	member(m.fields, name, &v, false, m.fail)
	return v
}
