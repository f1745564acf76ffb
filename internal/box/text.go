package box

import (
	"strings"
	"unicode/utf8"
)

// after is the least text that follows s: texts are compared as bytes.
func after(s string) cut[string] { return cut[string]{at: s + "\x00"} }

// beyond is the cut after all texts that begin with p.
func beyond(p string) cut[string] {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] < 0xff {
			return cut[string]{at: p[:i] + string([]byte{p[i] + 1})}
		}
	}
	return cut[string]{end: true}
}

// Alphabet says which texts there are at all: a cut may lie where none is.
type Alphabet uint8

// The alphabets.
const (
	UTF8 Alphabet = iota // every valid UTF-8 text
	IDs                  // ids in lower case, 8-4-4-4-12 hexadecimal digits
)

// least is the least text of s that there is.
func (a Alphabet) least(s span[string]) (string, bool) {
	next := leastUTF8
	if a == IDs {
		next = leastID
	}
	t, ok := next(s.lo.at)
	return t, ok && cut[string]{at: t}.compare(s.hi) < 0
}

func (a Alphabet) empty(ts spans[string]) bool {
	for _, s := range ts {
		if _, ok := a.least(s); ok {
			return false
		}
	}
	return true
}

// leastUTF8 is the least valid text at or after lo.
func leastUTF8(lo string) (string, bool) {
	head := 0
	for head < len(lo) {
		r, n := utf8.DecodeRuneInString(lo[head:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		head += n
	}
	if head == len(lo) {
		return lo, true
	}
	// The encodings of runes are in the runes' order: the first one at or after the rest, in the place of the rest.
	rest := lo[head:]
	low, high := rune(0), rune(utf8.MaxRune+1)
	for low < high {
		mid := low + (high-low)/2
		if string(valid(mid)) >= rest {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if low <= utf8.MaxRune {
		return lo[:head] + string(valid(low)), true
	}
	// None: then what stands before must become greater.
	for head > 0 {
		r, n := utf8.DecodeLastRuneInString(lo[:head])
		head -= n
		if r < utf8.MaxRune {
			return lo[:head] + string(valid(r+1)), true
		}
	}
	return "", false
}

// valid is r, or the first rune behind the surrogates where r is one.
func valid(r rune) rune {
	if r >= 0xd800 && r <= 0xdfff {
		return 0xe000
	}
	return r
}

const (
	noID  = "00000000-0000-0000-0000-000000000000"
	hexes = "0123456789abcdef"
)

// leastID is the least id at or after lo.
func leastID(lo string) (string, bool) {
	for i := range len(noID) {
		if i == len(lo) {
			return lo + noID[i:], true
		}
		c, here := lo[i], "-"
		if noID[i] != '-' {
			here = hexes
		}
		if strings.IndexByte(here, c) >= 0 {
			continue
		}
		for _, h := range []byte(here) {
			if h > c {
				return lo[:i] + string(h) + noID[i+1:], true
			}
		}
		return greaterID(lo[:i])
	}
	if len(lo) == len(noID) {
		return lo, true
	}
	return greaterID(lo[:len(noID)])
}

// greaterID is the least id after all those that begin with head, which is the beginning of one.
func greaterID(head string) (string, bool) {
	for i := len(head) - 1; i >= 0; i-- {
		if noID[i] != '-' && head[i] != 'f' {
			return head[:i] + string(hexes[strings.IndexByte(hexes, head[i])+1]) + noID[i+1:], true
		}
	}
	return "", false
}
