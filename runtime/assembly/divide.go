package assembly

import "math/bits"

// divide gives each section its room.
func (a *arranging) divide() error {
	a.budgets()
	need := 0
	for k := range a.bays {
		if s := &a.bays[k]; s.kept() {
			s.room = s.whole
			need = plus(need, s.whole)
		} else {
			need = plus(need, s.least)
		}
	}
	if need > a.total {
		return a.overflow(need)
	}
	asked := need
	for k := range a.bays {
		if s := &a.bays[k]; !s.kept() && !s.Memory {
			s.room = max(min(s.whole, s.budget), s.least)
			asked = plus(asked, s.room-s.least)
		}
	}
	if asked > a.total {
		a.giveWay(a.total-need, asked-need)
	} else {
		a.grow(a.total - asked)
	}
	return nil
}

// budgets says what each section may come to: with Rest, what the others leave.
func (a *arranging) budgets() {
	others := 0
	for k := range a.bays {
		s := &a.bays[k]
		s.budget = s.Budget
		switch {
		case s.Rest:
		case s.kept():
			others = plus(others, max(s.Budget, s.whole))
		default:
			others = plus(others, s.Budget)
		}
	}
	for k := range a.bays {
		if s := &a.bays[k]; s.Rest {
			s.budget = max(a.total-others, 0)
		}
	}
}

// giveWay divides what there is over the least among the sections that asked for more, in proportion; the remainder goes to the
// first.
func (a *arranging) giveWay(left, asked int) {
	var first *bay
	given := 0
	for k := range a.bays {
		s := &a.bays[k]
		if s.kept() || s.Memory || s.room == s.least {
			continue
		}
		part := share(left, s.room-s.least, asked)
		s.room = s.least + part
		given += part
		if first == nil {
			first = s
		}
	}
	if first != nil {
		first.room += left - given
	}
}

// grow passes on what budgets are not used for, in order.
func (a *arranging) grow(free int) {
	unused := 0
	for k := range a.bays {
		switch s := &a.bays[k]; {
		case s.Memory: // its room is its own while it may go in
			hold := min(s.whole, s.budget)
			unused = plus(unused, s.budget-hold)
			free -= min(hold, free)
		default:
			unused = plus(unused, s.budget-s.room) // less than nothing where a section that is kept needs more
		}
	}
	free = min(free, unused)
	for k := range a.bays {
		if s := &a.bays[k]; s.Grow && !s.kept() && !s.Memory && free > 0 {
			more := min(s.whole-s.room, free)
			if more > 0 {
				s.room += more
				free -= more
			}
		}
	}
}

// share is n·part/whole, rounded down, for part ≤ whole.
func share(n, part, whole int) int {
	if whole <= 0 || n <= 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(n), uint64(part))
	q, _ := bits.Div64(high, low, uint64(whole))
	return int(q)
}

// overflow is the error of a prompt that is too small for what must stand in it.
func (a *arranging) overflow(need int) error {
	e := &BudgetExceeded{Total: a.total, Need: need, Layout: a.in.setup.Layout.Name}
	for i := range a.in.added {
		slot := a.in.added[i].slot
		if slot.Register == Binding || a.bays[a.where[i]].kept() {
			e.Parts = append(e.Parts, PartCount{slot.Name, int(a.counts[i])})
		}
	}
	return e
}
