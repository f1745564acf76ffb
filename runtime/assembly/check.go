package assembly

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// check runs over all parts before anything is shed, one rule after the other; the first fault in the assembler's order is the
// one that is reported.
func (in *inside) check(s *Session) error {
	for _, rule := range []func(*Session) error{in.checkSlots, in.checkCitations, in.checkRegisters, in.checkText} {
		if err := rule(s); err != nil {
			return err
		}
	}
	return nil
}

func (in *inside) checkSlots(*Session) error {
	for _, a := range in.added {
		if a.slot == nil {
			return &AssemblyError{Reason: BadSlot}
		}
		if a.slot.Register < Binding || a.slot.Register > Generated {
			return &AssemblyError{Reason: BadSlot, Slot: a.slot.Name}
		}
	}
	return nil
}

func (in *inside) checkCitations(s *Session) error {
	for _, a := range in.added {
		if a.from == a.to && !a.slot.Uncited {
			return &AssemblyError{Reason: CitesNothing, Slot: a.slot.Name}
		}
		for _, h := range in.cites[a.from:a.to] {
			if h.session != s {
				return &UncitedSource{Slot: a.slot.Name, Cites: in.nameable(h)}
			}
		}
	}
	return nil
}

// nameable is as much of a foreign source as this grant may know.
func (in *inside) nameable(h Handle) string {
	if h.session == nil {
		return "an empty source"
	}
	other := h.session.inside()
	other.mu.Lock()
	theirs := other.handed[h.n-1]
	other.mu.Unlock()
	if in.setup.MayRead != nil && in.setup.MayRead(theirs.slice, theirs.ref, theirs.mark) {
		return theirs.ref.String()
	}
	return theirs.ref.kind() + "(not granted)"
}

func (in *inside) checkRegisters(*Session) error {
	told := make([]bool, len(in.handed)) // cited by a generated part
	for _, a := range in.added {
		for _, h := range in.cites[a.from:a.to] {
			if a.slot.Register == Generated {
				told[h.n-1] = true
			} else if in.handed[h.n-1].prose {
				return &MislabelledPart{Slot: a.slot.Name, Register: a.slot.Register}
			}
		}
	}
	for i, h := range in.handed {
		if section, ok := h.ref.(SectionRef); ok && !told[i] {
			return &MislabelledPart{Section: section.Section}
		}
	}
	return nil
}

func (in *inside) checkText(*Session) error {
	for _, a := range in.added {
		if a.content.Structured {
			if !json.Valid([]byte(a.content.Text)) || !utf8.ValidString(a.content.Text) || strings.ContainsAny(a.content.Text, "\n\r") {
				return &BadText{Slot: a.slot.Name, Structured: true}
			}
		} else if !utf8.ValidString(a.content.Text) {
			return &BadText{Slot: a.slot.Name}
		}
	}
	return nil
}
