package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Tool is a tool of the schema, as a model is told of it.
type Tool struct {
	Name       string
	Doc        string
	Version    string
	Parameters string // JSON Schema, on one line
	Text       string // all of it as one line of JSON: {"name":…,"description":…,"parameters":…}
}

// ErrCall is the sentinel of [CallError].
var ErrCall = errors.New("a tool was called with arguments that are not as the schema wants them")

// CallError is a call whose arguments were refused. It names the field, and holds nothing of what the model wrote.
type CallError struct {
	Tool string
	Why  error
}

func (e *CallError) Error() string {
	return fmt.Sprintf("the call of tool '%s' is refused: %v", e.Tool, e.Why)
}

// Is matches [ErrCall].
func (e *CallError) Is(target error) bool { return target == ErrCall }

// Unwrap is what was wrong.
func (e *CallError) Unwrap() error { return e.Why }

// Args is what generated code decodes a call into.
type Args interface {
	json.Unmarshaler
	json.Marshaler
}

// Decode reads the arguments of a call strictly: one JSON object, no key twice, none that the schema lacks, at any depth, and every
// field that is not optional there, in its exact type.
func Decode(name string, args []byte, into Args) error {
	if len(bytes.TrimSpace(args)) == 0 {
		args = []byte("{}") // models send nothing for a tool without parameters
	}
	if err := decode(args, into); err != nil {
		return &CallError{Tool: name, Why: err}
	}
	return nil
}

func decode(args []byte, into Args) error {
	if err := timeline.CheckJSON(args); err != nil {
		return fmt.Errorf("the arguments are not one JSON value with each key once")
	}
	if err := into.UnmarshalJSON(args); err != nil {
		return err
	}
	again, err := into.MarshalJSON()
	if err != nil {
		return err
	}
	return sameKeys("", args, again)
}

// sameKeys refuses a key of got that is not in known: what was read and is written again has every key that the schema knows.
func sameKeys(path string, got, known []byte) error {
	switch first(got) {
	case '{':
		var a, b map[string]json.RawMessage
		if json.Unmarshal(got, &a) != nil || json.Unmarshal(known, &b) != nil {
			return nil // another type was refused above
		}
		for _, key := range keys(got) {
			within, ok := b[key]
			if !ok {
				return fmt.Errorf("it has a field%s that the schema lacks", under(path))
			}
			if err := sameKeys(path+"."+key, a[key], within); err != nil {
				return err
			}
		}
	case '[':
		var a, b []json.RawMessage
		if json.Unmarshal(got, &a) != nil || json.Unmarshal(known, &b) != nil || len(a) != len(b) {
			return nil // a set lists its values once each; they hold no keys
		}
		for i := range a {
			if err := sameKeys(path, a[i], b[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func under(path string) string {
	if path == "" {
		return ""
	}
	return fmt.Sprintf(" in %q", path[1:])
}

func first(b []byte) byte {
	if b = bytes.TrimSpace(b); len(b) > 0 {
		return b[0]
	}
	return 0
}

// keys is an object's keys as they stand, so that the same call gives the same error.
func keys(object []byte) []string {
	var out []string
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return out
		}
		name, _ := key.(string)
		out = append(out, name)
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return out
		}
	}
	return out
}
