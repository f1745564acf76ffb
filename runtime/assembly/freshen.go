package assembly

import (
	"fmt"
	"time"
)

// freshen applies the sections' rules of age, and writes the stamps. Age is the time that the application gave minus the time of
// what a part cites; what has no time is not judged.
func (a *arranging) freshen() error {
	if a.in.stamps == nil {
		return nil
	}
	for i := range a.in.added {
		metas := a.in.metas(i)
		if len(metas) == 0 {
			continue
		}
		s := &a.bays[a.where[i]]
		if s.Stamp && !s.Stable { // a stable section's bytes are its sources' alone
			if a.stamps == nil {
				a.stamps = map[int32]string{}
			}
			a.stamps[int32(i)] = stampLine(metas)
		}
		if err := a.age(int32(i), s, metas); err != nil {
			return err
		}
	}
	return nil
}

func (a *arranging) age(i int32, s *bay, metas []Meta) error {
	if s.Fresh.Kind != "days" {
		return nil
	}
	oldest := int64(0)
	for _, m := range metas {
		if m.At != 0 && (oldest == 0 || m.At < oldest) {
			oldest = m.At
		}
	}
	if oldest == 0 {
		return nil
	}
	if a.in.setup.Now == 0 {
		return &AssemblyError{Reason: NoTime, Section: s.Name}
	}
	const day = int64(24 * time.Hour / time.Microsecond)
	old := a.in.setup.Now - oldest
	if old <= int64(s.Fresh.Days)*day {
		return nil
	}
	slot := a.in.added[i].slot.Name
	days := int(old / day)
	if s.Fresh.Stale == "refuse" {
		return &StaleItem{Slot: slot, Section: s.Name, Days: days, Allowed: s.Fresh.Days}
	}
	says := fmt.Sprintf("%d days old, %d allowed", days, s.Fresh.Days)
	if s.Fresh.Stale == "drop" && !a.fitting.stays[i] {
		a.because(batch{i}, "stale: "+says)
		says += ", dropped"
	}
	a.c.Notes = append(a.c.Notes, Note{Kind: "stale", Slot: slot, Text: says})
	return nil
}
