package assembly

import (
	"cmp"
	"slices"
)

// stiff takes the parts that may be cut least, in proportion to their size, out of those that are cut, until the rest can be cut as much
// as it must be: a short text beside a long one stays whole. It clears their leasts; where even that is not enough, it changes nothing.
func (a *arranging) stiff(s *bay, leasts []int32, all claim, limit int) claim {
	atLeast := all.whole
	var order []int
	for k, least := range leasts {
		if least > 0 {
			order = append(order, k)
			atLeast = plus(atLeast, int(least))
		}
	}
	if atLeast > limit {
		return all
	}
	slices.SortStableFunc(order, func(j, k int) int {
		return cmp.Compare(int(leasts[k])*a.size(s.batches[j]), int(leasts[j])*a.size(s.batches[k])) // all are 31 bits
	})
	next := all
	for n, k := range order {
		if next.fits(limit) {
			for _, k := range order[:n] {
				leasts[k] = 0
			}
			return next
		}
		size := a.size(s.batches[k])
		next.whole, next.cuttable, next.least, next.of = plus(next.whole, size), next.cuttable-size, 0, 0
		if n+1 < len(order) {
			next.least, next.of = int(leasts[order[n+1]]), a.size(s.batches[order[n+1]])
		}
	}
	return all
}
