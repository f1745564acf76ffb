package assembly

import "strconv"

// remember decides about memory, last: all or nothing.
func (a *arranging) remember() error {
	others := 0
	for k := range a.bays {
		others = plus(others, a.bays[k].used)
	}
	for k := range a.bays {
		s := &a.bays[k]
		if !s.Memory {
			continue
		}
		for _, parts := range s.batches {
			a.stay(s, parts)
		}
		if err := a.tally(s); err != nil {
			return err
		}
		left := a.total - others
		var why string
		switch {
		case len(s.batches) == 0 && s.used <= left:
			others = plus(others, s.used)
			continue
		case s.used > s.budget:
			why = "memory comes to " + strconv.Itoa(s.used) + ", its section holds " + strconv.Itoa(s.budget)
		case s.used > left:
			why = "memory comes to " + strconv.Itoa(s.used) + ", " + strconv.Itoa(max(left, 0)) + " left"
		default:
			others = plus(others, s.used)
			continue
		}
		if err := a.skip(s, why, left); err != nil {
			return err
		}
		others = plus(others, s.used)
	}
	return nil
}

// skip leaves memory out, and puts the notice in its place if that fits.
func (a *arranging) skip(s *bay, why string, left int) error {
	memory := len(s.batches) > 0 // else it all went for its age, and there is no room for the marker
	for _, parts := range s.stays {
		a.because(parts, why)
	}
	s.stays, s.skipped, s.notice = nil, true, memory
	if err := a.tally(s); err != nil {
		return err
	}
	if s.notice && s.used > left {
		s.notice = false
		if err := a.tally(s); err != nil {
			return err
		}
		why += "; there was no room for the notice"
	}
	if memory {
		a.c.Notes = append(a.c.Notes, Note{Kind: "notice", Slot: "", Text: why})
	}
	return nil
}
