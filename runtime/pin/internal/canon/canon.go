// Package canon writes JSON in one canonical form, so that equal requests have equal keys.
//
// Order of keys and form of strings are those of RFC 8785. Numbers are not: that RFC rounds them to doubles, and two requests that
// differ in the last digit of an id must not have one key. Here a number keeps its exact value, in ECMAScript's notation, and
// 1, 1.0 and 10e-1 are one number. It imports timeline for its check of JSON, and nothing else of the runtime.
package canon

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf16"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// JSON is the canonical form of one JSON value; a duplicate key at any depth is refused.
func JSON(b []byte) ([]byte, error) {
	if err := timeline.CheckJSON(b); err != nil {
		return nil, fmt.Errorf("canonical JSON: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("canonical JSON: %w", err)
	}
	return appendValue(nil, v)
}

func appendValue(out []byte, v any) ([]byte, error) {
	var err error
	switch v := v.(type) {
	case nil:
		return append(out, "null"...), nil
	case bool:
		return append(out, timeline.Bool(v).JSON()...), nil
	case string:
		return append(out, timeline.Text(v).JSON()...), nil
	case json.Number:
		return appendNumber(out, v.String())
	case []any:
		out = append(out, '[')
		for i, element := range v {
			if i > 0 {
				out = append(out, ',')
			}
			if out, err = appendValue(out, element); err != nil {
				return nil, err
			}
		}
		return append(out, ']'), nil
	case map[string]any:
		out = append(out, '{')
		for i, key := range sortedKeys(v) {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, timeline.Text(key).JSON()...)
			out = append(out, ':')
			if out, err = appendValue(out, v[key]); err != nil {
				return nil, err
			}
		}
		return append(out, '}'), nil
	default:
		return nil, fmt.Errorf("canonical JSON: unexpected %T", v)
	}
}

// sortedKeys sorts by UTF-16 code units, which differs from the order of bytes beyond U+FFFF.
func sortedKeys(m map[string]any) []string {
	type key struct {
		text  string
		units []uint16
	}
	keys := make([]key, 0, len(m))
	for text := range m {
		keys = append(keys, key{text, utf16.Encode([]rune(text))})
	}
	slices.SortFunc(keys, func(a, b key) int { return slices.Compare(a.units, b.units) })
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = k.text
	}
	return out
}
