package assembly

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// check runs over all parts before anything is shed, one rule after the other; the first fault in the assembler's order is the
// one that is reported.
func (in *inside) check() error {
	for _, rule := range []func() error{in.checkSlots, in.checkCitations, in.checkRegisters, in.checkStable, in.checkText} {
		if err := rule(); err != nil {
			return err
		}
	}
	return nil
}

func (in *inside) checkSlots() error {
	for i := range in.added {
		a := &in.added[i]
		if a.slot == nil {
			return &AssemblyError{Reason: BadSlot}
		}
		if a.slot.Register < Binding || a.slot.Register > Generated {
			return &AssemblyError{Reason: BadSlot, Slot: a.slot.Name}
		}
	}
	return nil
}

func (in *inside) checkCitations() error {
	for i := range in.added {
		a := &in.added[i]
		if a.from == a.to && !a.slot.Uncited {
			return &AssemblyError{Reason: CitesNothing, Slot: a.slot.Name}
		}
		for _, n := range in.cites[a.from:a.to] {
			if n <= 0 {
				return &UncitedSource{Slot: a.slot.Name, Cites: in.nameable(n)}
			}
		}
	}
	return nil
}

// nameable is as much of an empty or foreign source as this grant may know.
func (in *inside) nameable(n int32) string {
	if n == 0 {
		return "an empty source"
	}
	h := in.foreign[-n-1]
	other := h.session.inside()
	other.mu.Lock()
	theirs := other.handed[h.n-1]
	slice := other.slices[theirs.slice].name
	other.mu.Unlock()
	if in.setup.MayRead != nil && in.setup.MayRead(slice, theirs.ref, theirs.mark) {
		return theirs.ref.String()
	}
	return theirs.ref.kind() + "(not granted)"
}

func (in *inside) checkRegisters() error {
	told := make([]bool, len(in.handed)) // cited by a generated part
	for i := range in.added {
		a := &in.added[i]
		for _, n := range in.cites[a.from:a.to] {
			if a.slot.Register == Generated {
				told[n-1] = true
			} else if in.handed[n-1].prose {
				return &MislabelledPart{Slot: a.slot.Name, Register: a.slot.Register}
			}
		}
	}
	for i := range in.handed {
		if section, ok := in.handed[i].ref.(SectionRef); ok && !told[i] {
			return &MislabelledPart{Section: section.Section}
		}
	}
	return nil
}

// checkStable: a stable section heads the prefix that calls, members and tenants share, so that what stands in it comes from fixed texts
// and tools, or from no source at all. Generation has refused slices that fill it; here an assembler cites.
func (in *inside) checkStable() error {
	stable := in.setup.Layout.stable()
	if len(stable) == 0 {
		return nil
	}
	for i := range in.added {
		a := &in.added[i]
		if !stable[a.slot.Section] {
			continue
		}
		for _, n := range in.cites[a.from:a.to] {
			switch ref := in.handed[n-1].ref.(type) {
			case FixedRef, ToolRef:
			default:
				return &AssemblyError{Reason: StableMoves, Slot: a.slot.Name, Section: a.slot.Section, Cites: ref.kind()}
			}
		}
	}
	return nil
}

func (in *inside) checkText() error {
	for i := range in.added {
		a := &in.added[i]
		if a.structured {
			if !json.Valid([]byte(a.text)) || !utf8.ValidString(a.text) || strings.ContainsAny(a.text, "\n\r") {
				return &BadText{Slot: a.slot.Name, Structured: true}
			}
		} else if !utf8.ValidString(a.text) {
			return &BadText{Slot: a.slot.Name}
		}
		if a.hasFallback && !utf8.ValidString(in.more[int32(i)].fallback) {
			return &BadText{Slot: a.slot.Name}
		}
	}
	return nil
}
