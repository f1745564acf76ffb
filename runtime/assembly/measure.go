package assembly

// measure finds what each section comes to, whole and at least.
func (a *arranging) measure() error {
	for k := range a.bays {
		if s := &a.bays[k]; !s.kept() {
			s.batches = make([]batch, 0, len(s.parts))
		}
	}
	for _, parts := range a.in.batches(a.in.visits(a.b)) {
		s := &a.bays[a.where[parts[0]]]
		if s.kept() {
			continue
		}
		if why := a.old(parts); why != 0 {
			a.gone(parts, why) // a group goes with its oldest
			continue
		}
		s.batches = append(s.batches, parts)
	}
	for k := range a.bays {
		if err := a.measureOne(&a.bays[k]); err != nil {
			return err
		}
	}
	return nil
}

// old is why a batch went for its age; 0 if it did not.
func (a *arranging) old(parts batch) int32 {
	for _, i := range parts {
		if a.why[i] != 0 {
			return a.why[i]
		}
	}
	return 0
}

func (a *arranging) measureOne(s *bay) (err error) {
	if len(s.parts) == 0 {
		return nil
	}
	if s.head, err = count(a.b.Count, "", SectionHead(s.Name)+"\n"); err != nil {
		return err
	}
	var all uint
	for _, i := range s.parts {
		register := uint(1) << a.in.added[i].slot.Register
		switch n := int(a.counts[i]); {
		case a.why[i] != 0:
			s.stale = plus(s.stale, n)
			continue
		case a.fitting.stays[i]:
			s.firm = plus(s.firm, n)
			s.firmly |= register
		default:
			s.loose = plus(s.loose, n)
		}
		all |= register
	}
	s.whole = plus(s.firm, plus(s.loose, s.head+a.headed(all)))
	atop := 0
	if s.firmly != 0 {
		atop = s.head
	}
	s.firm = plus(s.firm, atop+a.headed(s.firmly))
	mark := 0
	if s.stale > 0 || len(s.batches) > 0 {
		if mark, err = a.mark(plus(s.stale, s.loose)); err != nil {
			return err
		}
	}
	if s.stale > 0 {
		s.whole = plus(s.whole, mark)
	}
	s.least = s.whole
	if len(s.batches) > 0 {
		s.least = min(s.whole, plus(s.firm, s.head-atop+mark))
	}
	if s.Memory {
		s.least = s.firm // it needs no marker when it is left out
	}
	return nil
}
