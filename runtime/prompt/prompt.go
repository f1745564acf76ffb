// Package prompt holds the Prompt type, the only thing that pinned models accept. Only renderers make one, so that a string put
// together by hand does not compile where a prompt is wanted.
//
// It imports grantgen's internal packages alone.
package prompt

import (
	"reflect"

	"github.com/grantgen/grantgen/runtime/internal/seal"
)

// Prompt is rendered text.
type Prompt struct {
	text string
	made bool // the prompt of an empty context is empty, and still one that a renderer made
	by   any  // the renderer, or a pointer to one that cannot be compared, so that prompts can
}

// New makes a Prompt; the key keeps it to grantgen's own renderers.
func New(_ seal.Key, text string) Prompt { return Prompt{text: text, made: true} }

// Rendered makes a Prompt that knows its renderer.
func Rendered(_ seal.Key, text string, by any) Prompt {
	p := Prompt{text: text, made: true, by: by}
	if by != nil && !reflect.ValueOf(by).Comparable() {
		p.by = &by
	}
	return p
}

// By is the renderer; nil when it is not known.
func (p Prompt) By(seal.Key) any {
	if kept, ok := p.by.(*any); ok {
		return *kept
	}
	return p.by
}

// String is the text.
func (p Prompt) String() string { return p.text }

// IsZero says that no renderer made p.
func (p Prompt) IsZero() bool { return !p.made }
