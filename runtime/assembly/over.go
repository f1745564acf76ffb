package assembly

import "fmt"

// overBudget notes the sections in which what is never cut comes to more than the budget, so that the others gave way. Generation refuses
// fixed texts of that kind, but only where it knows the counter. A section that may grow, or that takes what is left, has no such bound.
func (a *arranging) overBudget() {
	for k := range a.bays {
		s := &a.bays[k]
		if s.Grow || s.Rest || s.Memory {
			continue
		}
		comes := s.firm
		if s.kept() {
			comes = s.used
		}
		slot := a.largest(s)
		if comes <= s.budget || slot == "" {
			continue
		}
		a.c.Notes = append(a.c.Notes, Note{
			Kind: "over", Slot: slot,
			Text: fmt.Sprintf("stands in the section %s, where what is never cut comes to %d against a budget of %d", s.Name, comes, s.budget),
		})
	}
}

// largest is the slot of the largest part of a section that is never cut, the first of equals; empty if there is none.
func (a *arranging) largest(s *bay) (slot string) {
	most := int32(-1)
	for _, i := range s.parts {
		if part := a.in.added[i].slot; (part.Register == Binding || s.kept()) && a.fitting.stays[i] && a.counts[i] > most {
			slot, most = part.Name, a.counts[i]
		}
	}
	return slot
}
