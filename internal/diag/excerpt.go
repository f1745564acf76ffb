package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A line of up to wholeLine characters is shown whole; of a longer one, window characters around the caret.
const (
	wholeLine = 160
	window    = 100
)

// Source is a file's text cut into lines once, so that many excerpts cost no more than one.
type Source []string

// NewSource cuts src into lines.
func NewSource(src []byte) Source {
	return strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n")
}

// Excerpt draws the line at p and a caret under its column: two lines, the second ends at the caret. It is empty where the source
// has no such line. What could disturb a terminal or turn text around is shown as \u{202e}; tabs become four spaces; a line
// longer than the window is cut around the caret.
func (s Source) Excerpt(p Pos) string {
	if p.Line < 1 || p.Line > len(s) || p.Col < 1 {
		return ""
	}
	line := strings.TrimSuffix(s[p.Line-1], "\r")
	caret := p.Col - 1
	before, rest := cutRunes(line, caret)
	head, tail := "", ""
	short := utf8.RuneCountInString(line) <= wholeLine
	if n := utf8.RuneCountInString(before); n > window/2 && !short {
		_, before = cutRunes(before, n-window/2)
		head = "…"
	}
	if utf8.RuneCountInString(rest) > window/2 && !short {
		rest, _ = cutRunes(rest, window/2)
		tail = "…"
	}
	left := head + visible(before)
	return left + visible(rest) + tail + "\n" + strings.Repeat(" ", width(left)) + "^"
}

// cutRunes cuts s after n characters.
func cutRunes(s string, n int) (string, string) {
	for i := range s {
		if n == 0 {
			return s[:i], s[i:]
		}
		n--
	}
	return s, ""
}

// visible writes s so that every character takes its place on one line and none acts on the terminal.
func visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\t':
			b.WriteString("    ")
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case Hidden(r):
			fmt.Fprintf(&b, `\u{%04x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Hidden says whether r does not show as itself: controls, bidi and other format characters, line separators, private use,
// odd spaces.
func Hidden(r rune) bool {
	return r != ' ' && r != '\u200d' && !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) && r != '\u200d'
}

// width is how many terminal columns s takes: two for East Asian wide characters and emoji, none for combining marks.
func width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me) || r == '\u200d':
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func wide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff ||
		r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff ||
		r >= 0x20000 && r <= 0x3fffd)
}
