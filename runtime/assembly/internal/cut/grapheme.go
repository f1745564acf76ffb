package cut

import (
	"unicode"
	"unicode/utf8"
)

// First is the end of the first character that a reader sees.
func First(text string) int {
	_, n := utf8.DecodeRuneInString(text)
	for n < len(text) && !Between(text, n) {
		_, width := utf8.DecodeRuneInString(text[n:])
		n += width
	}
	return n
}

// Between says that a text may be cut at p: not within a rune, and not within what a reader sees as one character. It follows the
// rules for extended grapheme clusters, and joins more where these need tables that the library lacks: all that follows a zero width
// joiner, and any letter after a mark that joins consonants.
func Between(text string, p int) bool {
	if p <= 0 || p >= len(text) {
		return p == 0 || p == len(text)
	}
	if !utf8.RuneStart(text[p]) {
		return false
	}
	left, _ := utf8.DecodeLastRuneInString(text[:p])
	right, _ := utf8.DecodeRuneInString(text[p:])
	switch {
	case left == '\r' && right == '\n':
		return false
	case unicode.IsControl(left) || unicode.IsControl(right) || left == '\u2028' || left == '\u2029':
		return true
	case extends(right):
		return false
	case left == joiner:
		return false
	case unicode.Is(prepended, left):
		return false
	case hangul(left, right):
		return false
	case links(left) && unicode.IsLetter(right):
		return false
	case regional(left) && regional(right):
		return before(text[:p], regional)%2 == 0
	}
	return true
}

const joiner = '\u200d'

// before counts the runes of a kind at the end of s.
func before(s string, kind func(rune) bool) int {
	n := 0
	for s != "" {
		r, width := utf8.DecodeLastRuneInString(s)
		if !kind(r) {
			break
		}
		n++
		s = s[:len(s)-width]
	}
	return n
}

// extends says that r belongs to the character before it.
func extends(r rune) bool {
	if r < 0x300 {
		return false
	}
	switch {
	case r == joiner, r == '\u200c', r == 0x0e33, r == 0x0eb3, r == 0xff9e, r == 0xff9f: // joiners, AM of Thai and Lao, voicing
		return true
	case r >= 0x1f3fb && r <= 0x1f3ff, r >= 0xe0020 && r <= 0xe007f: // skin, tags
		return true
	}
	return unicode.Is(unicode.M, r)
}

func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// links says that r joins consonants of an Indic script into one.
func links(r rune) bool { return unicode.Is(linkers, r) }

// hangul says that two runes are parts of one syllable.
func hangul(left, right rune) bool {
	medial := right >= 0x1160 && right <= 0x11a7 || right >= 0xd7b0 && right <= 0xd7c6
	final := right >= 0x11a8 && right <= 0x11ff || right >= 0xd7cb && right <= 0xd7fb
	initial := left >= 0x1100 && left <= 0x115f || left >= 0xa960 && left <= 0xa97c
	if initial && (right >= 0x1100 && right <= 0x115f || right >= 0xa960 && right <= 0xa97c || right >= 0xac00 && right <= 0xd7a3) {
		return true
	}
	return medial || final // also where nothing comes before it that it could belong to
}

var linkers = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x094d, Hi: 0x09cd, Stride: 0x80}, {Lo: 0x0a4d, Hi: 0x0acd, Stride: 0x80}, {Lo: 0x0b4d, Hi: 0x0bcd, Stride: 0x80},
		{Lo: 0x0c4d, Hi: 0x0ccd, Stride: 0x80}, {Lo: 0x0d4d, Hi: 0x0dca, Stride: 0x7d}, {Lo: 0x1039, Hi: 0x1039, Stride: 1},
		{Lo: 0x17d2, Hi: 0x17d2, Stride: 1}, {Lo: 0x1a60, Hi: 0x1a60, Stride: 1}, {Lo: 0x1b44, Hi: 0x1b44, Stride: 1},
		{Lo: 0x1bab, Hi: 0x1bab, Stride: 1}, {Lo: 0xa9c0, Hi: 0xa9c0, Stride: 1}, {Lo: 0xaaf6, Hi: 0xaaf6, Stride: 1},
	},
	R32: []unicode.Range32{{Lo: 0x11000, Hi: 0x11fff, Stride: 1}}, // where marks of younger Indic scripts stand
}

// prepended are the few signs that belong to what follows them.
var prepended = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0600, Hi: 0x0605, Stride: 1}, {Lo: 0x06dd, Hi: 0x06dd, Stride: 1}, {Lo: 0x070f, Hi: 0x070f, Stride: 1},
		{Lo: 0x0890, Hi: 0x0891, Stride: 1}, {Lo: 0x08e2, Hi: 0x08e2, Stride: 1}, {Lo: 0x0d4e, Hi: 0x0d4e, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x110bd, Hi: 0x110bd, Stride: 1}, {Lo: 0x110cd, Hi: 0x110cd, Stride: 1}, {Lo: 0x111c2, Hi: 0x111c3, Stride: 1},
		{Lo: 0x1193f, Hi: 0x1193f, Stride: 1}, {Lo: 0x11941, Hi: 0x11941, Stride: 1}, {Lo: 0x11a3a, Hi: 0x11a3a, Stride: 1},
		{Lo: 0x11a84, Hi: 0x11a89, Stride: 1}, {Lo: 0x11d46, Hi: 0x11d46, Stride: 1}, {Lo: 0x11f02, Hi: 0x11f02, Stride: 1},
	},
}
