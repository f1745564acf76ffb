package wire

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/grantgen/grantgen/runtime/timeline"
)

var errForeign = errors.New("cannot be written as JSON that the log takes")

// appendForeign writes a value of an application's own Go type as encoding/json does, without HTML escaping.
func appendForeign(dst []byte, v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, errForeign // encoding/json's words may repeat the value
	}
	raw := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if err := timeline.CheckJSON(raw); err != nil {
		return nil, errForeign
	}
	return append(dst, raw...), nil
}

var errNotForeign = errors.New("does not decode as the Go type that the schema names")

// decodeForeign reads a value of an application's own Go type.
func decodeForeign(raw []byte, into any) error {
	if json.Unmarshal(raw, into) != nil {
		return errNotForeign
	}
	return nil
}

// Whole writes the payload as the JSON of one value of an application's own Go type; it must be an object.
func (w *Writer) Whole(v any) {
	raw, err := appendForeign(nil, v)
	if err == nil && (len(raw) == 0 || raw[0] != '{') {
		err = errObject
	}
	if err != nil {
		w.object.fail("payload", err)
		return
	}
	w.whole = raw
}

// Payload reads the payload as a value of an application's own Go type: the whole of it, also what is not shown.
func Payload[T any](r *Reader) (v T) {
	r.payload(&v)
	return v
}

func (r *Reader) payload(into any) {
	if err := decodeForeign(r.event.Payload, into); err != nil && r.err == nil {
		r.err = errNotForeign
	}
}
