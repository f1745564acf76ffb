package render

import (
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/internal/lookalike/quote"
)

// Long is the number of bytes above which a text of several lines is fenced and not quoted.
const Long = quote.Long

// CheckFixed says why a fixed text cannot go into a prompt as it is: it is empty, begins with a line feed or a quotation mark, or
// holds what reads like a heading, a marker or a fence. Generation refuses such a text.
func CheckFixed(text string) error { return quote.Check(text) }

func fixedTexts(lists ...[]assembly.Part) quote.Fixed {
	var texts []string
	for _, parts := range lists {
		for i := range parts {
			if parts[i].Verbatim {
				texts = append(texts, parts[i].Content)
			}
		}
	}
	return quote.FixedOf(texts)
}
