// Package prompt holds the Prompt type, the only thing that pinned models accept. Only renderers make one, so that a string put
// together by hand does not compile where a prompt is wanted.
package prompt

import "github.com/grantgen/grantgen/runtime/internal/seal"

// Prompt is rendered text.
type Prompt struct{ text string }

// New makes a Prompt; the key keeps it to grantgen's own renderers.
func New(_ seal.Key, text string) Prompt { return Prompt{text: text} }

// String is the text.
func (p Prompt) String() string { return p.text }

// IsZero says that no renderer made p.
func (p Prompt) IsZero() bool { return p == Prompt{} }
