package wire

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Writer collects the fields of one event, in the schema's order. The first error is kept and returned at the end.
type Writer struct {
	pending timeline.Pending
	object  Object
	whole   []byte // in place of the object
}

// Event starts an event.
func Event(key timeline.Key, version int) *Writer {
	return &Writer{pending: timeline.Pending{Key: key, Version: version}}
}

// Attr writes an attribute. A nil pointer is an absent optional one.
func (w *Writer) Attr(name string, v any) {
	if v = deref(v); v == nil {
		return
	}
	value, err := attribute(v)
	if err != nil {
		w.object.fail(name, err)
		return
	}
	w.pending.Attributes = append(w.pending.Attributes, timeline.Attribute{Name: name, Value: value})
}

// Field writes a payload field. A nil pointer is an absent optional one.
func (w *Writer) Field(name string, v any) { w.object.Field(name, v) }

// Pending is the event, or the first error.
func (w *Writer) Pending() (timeline.Pending, error) {
	payload, err := w.object.JSON()
	if err != nil {
		return timeline.Pending{}, fmt.Errorf("encode %s: %w", w.pending.Type, err)
	}
	if w.whole != nil {
		payload = w.whole
	}
	p := w.pending
	slices.SortFunc(p.Attributes, func(a, b timeline.Attribute) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	p.Payload = payload
	return p, nil
}

// Object writes a JSON object with its keys in the order of the calls.
type Object struct {
	buf []byte
	err error
}

// Field writes one member. A nil pointer is an absent optional one.
func (o *Object) Field(name string, v any) {
	if v = deref(v); v == nil {
		return
	}
	b, err := appendValue(nil, v)
	if err != nil {
		o.fail(name, err)
		return
	}
	if len(o.buf) == 0 {
		o.buf = append(o.buf, '{')
	} else {
		o.buf = append(o.buf, ',')
	}
	o.buf = appendString(o.buf, name)
	o.buf = append(o.buf, ':')
	o.buf = append(o.buf, b...)
}

func (o *Object) fail(name string, err error) {
	if o.err == nil {
		o.err = fmt.Errorf("field %q: %w", name, err)
	}
}

// JSON is the object, or the first error.
func (o *Object) JSON() ([]byte, error) {
	if o.err != nil {
		return nil, o.err
	}
	if len(o.buf) == 0 {
		return []byte("{}"), nil
	}
	return append(slices.Clip(o.buf), '}'), nil
}

// Line is v as one line of JSON with keys in the schema's order: how structured content is rendered and counted.
func Line(v any) (string, error) {
	b, err := appendValue(nil, v)
	return string(b), err
}

// Value is v as JSON, e.g. a belief's value.
func Value(v any) ([]byte, error) { return appendValue(nil, v) }

var (
	errEmpty = errors.New("is empty")
	errUTF8  = errors.New("is not valid UTF-8")
	errReal  = errors.New("is not a finite number")
	errSet   = errors.New("holds a value outside the roster")
	errTime  = errors.New("lies outside the years 1 to 9999")
)

// deref follows an optional field's pointer; nil for an absent one.
func deref(v any) any {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer {
		return v
	}
	if rv.IsNil() {
		return nil
	}
	return rv.Elem().Interface()
}

func attribute(v any) (timeline.Value, error) {
	switch v := v.(type) {
	case string:
		if !utf8.ValidString(v) {
			return timeline.Value{}, errUTF8
		}
		return timeline.Text(v), nil
	case int64:
		return timeline.Int(v), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return timeline.Value{}, errReal
		}
		return timeline.Float(v), nil
	case bool:
		return timeline.Bool(v), nil
	case time.Time:
		if !inYears(v) {
			return timeline.Value{}, errTime
		}
		return timeline.Time(v), nil
	case time.Duration:
		return timeline.Int(int64(v)), nil
	case interface{ Names() []string }:
		if err := checkSet(v); err != nil {
			return timeline.Value{}, err
		}
		return timeline.Set(v.Names()...), nil
	case encoding.TextMarshaler:
		text, err := marshalText(v)
		return timeline.Text(text), err
	}
	return timeline.Value{}, fmt.Errorf("has the Go type %T, which cannot stand in the envelope", v)
}

// checkSet refuses a set that was made with a value outside its roster: an audience must not get narrower unnoticed.
func checkSet(v any) error {
	if s, ok := v.(interface{ IsValid() bool }); ok && !s.IsValid() {
		return errSet
	}
	return nil
}

// marshalText writes an id or a roster value; the zero one is refused, for it names nothing.
func marshalText(v encoding.TextMarshaler) (string, error) {
	if z, ok := v.(interface{ IsZero() bool }); ok && z.IsZero() {
		return "", errEmpty
	}
	b, err := v.MarshalText()
	return string(b), err
}

func inYears(t time.Time) bool {
	y := t.UTC().Year()
	return y >= 1 && y <= 9999
}

func appendValue(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case string:
		if !utf8.ValidString(v) {
			return nil, errUTF8
		}
		return appendString(dst, v), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case float64:
		return appendFloat(dst, v)
	case bool:
		return strconv.AppendBool(dst, v), nil
	case time.Time:
		if !inYears(v) {
			return nil, errTime
		}
		return appendString(dst, v.UTC().Truncate(time.Microsecond).Format(time.RFC3339Nano)), nil
	case time.Duration:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case json.RawMessage:
		if err := timeline.CheckJSON(v); err != nil {
			return nil, err
		}
		return append(dst, v...), nil
	case json.Marshaler: // records, sets
		if err := checkSet(v); err != nil {
			return nil, err
		}
		b, err := v.MarshalJSON()
		return append(dst, b...), err
	case encoding.TextMarshaler:
		text, err := marshalText(v)
		return appendString(dst, text), err
	}
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Slice {
		return appendForeign(dst, v)
	}
	dst = append(dst, '[')
	for i := range rv.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendValue(dst, rv.Index(i).Interface()); err != nil {
			return nil, fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	return append(dst, ']'), nil
}

func appendFloat(dst []byte, f float64) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, errReal
	}
	if f == 0 {
		return append(dst, '0'), nil // -0 would not survive a canonical form
	}
	b, err := json.Marshal(f)
	return append(dst, b...), err
}

const hex = "0123456789abcdef"

// appendString writes a JSON string and escapes only what JSON makes us escape: no HTML escaping, U+2028 as it is.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\r':
			dst = append(dst, `\r`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		case c < 0x20:
			dst = append(dst, `\u00`...)
			dst = append(dst, hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// OrNone is an optional field's pointer: nil for the zero value, which has no text.
func OrNone[T interface{ IsZero() bool }](v T) *T {
	if v.IsZero() {
		return nil
	}
	return &v
}
