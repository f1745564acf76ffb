package bpe

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// class is what the encodings' patterns ask of a character.
type class uint8

const (
	upper   class = 1 << iota // Lu, Lt, Lm, Lo, M: the first run of a word in o200k
	lowered                   // Ll, Lm, Lo, M: the second run
	letter                    // L
	number                    // N
	space                     // White_Space
	newline                   // \r, \n
)

// other is neither space nor letter nor number.
func (c class) other() bool { return c&(space|letter|number) == 0 }

// before may stand once before a word: neither line end nor letter nor number.
func (c class) before() bool { return c&(newline|letter|number) == 0 }

func classify(r rune) class {
	var c class
	switch {
	case unicode.In(r, unicode.Lm, unicode.Lo):
		c = letter | upper | lowered
	case unicode.In(r, unicode.Lu, unicode.Lt):
		c = letter | upper
	case unicode.Is(unicode.Ll, r):
		c = letter | lowered
	case unicode.Is(unicode.M, r):
		c = upper | lowered
	case unicode.Is(unicode.N, r):
		c = number
	}
	if unicode.IsSpace(r) {
		c |= space
	}
	if r == '\r' || r == '\n' {
		c |= newline
	}
	return c
}

// plane is the classes of the characters that most text is made of.
var plane = sync.OnceValue(func() *[1 << 16]class {
	var t [1 << 16]class
	for r := range t {
		t[r] = classify(rune(r))
	}
	return &t
})

// at is the class and width of the character at i; width 0 at the end. A byte that is no UTF-8 counts as U+FFFD.
func (s *scanner) at(i int) (class, int) {
	if i >= len(s.text) {
		return 0, 0
	}
	if b := s.text[i]; b < utf8.RuneSelf {
		return s.plane[b], 1
	}
	r, n := utf8.DecodeRuneInString(s.text[i:])
	if r < 1<<16 {
		return s.plane[r], n
	}
	return classify(r), n
}

type scanner struct {
	text  string
	plane *[1 << 16]class
}

// run is the end of the run of characters from i on whose class is in want.
func (s *scanner) run(i int, want class) int {
	for {
		c, n := s.at(i)
		if n == 0 || c&want == 0 {
			return i
		}
		i += n
	}
}
