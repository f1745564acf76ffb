package pin

import (
	"strings"
	"unicode"
)

// bag is how often each word stands in a text.
type bag struct {
	words map[string]int
	total int
}

func bagOf(text string) bag {
	b := bag{words: map[string]int{}}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.words[word]++
		b.total++
	}
	return b
}

// like is from 0 (no word in common) to 1 (the same words).
func (b bag) like(c bag) float64 {
	if b.total+c.total == 0 {
		return 1
	}
	common := 0
	for word, n := range b.words {
		common += min(n, c.words[word])
	}
	return 2 * float64(common) / float64(b.total+c.total)
}
