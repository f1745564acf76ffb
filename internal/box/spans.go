package box

import (
	"cmp"
	"slices"
)

// cut is a place between values: just before at, or after all values.
type cut[T cmp.Ordered] struct {
	at  T
	end bool
}

func (c cut[T]) compare(d cut[T]) int {
	switch {
	case c.end && d.end:
		return 0
	case c.end:
		return 1
	case d.end:
		return -1
	}
	return cmp.Compare(c.at, d.at)
}

// span is the values from one cut to the next. Every type here has a next value (the next int, the next float, a text with a NUL
// behind it), so that a closed end is the open end beside it and one form is enough.
type span[T cmp.Ordered] struct{ lo, hi cut[T] }

func (s span[T]) empty() bool { return s.lo.compare(s.hi) >= 0 }

// spans are sorted, not empty, and neither overlap nor touch: equal sets are equal lists.
type spans[T cmp.Ordered] []span[T]

func (a spans[T]) and(b spans[T]) spans[T] {
	var out spans[T]
	for i, j := 0, 0; i < len(a) && j < len(b); {
		s := span[T]{a[i].lo, a[i].hi}
		if b[j].lo.compare(s.lo) > 0 {
			s.lo = b[j].lo
		}
		if b[j].hi.compare(s.hi) < 0 {
			s.hi = b[j].hi
		}
		if !s.empty() {
			out = append(out, s)
		}
		if a[i].hi.compare(b[j].hi) <= 0 {
			i++
		} else {
			j++
		}
	}
	return out
}

func (a spans[T]) minus(b spans[T]) spans[T] {
	var out spans[T]
	j := 0
	for _, s := range a {
		for j < len(b) && b[j].hi.compare(s.lo) <= 0 {
			j++
		}
		for k := j; k < len(b) && b[k].lo.compare(s.hi) < 0 && !s.empty(); k++ {
			if before := (span[T]{s.lo, b[k].lo}); !before.empty() {
				out = append(out, before)
			}
			s.lo = b[k].hi
		}
		if !s.empty() {
			out = append(out, s)
		}
	}
	return out
}

func (a spans[T]) or(b spans[T]) spans[T] {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(s, t span[T]) int { return cmp.Or(s.lo.compare(t.lo), s.hi.compare(t.hi)) })
	var out spans[T]
	for _, s := range all {
		if n := len(out); n > 0 && s.lo.compare(out[n-1].hi) <= 0 {
			if s.hi.compare(out[n-1].hi) > 0 {
				out[n-1].hi = s.hi
			}
			continue
		}
		out = append(out, s)
	}
	return out
}

func (a spans[T]) has(v T) bool {
	i, _ := slices.BinarySearchFunc(a, cut[T]{at: v}, func(s span[T], c cut[T]) int {
		if s.hi.compare(c) <= 0 {
			return -1
		}
		return 1
	})
	return i < len(a) && a[i].lo.compare(cut[T]{at: v}) <= 0
}
