package assembly

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"

	"github.com/grantgen/grantgen/runtime/internal/lookalike"
)

// report writes down what became of the sections.
func (a *arranging) report() {
	a.c.Sections = a.sections()
	for i := range a.in.added {
		if !a.fitting.stays[i] {
			continue
		}
		s := &a.c.Sections[a.where[i]]
		for _, m := range a.in.metas(i) {
			s.Stamps = append(s.Stamps, SourceStamp{Slot: a.in.added[i].slot.Name, Source: m.Source, Version: m.Version, Date: m.Date()})
		}
	}
	for _, found := range a.alike {
		if i := found.part; a.fitting.stays[i] {
			if text, own := a.says(i); own || lookalike.Scan(text).Reads != "" {
				a.c.Notes = append(a.c.Notes, lookAlike(a.in.added[i].slot.Name, found.reads))
			}
		}
	}
	a.overBudget()
	hash, any := sha256.New(), false
	for k := range a.bays {
		if !a.bays[k].Stable {
			break
		}
		any = true
		_, _ = io.WriteString(hash, a.text(&a.bays[k]))
	}
	if any {
		a.c.PrefixHash = hex.EncodeToString(hash.Sum(nil))
	}
}

func (a *arranging) sections() []SectionCount {
	out := make([]SectionCount, len(a.bays))
	for k := range a.bays {
		s := &a.bays[k]
		out[k] = SectionCount{
			Name: s.Name, Stable: s.Stable, Budget: s.budget, Used: s.used, Shed: s.shed, Trimmed: s.cut, Omitted: s.omitted, After: s.after, Notice: s.notice,
			Owner: s.Owner, Fresh: s.Fresh.String(),
		}
	}
	return out
}

// String is the rule as the schema writes it; empty if there is none.
func (f Fresh) String() string {
	if f.Kind == "days" {
		return strconv.Itoa(f.Days) + "d"
	}
	return f.Kind
}
