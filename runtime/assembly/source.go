package assembly

import (
	"fmt"
	"io"
)

// Handle is a source without its role's type: the n-th thing that a session handed out. The zero Handle is forged or empty.
type Handle struct {
	session *Session
	n       int32 // from 1
}

// Source cites one thing that a slice of role R handed out in this call. It holds no text. The type parameter is used in a
// field, so that sources of two roles do not convert into each other.
type Source[R any] struct {
	_      [0]R
	handle Handle
}

// Prose cites a chronicle section. It is not a [Citation]: only slots of register generated take it.
type Prose[R any] struct {
	_       [0]R
	section Handle // another name than in Source, so that the two do not convert into each other
}

// Citation is anything that R's slices hand out, except chronicle prose. It has two methods and no third, since every view of every role
// gets its own copy of each: readBy keeps roles apart, and notProse prose, and the latter is the handle as well.
type Citation[R any] interface {
	readBy(R)
	notProse() Handle
}

func (Source[R]) readBy(R)           {}
func (s Source[R]) notProse() Handle { return s.handle }

// SourceOf types a handle. Only package slice calls it.
func SourceOf[R any](h Handle) Source[R] { return Source[R]{handle: h} }

// ProseOf types a handle to a section. Only package slice calls it.
func ProseOf[R any](h Handle) Prose[R] { return Prose[R]{section: h} }

// HandleOf is the handle inside a citation; the zero Handle for nil.
func HandleOf[R any](c Citation[R]) Handle {
	if c == nil {
		return Handle{}
	}
	return c.notProse()
}

// HandleOfProse is the handle inside prose.
func HandleOfProse[R any](p Prose[R]) Handle { return p.section }

// Format prints "source" under every verb. A view that embeds a source has its own Format (see [Print]).
func (Source[R]) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "source") }

// Format prints "source" under every verb.
func (Prose[R]) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "source") }

// Format prints "source" under every verb.
func (Handle) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "source") }
