package token

import (
	"unicode"
)

// Lined marks a counter for which counts add up at line ends: the count of two texts joined is the sum of their counts whenever
// the first ends in a line feed and [Joins] does not say of the second that it reaches back over it. The encodings o200k_base and
// cl100k_base are of this kind: they split text by an expression, and there it always splits. Under a budget whose renderer has
// units such a counter sees every piece of the prompt once, and pieces that join together.
type Lined interface {
	Counter
	Lined() bool
}

// IsLined says whether c marks itself as adding up at line ends.
func IsLined(c Counter) bool {
	l, ok := c.(Lined)
	return ok && l.Lined()
}

// Joins says that a text which follows a line feed may be counted together with what stands before it: it begins with a slash
// (o200k_base takes slashes and line ends after a mark as one), or with white space that holds a line end.
func Joins(text string) bool {
	if text == "" || text[0] == '/' {
		return true
	}
	if text[0] > ' ' && text[0] < 0x80 {
		return false
	}
	for _, r := range text {
		if r == '\n' || r == '\r' {
			return true
		}
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}
