// Package docs_test holds the documentation to what it says: commands are run and their output is compared, files are compiled, schemas
// are parsed, error texts are looked for in the project's own tests, and names of the API must exist.
//
// A fenced block's first word is its language; what follows says what the tests do with it. README.md of this folder lists the words.
package docs_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// block is a fenced block of a page.
type block struct {
	page string
	line int      // of its first line of text, from 1
	lang string   // console, go, yaml …
	says []string // the other words of the fence
	text string   // with its last line feed
}

// is says whether the fence has a word.
func (b block) is(word string) bool { return slices.Contains(b.says, word) }

// word is the value of key=VALUE on the fence, or empty.
func (b block) word(key string) string {
	for _, w := range b.says {
		if value, ok := strings.CutPrefix(w, key+"="); ok {
			return value
		}
	}
	return ""
}

// blocks reads a page.
func blocks(t *testing.T, page string) []block {
	t.Helper()
	var out []block
	var open *block
	for i, line := range strings.Split(read(t, page), "\n") {
		switch {
		case open == nil && strings.HasPrefix(line, "```"):
			words := strings.Fields(strings.TrimPrefix(line, "```"))
			open = &block{page: page, line: i + 2}
			if len(words) > 0 {
				open.lang, open.says = words[0], words[1:]
			}
		case open != nil && line == "```":
			out, open = append(out, *open), nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	if open != nil {
		t.Fatalf("%s:%d: a fence is not closed", page, open.line-1)
	}
	return out
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}
