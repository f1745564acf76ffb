package lookalike

import "unicode"

// word is something that a line of the frame says, in the letters of [fold].
type word struct {
	letters string
	opened  byte // 0, or what must stand before it: '<' or '['
	ends    string
	says    string
}

// What may follow a word: ':' any colon, '-' any dash or equals sign, '(' an opening bracket, '$' nothing more on the line.
var words = []word{
	{"MUSTHOID", 0, ":-$", "a line that reads like the heading MUST HOLD"},
	{"CONSIDER", 0, ":-$", "a line that reads like the heading CONSIDER"},
	{"CRAFT", 0, ":-$", "a line that reads like the heading CRAFT"},
	{"SUMMARISED", 0, ":-($", "a line that reads like the heading SUMMARISED"},
	{"SUMMARIZED", 0, ":-($", "a line that reads like the heading SUMMARISED"},
	{"HUMAN", 0, ":", "a line that reads like a speaker's mark"},
	{"ASSISTANT", 0, ":", "a line that reads like a speaker's mark"},
	{"SYSTEM", 0, ":", "a line that reads like a speaker's mark"},
	{"USER", 0, ":", "a line that reads like a speaker's mark"},
	{"TEXT", '<', "-", "a line that reads like a fence"},
	{"SECTION", '[', ":-$", "a line that reads like the head of a section"},
	{"STAMP", '[', ":-$", "a line that reads like a stamp"},
	{"SYSTEMNOTICE", '[', ":-)$", "a line that reads like a notice of the prompt"},
	{"TOKENSOMITTED", '[', ".)$", "a line that reads like the mark of omitted text"},
}

// line says what one line reads like; turned, that it has a bidi control, which may make it read backwards.
func line(s string, turned bool) string {
	if says := reads(s); says != "" || !turned {
		return says
	}
	runes := []rune(s)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return reads(string(runes))
}

// reads follows the words letter by letter and stops as soon as none is left, which for most lines is at their first letter.
func reads(s string) string {
	var left uint // words that still fit, as bits
	n := 0        // letters seen
	var opened byte
	for _, r := range s {
		c := fold(r)
		if n == 0 && (c >= 'A' && c <= 'Z' && !unicode.IsLetter(r) && width(r) < 0x80 || c == '?' && unicode.IsNumber(r)) {
			c = '.' // a list's number in any script, a table's bar: figures count as letters only within a word
		}
		switch {
		case c == 0: // unseen, or a space
		case c >= 'A' && c <= 'Z', c == '?':
			if n == 0 {
				left = 1<<len(words) - 1
			}
			for i := range words {
				if left&(1<<i) != 0 && (n >= len(words[i].letters) || words[i].letters[n] != c) {
					left &^= 1 << i
				}
			}
			n++
			if left == 0 {
				return ""
			}
		case n == 0:
			if c == '{' { // a JSON object is no heading
				return ""
			}
			if opened == 0 && (c == '<' || c == '[') {
				opened = c
			}
		default:
			if says := ended(left, n, opened, c); says != "" {
				return says
			}
		}
	}
	return ended(left, n, opened, '$')
}

func ended(left uint, n int, opened, c byte) string {
	for i, w := range words {
		if left&(1<<i) == 0 || n != len(w.letters) || w.opened != 0 && w.opened != opened {
			continue
		}
		for j := range len(w.ends) {
			if w.ends[j] == c {
				return w.says
			}
		}
	}
	return ""
}
