package pin

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/grantgen/grantgen/runtime/internal/terminal"
)

const (
	maxShown = 8   // changed lines
	maxLine  = 240 // bytes of one, about
	maxCells = 1 << 20
)

// diff shows where two prompts differ, line by line: "line 2: one [-word-]{+ward+}" for a line that changed, "- …" and "+ …" for
// lines that went and came. It is short, and the same for the same prompts.
func diff(old, now string) string {
	a, b := strings.SplitAfter(old, "\n"), strings.SplitAfter(now, "\n")
	var out []string
	more := 0
	for _, h := range hunks(a, b) {
		for i := range max(len(h.old), len(h.now)) {
			if len(out) == maxShown {
				more++
				continue
			}
			switch {
			case i < len(h.old) && i < len(h.now):
				out = append(out, fmt.Sprintf("  line %d: %s", h.at+i+1, words(h.old[i], h.now[i])))
			case i < len(h.old):
				out = append(out, "  - "+clip(terminal.Printable(h.old[i])))
			default:
				out = append(out, "  + "+clip(terminal.Printable(h.now[i])))
			}
		}
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("  … and %d more changed lines", more))
	}
	return strings.Join(out, "\n")
}

// words marks what changed inside a line.
func words(old, now string) string {
	a, b := split(old), split(now)
	var out strings.Builder
	next := 0
	keep := func(upto int) { out.WriteString(middle(terminal.Printable(strings.Join(b[next:upto], "")))) }
	for _, h := range hunks(a, b) {
		keep(h.at)
		next = h.at + len(h.now)
		if len(h.old) > 0 {
			out.WriteString("[-" + clip(terminal.Printable(strings.Join(h.old, ""))) + "-]")
		}
		if len(h.now) > 0 {
			out.WriteString("{+" + clip(terminal.Printable(strings.Join(h.now, ""))) + "+}")
		}
	}
	keep(len(b))
	return strings.TrimSuffix(out.String(), `\n`)
}

// split cuts a line into runs of letters and digits, and single other runes.
func split(line string) []string {
	var out []string
	start := -1
	for i, r := range line {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			out = append(out, line[start:i])
			start = -1
		}
		out = append(out, string(r))
	}
	if start >= 0 {
		out = append(out, line[start:])
	}
	return out
}

func clip(s string) string {
	s = strings.TrimSuffix(s, `\n`)
	if len(s) <= maxLine {
		return s
	}
	return strings.ToValidUTF8(s[:maxLine], "") + "…"
}

// middle shortens what did not change, and keeps both of its ends.
func middle(s string) string {
	const end = maxLine / 3
	if len(s) <= 2*end {
		return s
	}
	return strings.ToValidUTF8(s[:end], "") + " … " + strings.ToValidUTF8(s[len(s)-end:], "")
}
