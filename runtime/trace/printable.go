package trace

import (
	"strconv"
	"strings"
	"unicode"
)

// printable shows what a terminal would obey or hide (controls, directions of writing, zero widths) as escapes.
func printable(s string) string {
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

// clip is the beginning of a text, on one line.
func clip(text string, runes int) string {
	n := 0
	for i := range text {
		if n++; n > runes {
			return printable(strings.TrimRight(text[:i], " \n")) + "…"
		}
	}
	return printable(text)
}
