package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Write shows l to a person.
func Write(w io.Writer, l List) error {
	for _, d := range l {
		if _, err := io.WriteString(w, draw(d)); err != nil {
			return err
		}
	}
	return nil
}

func draw(d Diagnostic) string {
	var b strings.Builder
	b.WriteString(d.String() + "\n")
	gutter := strconv.Itoa(d.Line)
	if line, caret, ok := strings.Cut(d.Excerpt, "\n"); ok {
		fmt.Fprintf(&b, "%5s | %s\n", gutter, line)
		fmt.Fprintf(&b, "%5s | %s\n", "", caret)
	}
	if d.Expected != "" {
		b.WriteString("   expected " + d.Expected + "\n")
	}
	if d.Suggest != "" {
		b.WriteString("   " + d.Suggest + "\n")
	}
	for _, r := range d.Related {
		b.WriteString("   " + r.Pos.String() + ": " + r.Message + "\n")
	}
	return b.String()
}

// JSON is l as data: an array, also when it is empty, with a final newline.
func JSON(l List) ([]byte, error) {
	if l == nil {
		l = List{}
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(l); err != nil {
		return nil, err
	}
	return []byte(b.String()), nil
}
