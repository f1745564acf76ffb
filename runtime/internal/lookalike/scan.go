package lookalike

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Found is what a text holds.
type Found struct {
	Lines   bool   // it has a line break of any kind
	Blank   bool   // nothing in it is visible
	Control bool   // it has a control other than tab or a line break, a bidi embedding, override or isolate, or a tag character
	Invalid bool   // it is not UTF-8
	Reads   string // the first thing that reads like part of the frame, in words: "a line that reads like the heading MUST HOLD"
}

// Break is the length in bytes of the line break at the start of s, 0 if there is none: LF, CR, VT, FF, NEL, LS, PS.
func Break(s string) int {
	switch {
	case s == "":
		return 0
	case s[0] >= '\n' && s[0] <= '\r':
		return 1
	case strings.HasPrefix(s, "\u0085"):
		return 2
	case strings.HasPrefix(s, "\u2028"), strings.HasPrefix(s, "\u2029"):
		return 3
	}
	return 0
}

// Scan looks through a text once.
func Scan(text string) Found {
	f := Found{Blank: true}
	start, turned := 0, false // of the line; it has a bidi control
	look := func(end int) {
		if f.Reads == "" {
			f.Reads = line(text[start:end], turned)
		}
	}
	for i := 0; i < len(text); {
		seen := byte(0)
		for i < len(text) && usual[text[i]] {
			seen |= text[i] ^ ' '
			i++
		}
		if seen != 0 {
			f.Blank = false
		}
		if i == len(text) {
			break
		}
		if c := text[i]; c == '<' || c == '[' {
			f.Blank = false
			if f.Reads == "" {
				f.Reads = special(text[i:])
			}
			i++
			continue
		}
		if n := Break(text[i:]); n > 0 {
			f.Lines = true
			look(i)
			i += n
			start, turned = i, false
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			f.Invalid, f.Blank = true, false
		case turns(r):
			f.Control, turned = true, true
		case unicode.IsControl(r):
			f.Control = f.Control || r != '\t'
		case r >= 0xe0000 && r <= 0xe007f: // tags: ASCII that nobody sees and that models read
			f.Control = true
		case f.Blank && !unicode.IsSpace(r) && !Unseen(r):
			f.Blank = false
		}
		if r == '＜' && f.Reads == "" {
			f.Reads = special("<" + text[i+n:])
		}
		i += n
	}
	look(len(text))
	return f
}

// usual are the printable ASCII characters that are nothing by themselves, and the space.
var usual = func() (t [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		t[c] = c != '<' && c != '['
	}
	return t
}()

// turns says that r makes text after it run the other way, or seem to.
func turns(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// Unseen says that r has no width: format characters (zero width, bidi, tags, soft hyphen), fillers, variation selectors.
func Unseen(r rune) bool {
	if r < 0xad {
		return false
	}
	switch r {
	case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0, 0x2800:
		return true
	}
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

// special finds a token with which chat formats mark who speaks, at the start of s.
func special(s string) string {
	head := strings.ToLower(s[:min(len(s), 24)])
	for _, mark := range []string{"<|", "<｜", "</s>", "<s>", "<<sys>>", "<</sys>>", "<start_of_turn>", "<end_of_turn>", "[inst]", "[/inst]"} {
		if strings.HasPrefix(head, mark) {
			return "what reads like a special token"
		}
	}
	return ""
}
