package logcli

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// printable shows what a terminal would obey or hide (controls, directions of writing, zero widths, strange spaces) as escapes.
func printable(s string) string {
	var out strings.Builder
	for i, r := range s {
		_, width := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && width == 1:
			fmt.Fprintf(&out, `\x%02x`, s[i])
		case unicode.IsPrint(r):
			out.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return out.String()
}

// printableLines keeps line ends, and a tab as two spaces: messages of others are set out with both.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = printable(strings.ReplaceAll(lines[i], "\t", "  "))
	}
	return strings.Join(lines, "\n")
}

// printableJSON is the same JSON, with such runes as \u escapes. White space between values stays.
func printableJSON(b []byte) string {
	var out strings.Builder
	for _, r := range string(b) {
		switch {
		case r < utf8.RuneSelf && r != 0x7f || unicode.IsPrint(r):
			out.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.String()
}
