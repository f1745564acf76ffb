package trace

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// Described is a recorded context read back: what Describe said, with what Measured adds.
type Described struct {
	Parts      []Part // all of them, in the assembler's order where it is known, else the kept before the shed
	Read       []ReadRef
	Sections   []assembly.SectionCount // with a layout, in its order
	Counter    string
	PrefixHash string
	Notes      []assembly.Note
}

// Part is one part of a recorded context.
type Part struct {
	Place    int // among all, from 0
	Slot     string
	Register string
	Rank     int
	Content  string // text, or one line of JSON
	Sources  []ReadRef
	Section  string // with a layout
	Count    int    // as counted under the budget; 0: it was not
	Kept     bool
	Trim     *Trim  // of a part that stands shorter than it was
	Reason   string // of a shed part

	at int // in Prompt
}

type describedPart struct {
	Slot     string          `json:"slot"`
	Register string          `json:"register"`
	Rank     int             `json:"rank"`
	Content  json.RawMessage `json:"content"`
	Sources  []ReadRef       `json:"sources"`
}

// Described reads the context back.
func (r *Recorded) Described() (*Described, error) {
	var raw struct {
		Parts      []describedPart         `json:"parts"`
		Shed       []describedPart         `json:"shed"`
		Read       []ReadRef               `json:"read"`
		Sections   []assembly.SectionCount `json:"sections"`
		Counter    string                  `json:"counter"`
		PrefixHash string                  `json:"prefix_hash"`
		Notes      []assembly.Note         `json:"notes"`
	}
	if err := json.Unmarshal(r.Context, &raw); err != nil {
		return nil, fmt.Errorf("the recorded context %s: %w", r.ID, err)
	}
	d := &Described{Read: raw.Read, Sections: raw.Sections, Counter: raw.Counter, PrefixHash: raw.PrefixHash, Notes: raw.Notes}
	if d.Counter == "" && r.Budget != nil {
		d.Counter = r.Budget.Counter
	}
	m := r.Measured
	if m == nil {
		m = &Measured{Fates: strings.Repeat("k", len(raw.Parts)) + strings.Repeat("s", len(raw.Shed))}
	}
	if err := d.put(m, raw.Parts, raw.Shed, r.Reasons); err != nil {
		return nil, fmt.Errorf("the recorded context %s: %w", r.ID, err)
	}
	return d, nil
}

// put makes the parts of what was described and what was measured, which must be of one context.
func (d *Described) put(m *Measured, kept, shed []describedPart, reasons []string) error {
	trims := m.Trims
	for place, fate := range []byte(m.Fates) {
		from := &kept
		if fate == 's' {
			from = &shed
		}
		if len(*from) == 0 {
			return errMeasured
		}
		raw := (*from)[0]
		*from = (*from)[1:]
		p := Part{Place: place, Slot: raw.Slot, Register: raw.Register, Rank: raw.Rank, Content: text(raw.Content), Sources: raw.Sources, Kept: fate != 's'}
		if fate == 's' && len(reasons) > 0 {
			p.Reason, reasons = reasons[0], reasons[1:]
		}
		if fate == 't' {
			if len(trims) == 0 {
				return errMeasured
			}
			p.Trim, trims = &trims[0], trims[1:]
		}
		if place < len(m.Counts) {
			p.Count = m.Counts[place]
		}
		if place < len(m.Sections) {
			if at := m.Sections[place]; at >= 0 && at < len(d.Sections) {
				p.Section = d.Sections[at].Name
			}
		}
		d.Parts = append(d.Parts, p)
	}
	if len(kept)+len(shed) > 0 {
		return errMeasured
	}
	return nil
}

var errMeasured = errors.New("what was measured is not of the parts that were described")

// text is a part's content: a string as itself, anything else as the JSON that it is.
func text(content json.RawMessage) string {
	var s string
	if err := json.Unmarshal(content, &s); err != nil {
		return string(content)
	}
	return s
}

// Registers in the order in which prompts have them.
var registers = []string{"binding", "considered", "craft", "generated"}

// Prompt lists the parts as they stand in the prompt: section by section, in each register by register. A shed part stands where it would
// have stood.
func (d *Described) Prompt() []Part {
	out := make([]Part, 0, len(d.Parts))
	sections := []string{""}
	for _, s := range d.Sections {
		sections = append(sections, s.Name)
	}
	by := map[[2]string][]int{}
	for i, p := range d.Parts {
		k := [2]string{p.Section, p.Register}
		by[k] = append(by[k], i)
	}
	for _, section := range sections {
		for _, register := range registers {
			for _, i := range by[[2]string{section, register}] {
				p := d.Parts[i]
				p.at = len(out)
				out = append(out, p)
			}
		}
	}
	return out
}
