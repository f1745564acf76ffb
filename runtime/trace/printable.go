package trace

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/terminal"
)

// clip is the beginning of a text, on one line.
func clip(text string, runes int) string {
	n := 0
	for i := range text {
		if n++; n > runes {
			return terminal.Printable(strings.TrimRight(text[:i], " \n")) + "…"
		}
	}
	return terminal.Printable(text)
}
