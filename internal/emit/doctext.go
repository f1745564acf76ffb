package emit

import (
	"strings"
	"unicode"
)

// width is where comment lines are wrapped.
const width = 120

// comment turns text into the lines of a comment. The text may come from a schema: it is folded into paragraphs of wrapped
// lines, each behind "// ", so that nothing in it can end the comment, be a directive (a directive has no space) or a build
// constraint (which may have one).
func comment(text string) []string {
	var out []string
	for i, paragraph := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		words := strings.FieldsFunc(paragraph, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
		if len(words) == 0 {
			continue
		}
		if i > 0 && len(out) > 0 {
			out = append(out, "//")
		}
		line := "//"
		for _, w := range words {
			if len(line)+1+len(w) > width && line != "//" {
				out = append(out, line)
				line = "//"
			}
			if line == "//" && strings.HasPrefix(w, "+") {
				w = "·" + w // "// +build" would be a build constraint
			}
			line += " " + w
		}
		out = append(out, line)
	}
	return out
}
