package chronicle

import (
	"fmt"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Overlap is a section refused because one stands over part of its range. Its text: events 2 to 4 overlap the section over 1 to 3 of chronicle:public
type Overlap struct {
	Scope    string
	Range    timeline.Range
	Standing timeline.Range
}

func (e *Overlap) Error() string {
	return fmt.Sprintf("events %d to %d overlap the section over %d to %d of %s",
		e.Range.From, e.Range.To, e.Standing.From, e.Standing.To, e.Scope)
}

// Standing looks for what stands in the way of a section over r, among the sections of its scope: one over the same range is no
// obstacle but the answer (true), one over part of it is an [Overlap].
func Standing(sections []Section, scope string, r timeline.Range) (Section, bool, error) {
	if err := checkRange(r); err != nil {
		return Section{}, false, err
	}
	for _, s := range sections {
		if s.Range() == r {
			return s, true, nil
		}
		if overlap(s.Range(), r) {
			return Section{}, false, &Overlap{Scope: scope, Range: r, Standing: s.Range()}
		}
	}
	return Section{}, false, nil
}

func overlap(a, b timeline.Range) bool { return a.From <= b.To && b.From <= a.To }
