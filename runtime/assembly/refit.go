package assembly

import (
	"errors"

	"github.com/grantgen/grantgen/runtime/token"
)

// Fate is what became of a part.
type Fate uint8

// The fates. A trimmed part stands in the prompt, shorter than it was.
const (
	Kept Fate = iota + 1
	Trimmed
	Shed
)

// Fates are what became of all parts, in the assembler's order: the n-th that is kept or trimmed is the n-th of Parts, and so on with
// Trimmed and Shed. Nil of a context made by hand.
func (c *Context) Fates() []Fate { return c.fates }

func (f *fitting) fates() []Fate {
	out := make([]Fate, len(f.stays))
	for i, stays := range f.stays {
		_, shorter := f.instead[int32(i)]
		switch {
		case !stays:
			out[i] = Shed
		case shorter:
			out[i] = Trimmed
		default:
			out[i] = Kept
		}
	}
	return out
}

// ErrNoBudget is of a context that nothing was counted for.
var ErrNoBudget = errors.New("this context was assembled without a budget")

// Refit is what the call would have come to with another total and all else as it was: the same parts, fitted anew by the same code.
// It reads nothing, and leaves c as it is; what was counted once is remembered for the next total. The error is what Assemble would have returned, but that FailIfCut is not asked again.
func (c *Context) Refit(total int) (*Context, error) {
	if c.inside == nil || c.budget == nil {
		return nil, ErrNoBudget
	}
	b := *c.budget
	if b.Total = total; total == 0 && c.inside.setup.Layout != nil { // as WithBudget has it
		b.Total = c.inside.setup.Layout.Allowed
	}
	b.Count = c.inside.counting(b.Count)
	again, err := c.inside.context(&b)
	if err != nil {
		return nil, err
	}
	again.origin = c.origin
	return again, nil
}

// counting is the counter with a memory, for texts that are counted again at every total.
func (in *inside) counting(c token.Counter) token.Counter {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.counter == nil {
		const besides = 1024 // texts that are cut
		in.counter = token.Memo(c, 4*len(in.added)+besides)
	}
	return in.counter
}
