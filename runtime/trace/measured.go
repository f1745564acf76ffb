package trace

import "github.com/grantgen/grantgen/runtime/assembly"

// Measured is what Describe leaves out of the parts: all of them in the assembler's order, kept or not.
type Measured struct {
	Fates    string `json:"fates"`              // a letter a part: k kept, t trimmed, s shed
	Counts   []int  `json:"counts,omitempty"`   // as counted under the budget; without one, none
	Sections []int  `json:"sections,omitempty"` // with a layout: which of Describe's sections, from 0
	Trims    []Trim `json:"trims,omitempty"`    // of the trimmed parts, in their order
}

// Trim says how a part stands in the prompt shorter than it was. Counts are as the budget counts.
type Trim struct {
	Whole    int  `json:"whole"`   // what the whole part would have come to
	Kept     int  `json:"kept"`    // what stands in its place comes to, its marker too
	Omitted  int  `json:"omitted"` // what its marker says; 0 for a fallback
	Fallback bool `json:"fallback,omitempty"`
}

func (r *Recorded) measure(built *assembly.Context) {
	fates := built.Fates()
	if fates == nil {
		return
	}
	sections := make(map[string]int, len(built.Sections))
	for i, s := range built.Sections {
		sections[s.Name] = i
	}
	m := &Measured{Trims: trimsOf(built)}
	letters := make([]byte, len(fates))
	each(built, func(place int, fate assembly.Fate, p *assembly.Part) {
		letters[place] = "?kts"[fate]
		if built.Counter != "" {
			m.Counts = append(m.Counts, p.Count)
		}
		if built.Layout != "" {
			m.Sections = append(m.Sections, sections[p.Section])
		}
	})
	m.Fates = string(letters)
	r.Measured = m
}

// each visits all parts of a context in the assembler's order.
func each(built *assembly.Context, see func(place int, fate assembly.Fate, p *assembly.Part)) {
	kept, shed := 0, 0
	for place, fate := range built.Fates() {
		if fate == assembly.Shed {
			see(place, fate, &built.Shed[shed])
			shed++
		} else {
			see(place, fate, &built.Parts[kept])
			kept++
		}
	}
}

func trimsOf(built *assembly.Context) []Trim {
	var out []Trim
	for _, t := range built.Trimmed {
		out = append(out, Trim{Whole: t.Count, Kept: t.Kept, Omitted: t.Omitted, Fallback: t.Fallback})
	}
	return out
}
