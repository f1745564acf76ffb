package render

import (
	"errors"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/internal/lookalike"
)

// CheckFixed says why a fixed text cannot go into a prompt as it is: it is empty, begins with a line feed or a quotation mark, or
// holds what reads like a heading, a marker or a fence. Generation refuses such a text.
func CheckFixed(text string) error {
	switch found := lookalike.Scan(text); {
	case found.Invalid:
		return errors.New("the text is not valid UTF-8")
	case found.Blank:
		return errors.New("the text is empty")
	case text[0] == '\n':
		return errors.New("the text begins with an empty line")
	case text[0] == '"':
		return errors.New("the text begins with a quotation mark")
	case found.Control:
		return errors.New("the text holds a control character")
	case found.Reads != "":
		return errors.New("the text holds " + found.Reads)
	}
	return nil
}

// fixed are the texts that stand in a prompt as they are, by their first lines. A reader knows them and takes each whole; so
// another text must not begin like one, and no two may begin alike. Where they do, they are written like any other text.
type fixed map[string]string

func fixedTexts(lists ...[]assembly.Part) fixed {
	var texts []string
	for _, parts := range lists {
		for i := range parts {
			if parts[i].Verbatim {
				texts = append(texts, parts[i].Content)
			}
		}
	}
	return fixedOf(texts)
}

func fixedOf(texts []string) fixed {
	if len(texts) == 0 {
		return nil
	}
	f := fixed{}
	for _, text := range texts {
		if CheckFixed(text) != nil {
			continue
		}
		first := firstLine(text)
		if other, taken := f[first]; taken && other != text {
			f[first] = "" // no text is empty: kept to itself, so that a third does not get in
			continue
		}
		f[first] = text
	}
	return f
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// asIs says that text is fixed and nothing else in the prompt begins like it.
func (f fixed) asIs(text string) bool { return len(f) > 0 && text != "" && f[firstLine(text)] == text }

// meets says that a line begins a fixed text.
func (f fixed) meets(line string) bool {
	_, ok := f[line]
	return ok
}
