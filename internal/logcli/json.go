package logcli

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// writeJSON prints a value, indented.
func (e *env) writeJSON(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	_, err := fmt.Fprint(e.out, printableJSON(b.Bytes()))
	return err
}

// writeJSONLine prints a value as a line of JSON.
func (e *env) writeJSONLine(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	_, err := fmt.Fprint(e.out, printableJSON(b.Bytes()))
	return err
}
