package assembly

import "math/bits"

// fill decides, section by section, what stays.
func (a *arranging) fill() error {
	for k := range a.bays {
		s := &a.bays[k]
		if !s.Memory {
			if err := a.fillOne(s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *arranging) fillOne(s *bay) error {
	switch {
	case s.whole <= s.room:
		for _, parts := range s.batches {
			a.stay(s, parts)
		}
	case s.Shed && s.Step > 0:
		if err := a.step(s); err != nil {
			return err
		}
	default:
		if err := a.choose(s); err != nil {
			return err
		}
	}
	if err := a.tally(s); err != nil {
		return err
	}
	return a.lowerTo(s, s.room)
}

func (a *arranging) stay(s *bay, parts batch) {
	a.keep(parts)
	if s.stays == nil {
		s.stays = make([]batch, 0, len(s.batches))
	}
	s.stays = append(s.stays, parts)
}

// claim is what was chosen so far comes to: what stays whole, and what may be cut, which has a least size.
type claim struct {
	whole, cuttable int
	// The largest share that any cuttable part must keep of itself, as a fraction.
	least, of int
	headed    uint
}

// fits says that a limit holds what is whole and enough of the rest.
func (c *claim) fits(limit int) bool {
	left := limit - c.whole
	if left >= c.cuttable {
		return true
	}
	if left < 0 {
		return false
	}
	h1, l1 := bits.Mul64(uint64(left), uint64(c.of))
	h2, l2 := bits.Mul64(uint64(c.cuttable), uint64(c.least))
	return h1 > h2 || h1 == h2 && l1 >= l2
}

// with adds a batch that comes to size. A batch that may be cut to least has least > 0.
func (a *arranging) with(c claim, parts batch, size, least int) claim {
	register := uint(1) << a.in.added[parts[0]].slot.Register
	if c.headed&register == 0 {
		c.headed |= register
		c.whole = plus(c.whole, a.headed(register))
	}
	if least == 0 {
		c.whole = plus(c.whole, size)
		return c
	}
	c.cuttable = plus(c.cuttable, size)
	if c.of == 0 || least*c.of > c.least*size { // both are 31 bits
		c.least, c.of = least, size
	}
	return c
}

// choose keeps everything, if cutting alone makes it fit; otherwise it visits once.
func (a *arranging) choose(s *bay) error {
	limit := s.room - s.firm
	if s.firmly == 0 {
		limit -= s.head
	}
	leasts := make([]int32, len(s.batches))
	all := claim{headed: s.firmly}
	for k, parts := range s.batches {
		least, err := a.least(s, parts)
		if err != nil {
			return err
		}
		leasts[k] = int32(least)
		all = a.with(all, parts, a.size(parts), least)
	}
	if s.stale == 0 && all.cuttable > 0 && !all.fits(limit) {
		all = a.stiff(s, leasts, all, limit)
	}
	if s.stale == 0 && all.cuttable > 0 && all.fits(limit) {
		for _, parts := range s.batches {
			a.stay(s, parts)
		}
		return a.trim(s, leasts, limit-all.whole, all.cuttable)
	}
	mark, err := a.mark(plus(s.stale, s.loose))
	if err != nil {
		return err
	}
	limit -= mark
	return a.visit(s, leasts, limit)
}

// visit keeps what fits, the most important first.
func (a *arranging) visit(s *bay, leasts []int32, limit int) error {
	now := claim{headed: s.firmly}
	kept := leasts[:0]
	for k, parts := range s.batches {
		size, least := a.size(parts), int(leasts[k])
		next := a.with(now, parts, size, least)
		if least > 0 && !next.fits(limit) { // too short to be cut as much as the others
			least, next = 0, a.with(now, parts, size, 0)
		}
		if next.fits(limit) {
			now = next
			a.stay(s, parts)
			kept = append(kept, int32(least))
			continue
		}
		if a.fallBack(parts) {
			less, err := a.recount(parts)
			if err != nil {
				return err
			}
			if next := a.with(now, parts, less, 0); next.fits(limit) {
				now = next
				a.stay(s, parts)
				kept = append(kept, 0)
				continue
			}
		}
		a.letGo(parts, size, max(limit-now.whole-share(now.cuttable, now.least, now.of), 0))
	}
	return a.trim(s, kept, limit-now.whole, now.cuttable)
}

// size is what a batch comes to as it stands.
func (a *arranging) size(parts batch) (total int) {
	for _, i := range parts {
		total = plus(total, int(a.counts[i]))
	}
	return total
}

// recount writes and counts a batch again.
func (a *arranging) recount(parts batch) (total int, err error) {
	for _, i := range parts {
		a.rewrite(i)
		n, err := a.count(a.b, i, a.texts[i])
		if err != nil {
			return 0, err
		}
		total = plus(total, n)
	}
	return total, nil
}

// letGo sheds a batch, which gets its own text back.
func (a *arranging) letGo(parts batch, needs, left int) {
	again := len(a.instead) > 0
	a.fitting.letGo(parts, needs, left)
	if again {
		for _, i := range parts {
			a.rewrite(i)
		}
	}
}

// step sheds from the least important on, until the next multiple of Step went.
func (a *arranging) step(s *bay) error {
	mark, err := a.mark(plus(s.stale, s.loose))
	if err != nil {
		return err
	}
	limit := s.room - s.firm - mark
	if s.firmly == 0 {
		limit -= s.head
	}
	now, n := claim{headed: s.firmly}, 0
	for _, parts := range s.batches {
		next := a.with(now, parts, a.size(parts), 0)
		if !next.fits(limit) {
			break
		}
		now = next
		n++
	}
	gone := 0
	for _, parts := range s.batches[n:] {
		gone = plus(gone, a.size(parts))
	}
	if over := gone % s.Step; over > 0 {
		for goal := plus(gone, s.Step-over); n > 0 && gone < goal; n-- {
			gone = plus(gone, a.size(s.batches[n-1]))
		}
	}
	for _, parts := range s.batches[:n] {
		a.stay(s, parts)
	}
	for _, parts := range s.batches[n:] {
		a.letGo(parts, a.size(parts), max(limit-now.whole, 0))
	}
	return nil
}
