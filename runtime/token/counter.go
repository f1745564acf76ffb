// Package token counts text. A counter is an interface of one method; it imports the standard library alone.
package token

import "unicode/utf8"

// Counter says how many tokens a text comes to. A negative count, an error or a panic is an error of the assembly, never a
// silent drop. A counter that has a method String() string gives its name by it.
type Counter interface {
	Count(text string) (int, error)
}

// Characters counts Unicode code points.
var Characters Counter = characters{}

type characters struct{}

func (characters) Count(text string) (int, error) { return utf8.RuneCountInString(text), nil }
func (characters) String() string                 { return "characters" }
