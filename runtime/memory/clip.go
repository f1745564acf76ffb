package memory

import (
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/lookalike"
)

// Clip is the first lines of a text, with a marker at the end of the last one that says how many more there are: "… (2 more lines)".
// A text of no more lines is left as it is. A line ends wherever a reader would see it end, and the ends of lines at the end of the
// text count for none.
func Clip(text string, lines int) string {
	ends := lineEnds(text)
	if lines < 1 || len(ends) < lines {
		return text
	}
	more := len(ends) + 1 - lines
	says := strconv.Itoa(more) + " more line"
	if more > 1 {
		says += "s"
	}
	return strings.TrimRight(text[:ends[lines-1]], " \t") + " (" + says + ")"
}

// lineEnds is where lines end and others follow.
func lineEnds(text string) []int {
	var ends []int
	for i, content := 0, 0; i < len(text); {
		n := lookalike.Break(text[i:])
		switch {
		case strings.HasPrefix(text[i:], "\r\n"):
			n = 2
		case n == 0:
			i++
			content = len(ends) // all the ends so far have text after them
			continue
		}
		ends = append(ends, i)
		if i += n; i == len(text) {
			ends = ends[:content]
		}
	}
	return ends
}
