package pin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Result is what a tool answered: JSON, or text. The zero Result is the empty text.
type Result struct {
	json json.RawMessage
	text string
}

// JSONResult is a result of one JSON value; its bytes are kept as they are, but for white space around it.
func JSONResult(value json.RawMessage) Result {
	return Result{json: append(json.RawMessage{}, bytes.TrimSpace(value)...)} // never nil: no value is refused when it is to be pinned
}

// TextResult is a result of text.
func TextResult(text string) Result { return Result{text: text} }

// JSON is the value of a result of JSON; false for one of text.
func (r Result) JSON() (json.RawMessage, bool) { return bytes.Clone(r.json), r.json != nil }

// String is the text, or the JSON as it was given.
func (r Result) String() string {
	if r.json != nil {
		return string(r.json)
	}
	return r.text
}

func (r Result) encode() ([]byte, error) {
	if r.json == nil {
		if !utf8.ValidString(r.text) {
			return nil, errors.New("its result is not UTF-8")
		}
		return append(append([]byte(`{"text":`), timeline.Text(r.text).JSON()...), '}'), nil
	}
	if err := timeline.CheckJSON(r.json); err != nil {
		return nil, fmt.Errorf("its result is not JSON: %w", err)
	}
	return append(append([]byte(`{"json":`), r.json...), '}'), nil
}

func decodeResult(answer json.RawMessage) (Result, error) {
	var in struct {
		JSON json.RawMessage `json:"json"`
		Text *string         `json:"text"`
	}
	switch err := json.Unmarshal(answer, &in); {
	case err != nil:
		return Result{}, err
	case in.Text != nil:
		return TextResult(*in.Text), nil
	case in.JSON != nil:
		return JSONResult(in.JSON), nil
	default:
		return Result{}, errors.New("the answer is no result")
	}
}

func checkResult(answer json.RawMessage) error {
	_, err := decodeResult(answer)
	return err
}
