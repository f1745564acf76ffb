package assembly

import (
	"strings"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/assembly/internal/cut"
)

// least is what a batch that may be cut comes to when as little as possible is left of it, with its marker; 0 if it may not be cut.
func (a *arranging) least(s *bay, parts batch) (int, error) {
	i := parts[0]
	part := &a.in.added[i]
	if s.Shed || part.grouped || part.structured || part.verbatim {
		return 0, nil
	}
	size := int(a.counts[i])
	mark, err := a.mark(size)
	if err != nil || size <= mark {
		return 0, err
	}
	first := cut.First(part.text)
	if first == len(part.text) {
		return 0, nil
	}
	n, err := a.sizeOf(i, part.text[:first])
	if err != nil {
		return 0, err
	}
	least := n + mark
	if s.Step > 0 {
		least = plus(least, s.Step-1)
		least -= least % s.Step
	}
	if least >= size {
		return 0, nil
	}
	return least, nil
}

// sizeOf is what part i would come to if it said text, without a marker.
func (a *arranging) sizeOf(i int32, text string) (int, error) {
	return count(a.b.Count, a.in.added[i].slot.Name, unitText(a.stampOf(i), a.fixed.Write(text, false), 0))
}

// trim cuts those of the kept parts that may be cut, so that size comes to what is left: each to its share, rounded down, and the
// first in the prompt to the remainder too.
func (a *arranging) trim(s *bay, leasts []int32, left, size int) error {
	if left >= size {
		return nil
	}
	rest, first := left, -1
	for k, parts := range s.stays {
		if leasts[k] == 0 {
			continue
		}
		rest -= share(left, int(a.counts[parts[0]]), size)
		if first < 0 || a.before(parts[0], s.stays[first][0]) {
			first = k
		}
	}
	kept := s.stays[:0]
	for k, parts := range s.stays {
		if leasts[k] > 0 {
			i := parts[0]
			whole := int(a.counts[i])
			target := share(left, whole, size)
			if k == first {
				target += rest
			}
			if s.Step > 0 {
				target -= target % s.Step
			}
			done, err := a.cut(i, target)
			if err != nil {
				return err
			}
			if !done {
				a.letGo(parts, whole, target)
				continue
			}
		}
		kept = append(kept, parts)
	}
	s.stays = kept
	return nil
}

// before says which of two parts of a section stands first in the prompt.
func (a *arranging) before(i, j int32) bool {
	ri, rj := a.in.added[i].slot.Register, a.in.added[j].slot.Register
	return ri < rj || ri == rj && i < j
}

// cut puts the beginning of part i in its place, which comes to target at most with its marker; false if nothing of it can stand.
func (a *arranging) cut(i int32, target int) (bool, error) {
	text, whole := a.in.added[i].text, int(a.counts[i])
	if whole <= target {
		return true, nil
	}
	mark, err := a.mark(whole)
	if err != nil {
		return false, err
	}
	limit, err := a.longest(i, text, target-mark, whole)
	if err != nil {
		return false, err
	}
	for ; limit > 0; limit = limit * 3 / 4 {
		for _, at := range cut.Points(text, limit) {
			done, err := a.cutAt(i, at, target, mark)
			if done || err != nil {
				return done, err
			}
		}
	}
	return false, nil
}

// longest is about the length of the longest beginning that comes to target at most. What a counter says of a beginning mostly grows
// with it; where it does not, a shorter one is found.
func (a *arranging) longest(i int32, text string, target, whole int) (int, error) {
	if target < 0 {
		return 0, nil
	}
	low, high := 0, len(text)
	at := share(target, len(text), whole)
	for stride := at/16 + 8; high-low > max(1, low/64); stride *= 2 {
		at = min(max(at, low+1), high-1)
		for at > low && !utf8.RuneStart(text[at]) {
			at--
		}
		if at <= low {
			break
		}
		n, err := a.sizeOf(i, text[:at])
		if err != nil {
			return 0, err
		}
		if n <= target {
			low = at
			at += stride
		} else {
			high = at
			at -= stride
		}
		if at <= low || at >= high {
			at = low + (high-low)/2
		}
	}
	return low, nil
}

// cutAt cuts there, if what is left can be seen and fits.
func (a *arranging) cutAt(i int32, at, target, mark int) (bool, error) {
	text, whole := a.in.added[i].text, a.counts[i]
	kept := strings.TrimRight(text[:at], " \t\r\n\v\f\u0085\u00a0\u2028\u2029\u3000")
	if kept == "" {
		return false, nil
	}
	if n, err := a.sizeOf(i, kept); err != nil || n+mark > target {
		return false, err
	}
	omitted, err := count(a.b.Count, a.in.added[i].slot.Name, text[len(kept):])
	if err != nil {
		return false, err
	}
	a.replace(i, instead{text: kept, full: whole, omitted: max(omitted, 1)})
	if n, err := a.recount(batch{i}); err != nil || n <= target {
		return err == nil, err
	}
	a.restore(batch{i})
	a.rewrite(i)
	return false, nil
}
