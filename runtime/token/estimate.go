package token

import (
	"unicode"
	"unicode/utf8"
)

// Estimate guesses the tokens of today's encodings without their tables, and errs high: to less than twice the exact count on prose and on code. It knows scripts without spaces (Chinese, Japanese, Korean, Thai), emoji, code and figures. It is a guess:
// a text made for the purpose may come to more. Where a limit is hard, count exactly.
var Estimate Counter = estimate{}

type estimate struct{}

func (estimate) String() string { return "estimate" }

func (estimate) Count(text string) (int, error) {
	thirds := 0 // of a token
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case letterOrDigit(c):
			end := i + 1
			for end < len(text) && letterOrDigit(text[end]) {
				end++
			}
			thirds += run(text[i:end])
			i = end
		case c == ' ':
			end := i + 1
			for end < len(text) && text[end] == ' ' {
				end++
			}
			if end-i > 1 || end == len(text) || digit(text[end]) { // else it goes with what follows
				thirds += 3 * ((end - i + 15) / 16)
			}
			i = end
		case c < utf8.RuneSelf:
			thirds += 3
			i++
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			thirds += 3 * wide(r, n)
			i += n
		}
	}
	if thirds == 0 {
		return 0, nil
	}
	return (thirds+thirds/16+2)/3 + 1, nil // a text that is all of odd words comes to a little more than they do on average
}

func digit(c byte) bool         { return c >= '0' && c <= '9' }
func letter(c byte) bool        { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func letterOrDigit(c byte) bool { return letter(c) || digit(c) }

// run is what letters and digits without anything between come to: words and figures, or, where these change all the time, a code
// such as base64.
func run(s string) int {
	total, changes := 0, 0
	for from := 0; from < len(s); {
		end := from + 1
		if digit(s[from]) {
			for end < len(s) && digit(s[end]) {
				end++
			}
			total += 3 * ((end - from + 2) / 3)
		} else {
			for end < len(s) && letter(s[end]) && !(s[end] <= 'Z' && s[end-1] >= 'a') { // a word ends where a capital follows
				end++
			}
			total += word(s[from:end])
		}
		if from > 0 {
			changes++
		}
		from = end
	}
	if len(s) >= 6 && changes*5 >= len(s) {
		return max(total, 3*len(s))
	}
	return total
}

// word is what a run of ASCII letters comes to: common words are one token, and what looks like none of a language's is cut small.
func word(w string) int {
	n, vowels, upper, same := len(w), 0, 0, false
	for i := range n {
		switch w[i] | 0x20 {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			vowels++
		}
		if w[i] <= 'Z' {
			upper++
		}
		same = same || i > 1 && w[i] == w[i-1] && w[i] == w[i-2]
	}
	switch {
	case upper > 1, same, n > 20, n > 3 && (vowels*5 < n || vowels*5 > 4*n):
		return 2 * n
	}
	return max(n, 4)
}

// wide is what a character outside ASCII comes to, at most its bytes.
func wide(r rune, n int) int {
	switch {
	case r < 0x250, r >= 0x4e00 && r <= 0x9fff:
		return 2
	case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Arabic, unicode.Hebrew, unicode.Thai):
		return 2
	}
	return n
}
