package main

import (
	"encoding/json"
	"fmt"
	"io"
)

func write(w io.Writer, found []finding) error {
	for _, f := range found {
		if _, err := fmt.Fprintf(w, "%s:%d:%d: %s (%s)\n", f.File, f.Line, f.Col, f.Message, f.Analyzer); err != nil {
			return err
		}
	}
	return nil
}

func writeJSON(w io.Writer, found []finding) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(map[string]any{"ok": len(found) == 0, "findings": found})
}
