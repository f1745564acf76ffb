package quote

import (
	"errors"
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/lookalike"
)

// Check says why a fixed text cannot go into a prompt as it is.
func Check(text string) error {
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

// Fixed are the texts that stand in a prompt as they are, by their first lines. A reader knows them and takes each whole; so
// another text must not begin like one, and no two may begin alike. Where they do, they are written like any other text.
type Fixed map[string]string

// FixedOf takes the fixed texts of a prompt, kept or shed.
func FixedOf(texts []string) Fixed {
	if len(texts) == 0 {
		return nil
	}
	f := Fixed{}
	for _, text := range texts {
		if Check(text) != nil {
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

// Take is the fixed text that stands at the beginning of rest, with a line end after it.
func (f Fixed) Take(rest string) (string, bool) {
	if len(f) == 0 {
		return "", false
	}
	whole := f[firstLine(rest)]
	return whole, whole != "" && strings.HasPrefix(rest, whole+"\n")
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// asIs says that text is fixed and nothing else in the prompt begins like it.
func (f Fixed) asIs(text string) bool { return len(f) > 0 && text != "" && f[firstLine(text)] == text }

// meets says that a line begins a fixed text.
func (f Fixed) meets(line string) bool {
	_, ok := f[line]
	return ok
}
