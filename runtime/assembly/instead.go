package assembly

// instead is what stands in a part's place: its fallback, or what a cut left of it.
type instead struct {
	text    string
	full    int32 // what the part itself comes to
	omitted int   // tokens that a marker after it stands for; 0 for a fallback
}

// Trim is a part that stands in the prompt shorter than it was.
type Trim struct {
	Slot     string `json:"slot"`
	Section  string `json:"section,omitempty"`
	Count    int    `json:"count"`   // what the whole part would have come to
	Kept     int    `json:"kept"`    // what stands in its place comes to, its marker too
	Omitted  int    `json:"omitted"` // what its marker says; 0 for a fallback
	Fallback bool   `json:"fallback"`
	Sources  []Ref  `json:"sources"`
}

// fallBack puts fallbacks in the place of those parts of a batch that have one; false if none has.
func (f *fitting) fallBack(parts batch) bool {
	any := false
	for _, i := range parts {
		if a := &f.in.added[i]; a.hasFallback && !a.verbatim {
			f.replace(i, instead{text: f.in.more[i].fallback, full: f.counts[i]})
			any = true
		}
	}
	return any
}

func (f *fitting) replace(i int32, by instead) {
	if f.instead == nil {
		f.instead = map[int32]instead{}
	}
	f.instead[i] = by
}

// restore gives the parts of a batch their own text back.
func (f *fitting) restore(parts batch) {
	if len(f.instead) == 0 {
		return
	}
	for _, i := range parts {
		if by, ok := f.instead[i]; ok {
			f.counts[i] = by.full
			delete(f.instead, i)
		}
	}
}

// says is the text of part i as it stands, and whether that is its own.
func (f *fitting) says(i int32) (text string, own bool) {
	if len(f.instead) > 0 {
		if by, ok := f.instead[i]; ok {
			return by.text, false
		}
	}
	return f.in.added[i].text, true
}

// trimmed lists what stands shorter than it was, in the assembler's order.
func (f *fitting) trimmed() []Trim {
	out := []Trim{}
	if len(f.instead) == 0 {
		return out
	}
	for i := range f.stays {
		by, ok := f.instead[int32(i)]
		if !ok || !f.stays[i] {
			continue
		}
		a := &f.in.added[i]
		out = append(out, Trim{
			Slot: a.slot.Name, Section: f.sectionOf(a.slot), Count: int(by.full), Kept: int(f.counts[i]), Omitted: by.omitted,
			Fallback: by.omitted == 0, Sources: refs(f.sources[a.from:a.to:a.to]),
		})
	}
	return out
}
