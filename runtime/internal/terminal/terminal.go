// Package terminal writes text for terminals. It imports the standard library alone.
package terminal

import (
	"strconv"
	"strings"
	"unicode"
)

// Printable shows what a terminal would obey or hide (controls, directions of writing, zero widths) as escapes.
func Printable(s string) string {
	var out strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			out.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRune(r)
		out.WriteString(quoted[1 : len(quoted)-1])
	}
	return out.String()
}
