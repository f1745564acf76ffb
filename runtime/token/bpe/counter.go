package bpe

import (
	"fmt"
	"strings"
	"sync"

	"github.com/tiktoken-go/tokenizer"
)

// Counter counts by one encoding. It is safe for concurrent use; its tables (some 20 MB) are made at the first count.
type Counter struct {
	name  string
	split func(text string, word func(from, to int))
	codec func() (tokenizer.Codec, error)
	words words
}

// The counters.
var (
	O200kBase  = newCounter("o200k_base", tokenizer.O200kBase, splitO200k)
	CL100kBase = newCounter("cl100k_base", tokenizer.Cl100kBase, splitCL100k)
)

func newCounter(name string, enc tokenizer.Encoding, split func(string, func(int, int))) *Counter {
	return &Counter{name: name, split: split, codec: sync.OnceValues(func() (tokenizer.Codec, error) { return tokenizer.Get(enc) })}
}

// String is the encoding's name.
func (c *Counter) String() string { return c.name }

// Lined says that counts add up at line ends where token.Joins says so: the encodings split there.
func (c *Counter) Lined() bool { return true }

// longest is the longest word that is remembered, in bytes: a longer one hardly comes again, and would fill the cache.
const longest = 64

// Count counts the tokens of text.
func (c *Counter) Count(text string) (int, error) {
	sum := 0
	var asked []string
	c.words.read(func(known func(string) (int32, bool)) {
		c.split(text, func(from, to int) {
			if n, ok := known(text[from:to]); ok {
				sum += int(n)
			} else {
				asked = append(asked, text[from:to])
			}
		})
	})
	if len(asked) == 0 {
		return sum, nil
	}
	codec, err := c.codec()
	if err != nil {
		return 0, fmt.Errorf("load the encoding %s: %w", c.name, err)
	}
	here := map[string]int32{} // a word that comes often in one text is asked once
	for _, w := range asked {
		n, ok := here[w]
		if !ok {
			count, err := countWord(codec, w)
			if err != nil {
				return 0, fmt.Errorf("count by %s: %w", c.name, err)
			}
			n = int32(count)
			here[w] = n
		}
		sum += int(n)
	}
	c.words.learn(here)
	return sum, nil
}

// del is the one character that the library's expression passes over, so that it counts nothing; it is a token of its own, and no
// longer token holds it.
const del = "\x7f"

func countWord(codec tokenizer.Codec, word string) (int, error) {
	if !strings.Contains(word, del) {
		return codec.Count(word)
	}
	sum := strings.Count(word, del)
	for _, part := range strings.Split(word, del) {
		n, err := codec.Count(part)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
