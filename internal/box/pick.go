package box

import (
	"math"
	"strings"
)

// pick is the value of v that a person reads most easily: one that is preferred, then nothing at all, then true, small numbers, short
// words, the value at a boundary.
func (v Values) pick(a Alphabet, prefer []Point) (Point, bool) {
	for _, p := range prefer {
		if v.Has(p) {
			return p, true
		}
	}
	switch {
	case v.absent:
		return Point{}, true
	case v.set:
		return Point{Kind: OfSet}, true
	case v.bools > 0:
		return Point{Kind: OfBool, Bool: v.bools > 1}, true
	case len(v.ints) > 0:
		return Point{Kind: OfInt, Int: pickInt(v.ints)}, true
	case len(v.floats) > 0:
		return Point{Kind: OfFloat, Float: pickFloat(v.floats)}, true
	}
	t, ok := pickText(a, v.texts)
	return Point{Kind: OfText, Text: t}, ok
}

func pickInt(s spans[int64]) int64 {
	best := s[0].lo.at
	for _, t := range s {
		for _, n := range []int64{1, 0, t.lo.at, lastInt(t.hi)} {
			if s.has(n) && nearer(n, best) {
				best = n
			}
		}
	}
	return best
}

// nearer orders 1, 0, 2, 3 …, then what is negative, by size.
func nearer(n, m int64) bool {
	if n < 0 != (m < 0) {
		return m < 0
	}
	if n == 1 || m == 1 {
		return n == 1 && m != 1
	}
	if n < 0 {
		return n > m
	}
	return n < m
}

func pickFloat(s spans[int64]) float64 {
	for _, f := range []float64{1, 0, 0.5} {
		if s.has(ordinal(f)) {
			return f
		}
	}
	for _, t := range s { // a short decimal just inside a boundary
		lo, hi := float(t.lo.at), float(lastInt(t.hi))
		for _, f := range []float64{lo, math.Floor(lo) + 1, math.Ceil(hi) - 1, hi, math.Round(lo*10+1) / 10, math.Round(lo*100+1) / 100} {
			if len(decimal(f)) <= 8 && s.has(ordinal(f)) {
				return f
			}
		}
	}
	return float(s[0].lo.at)
}

const readable = "abcdefghijklmnopqrstuvwxyz0123456789-_.ABCDEFGHIJKLMNOPQRSTUVWXYZ !#$%&'()*+,/:;<=>?@[]^`{|}~"

// pickText looks for a short readable text: first one letter, then, in each span, its beginning with one letter more.
func pickText(a Alphabet, s spans[string]) (string, bool) {
	if a == UTF8 {
		for _, c := range readable[:26] {
			if s.has(string(c)) {
				return string(c), true
			}
		}
		for _, t := range s {
			stem := strings.TrimRight(t.lo.at, "\x00")
			if plain(stem) && s.has(stem) && stem != "" {
				return stem, true
			}
			for _, c := range readable {
				if word := stem + string(c); plain(word) && s.has(word) {
					return word, true
				}
			}
		}
	}
	for _, t := range s {
		if word, ok := a.least(t); ok {
			return word, true
		}
	}
	return "", false
}

// plain says whether a text can be read as it is.
func plain(s string) bool {
	for _, r := range s {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return false
		}
	}
	return true
}
