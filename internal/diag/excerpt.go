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

// Source is a file's text cut into lines once, and the last line into characters, so that many excerpts cost no more than a few.
type Source struct {
	lines []string
	last  int // the line that chars is of
	chars []rune
}

// NewSource cuts src into lines.
func NewSource(src []byte) *Source {
	return &Source{lines: strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n")}
}

// Excerpt draws the line at p and a caret under its column: two lines, the second ends at the caret. It is empty where the source
// has no such line. What could disturb a terminal or turn text around is shown as \u{202e}; tabs become four spaces; a line
// longer than the window is cut around the caret.
func (s *Source) Excerpt(p Pos) string {
	if s == nil || p.Line < 1 || p.Line > len(s.lines) || p.Col < 1 {
		return ""
	}
	if s.last != p.Line {
		s.last, s.chars = p.Line, runes(strings.TrimSuffix(s.lines[p.Line-1], "\r"))
	}
	caret, from, to := min(p.Col-1, len(s.chars)), 0, len(s.chars)
	head, tail := "", ""
	if len(s.chars) > wholeLine {
		if from = max(0, caret-window/2); from > 0 {
			head = "…"
		}
		if to = min(to, caret+window/2); to < len(s.chars) {
			tail = "…"
		}
	}
	left := head + visible(s.chars[from:caret])
	return left + visible(s.chars[caret:to]) + tail + "\n" + strings.Repeat(" ", width(left)) + "^"
}

// runes is the characters of s; a byte that is none is kept apart as a negative number, to be shown as what it is.
func runes(s string) []rune {
	out := make([]rune, 0, len(s))
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd") {
			r = -rune(s[i])
		}
		out = append(out, r)
	}
	return out
}

// visible writes text so that every character takes its place on one line and none acts on the terminal.
func visible(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\t':
			b.WriteString("    ")
		case r < 0:
			fmt.Fprintf(&b, `\x%02x`, -r)
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
