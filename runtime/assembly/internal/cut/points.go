package cut

import (
	"unicode"
	"unicode/utf8"
)

// Points are the places at or before limit where a text may be cut, the best first: after a line, after a sentence (in the second
// half), after a word (past the first quarter), between two characters. A text that is one character has none.
func Points(text string, limit int) []int {
	limit = min(limit, len(text))
	var points []int
	line, sentence, word := 0, 0, 0
	for p := limit; p > limit/4; {
		left, width := utf8.DecodeLastRuneInString(text[:p])
		right, _ := utf8.DecodeRuneInString(text[p:])
		open := func() bool { return p < len(text) && Between(text, p) }
		if word == 0 && unicode.IsSpace(right) && !unicode.IsSpace(left) && open() {
			word = p
		}
		if p > limit/2 {
			if sentence == 0 && ends(left, right) && open() {
				sentence = p
			}
			if breaks(right) && !breaks(left) && open() {
				line = p
				break
			}
		} else if word > 0 || sentence > 0 {
			break
		}
		p -= width
	}
	for _, p := range []int{line, sentence, word, character(text, limit)} {
		if p > 0 {
			points = append(points, p)
		}
	}
	return points
}

// character is the last place at or before limit that is between two characters.
func character(text string, limit int) int {
	for limit > 0 && (limit == len(text) || !Between(text, limit)) {
		limit--
	}
	return limit
}

// ends says that a sentence ends between two runes.
func ends(left, right rune) bool {
	switch left {
	case '.', '!', '?', '…', ';':
		return unicode.IsSpace(right)
	case '。', '！', '？', '｡', '।', '॥', '؟', '۔', '။', '።', '។':
		return true
	}
	return false
}

func breaks(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}
