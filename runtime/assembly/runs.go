package assembly

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/token"
)

// runs adds up the pieces of a prompt for a counter that adds up at line ends: a piece that joins what stands before it is counted
// together with that, so that the sum is the count of the whole.
type runs struct {
	counter token.Counter
	total   int
	last    string // the piece before, and what it comes to; -1: not known
	count   int
	begun   bool
	joined  []string // pieces of one run, if there are more than one
	err     error
}

func (r *runs) add(text string, count int) {
	if r.begun && token.Joins(text) {
		if len(r.joined) == 0 {
			r.joined = append(r.joined, r.last)
		}
		r.joined = append(r.joined, text)
		return
	}
	r.close()
	r.last, r.count, r.begun = text, count, true
}

func (r *runs) close() {
	if !r.begun || r.err != nil {
		return
	}
	n := r.count
	switch {
	case len(r.joined) > 0:
		n, r.err = count(r.counter, "", strings.Join(r.joined, ""))
		r.joined = r.joined[:0]
	case n < 0:
		n, r.err = count(r.counter, "", r.last)
	}
	r.total = plus(r.total, n)
}

func (r *runs) sum() (int, error) {
	r.close()
	r.begun = false
	return r.total, r.err
}
