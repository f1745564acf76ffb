package assembly

// settle makes sure that all sections together keep to the total. Where what pieces come to does not add up, or somebody else renders,
// the whole is rendered and counted; while it is over, memory goes, then its notice, then the least important batch of all.
func (a *arranging) settle() error {
	if err := a.weigh(); err != nil {
		return err
	}
	if a.fitting.used <= a.total {
		return nil
	}
	var may []batch
	for _, parts := range a.in.batches(a.in.visits(a.b)) {
		if s := &a.bays[a.where[parts[0]]]; !s.kept() && !s.Memory {
			may = append(may, parts)
		}
	}
	for a.fitting.used > a.total {
		changed, err := a.dropMemory()
		if err != nil {
			return err
		}
		if !changed {
			if may, changed, err = a.dropLast(may, a.fitting.used-a.total); err != nil {
				return err
			}
		}
		if !changed {
			return a.overflow(a.fitting.used)
		}
		if err := a.weigh(); err != nil {
			return err
		}
	}
	return nil
}

// weigh is what the whole comes to.
func (a *arranging) weigh() error {
	if a.exact {
		a.fitting.used = 0
		for k := range a.bays {
			a.fitting.used = plus(a.fitting.used, a.bays[k].used)
		}
		return nil
	}
	w := whole{a.c, a.fitting, a.b}
	a.c.Sections = a.sections()
	n, err := w.cost()
	a.fitting.used = n
	return err
}

func (a *arranging) dropMemory() (bool, error) {
	for k := range a.bays {
		s := &a.bays[k]
		switch {
		case !s.Memory:
		case len(s.stays) > 0:
			return true, a.skip(s, "the prompt is over its total with memory", s.used)
		case s.notice:
			s.notice = false
			return true, a.tally(s)
		case s.omitted > 0:
			s.skipped = true
			return true, a.tally(s)
		}
	}
	return false, nil
}

// dropLast lets go of as many batches, the least important first, as should do.
func (a *arranging) dropLast(may []batch, over int) ([]batch, bool, error) {
	changed := map[*bay]bool{}
	for over > 0 && len(may) > 0 {
		last := may[len(may)-1]
		may = may[:len(may)-1]
		if !a.fitting.stays[last[0]] {
			continue
		}
		size := a.size(last)
		a.letGo(last, size, max(size-over, 0))
		changed[&a.bays[a.where[last[0]]]] = true
		over -= max(size, 1)
	}
	for k := range a.bays {
		if s := &a.bays[k]; changed[s] {
			if err := a.tally(s); err != nil {
				return nil, false, err
			}
		}
	}
	return may, len(changed) > 0, nil
}
