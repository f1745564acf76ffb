package assembly

import (
	"fmt"
	"math"

	"github.com/grantgen/grantgen/runtime/token"
)

// maxCount bounds what a counter may say of one text, so that sums cannot overflow. There is no bound by the text's length: an
// application may count in units smaller than a byte.
const maxCount = math.MaxInt32

// CountFailed is a counter that failed, panicked, or gave a number that no text comes to.
type CountFailed struct {
	Counter string
	Slot    string // of the part that was counted; empty for a whole or a heading
	Count   int    // what it returned
	Err     error  // what it failed or panicked with; nil for a wrong number
}

func (e *CountFailed) Error() string {
	what := "the prompt"
	if e.Slot != "" {
		what = "part '" + e.Slot + "'"
	}
	if e.Err != nil {
		return fmt.Sprintf("the counter %s failed on %s: %v", e.Counter, what, e.Err)
	}
	return fmt.Sprintf("the counter %s says that %s comes to %d", e.Counter, what, e.Count)
}

// Is matches [ErrCount].
func (e *CountFailed) Is(target error) bool { return target == ErrCount }

func (e *CountFailed) Unwrap() error { return e.Err }

// count asks a counter and believes nothing.
func count(c token.Counter, slot, text string) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			n, err = 0, &CountFailed{Counter: token.Name(c), Slot: slot, Err: fmt.Errorf("panic: %v", v)}
		}
	}()
	n, err = c.Count(text)
	if err != nil {
		return 0, &CountFailed{Counter: token.Name(c), Slot: slot, Err: err}
	}
	if n < 0 || n > maxCount {
		return 0, &CountFailed{Counter: token.Name(c), Slot: slot, Count: n}
	}
	return n, nil
}

// RenderFailed is a renderer that failed or panicked.
type RenderFailed struct{ Err error }

func (e *RenderFailed) Error() string { return "the renderer failed: " + e.Err.Error() }

// Is matches [ErrRender].
func (e *RenderFailed) Is(target error) bool { return target == ErrRender }

func (e *RenderFailed) Unwrap() error { return e.Err }

// Rendered asks a renderer for a context's text; a panic in it is an error.
func Rendered(r Renderer, c *Context) (text string, err error) {
	defer func() {
		if v := recover(); v != nil {
			text, err = "", &RenderFailed{fmt.Errorf("panic: %v", v)}
		}
	}()
	if text, err = r.Render(c); err != nil {
		return "", &RenderFailed{err}
	}
	return text, nil
}
