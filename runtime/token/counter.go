package token

import (
	"fmt"
	"unicode/utf8"
)

// Counter says how many tokens a text comes to. A negative count, an error or a panic is an error of the assembly, never a
// silent drop. A counter that has a method String() string gives its name by it.
type Counter interface {
	Count(text string) (int, error)
}

// Additive marks a counter for which the count of two texts joined is the sum of their counts, for any texts. Under a budget with
// a renderer such a counter sees every piece of the prompt once. Most tokenizers are not additive.
type Additive interface {
	Counter
	Additive() bool
}

// IsAdditive says whether c marks itself as additive.
func IsAdditive(c Counter) bool {
	a, ok := c.(Additive)
	return ok && a.Additive()
}

// Name is what a context calls a counter: its String, or the name of its type.
func Name(c Counter) (name string) {
	defer func() {
		if recover() != nil { // a String method on a nil pointer, say
			name = fmt.Sprintf("%T", c)
		}
	}()
	if s, ok := c.(fmt.Stringer); ok {
		if name = s.String(); name != "" {
			return name
		}
	}
	return fmt.Sprintf("%T", c)
}

// Characters counts Unicode code points, not bytes. It is additive.
var Characters Counter = characters{}

type characters struct{}

func (characters) Count(text string) (int, error) { return utf8.RuneCountInString(text), nil }
func (characters) String() string                 { return "characters" }
func (characters) Additive() bool                 { return true }
