package worlds

import (
	"errors"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// mistaken says whether an error is the assembler's own: of what it cites, of how it uses its grant, of a text that it made, or a panic. A
// budget that is too small, an event that does not decode and an input that does not fit are drawn, and no mistake of anybody's.
func mistaken(err error) bool {
	for _, own := range []error{assembly.ErrUncitedSource, assembly.ErrMislabelled, assembly.ErrFailed, assembly.ErrBadText} {
		if errors.Is(err, own) {
			return true
		}
	}
	use, ok := errors.AsType[*assembly.AssemblyError](err)
	if !ok {
		return false
	}
	switch use.Reason {
	case assembly.NoCounter, assembly.BadOrder, assembly.UnknownSection, assembly.NoTime: // of the options
		return false
	}
	return true
}
