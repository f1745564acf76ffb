package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
)

// provedLayout refuses a layout whose sections cannot all have their room, or whose cached prefix is not at the front.
func (r *resolver) provedLayout(l *Layout) bool {
	good := true
	var rest, volatile *Section
	sum := 0
	var terms []string
	for _, s := range l.Sections {
		if s.Rest {
			if rest != nil {
				r.fail(s.Pos, "layout", "the layout %q has two sections with budget: rest", l.Name).Related = firstHere(rest.Pos)
				good = false
			}
			rest = s
		}
		sum += s.Budget
		terms = append(terms, fmt.Sprintf("%s %d", s.Name, s.Budget))
		switch {
		case !s.Stable:
			if volatile == nil {
				volatile = s
			}
		case volatile != nil:
			d := r.fail(s.Pos, "layout", "the stable section %q stands below %q, which is not stable: what changes above it would end the cached prefix", s.Name, volatile.Name)
			d.Expected, d.Related = "the stable sections first", sectionHere(volatile)
			good = false
		}
	}
	if sum > l.Allowed {
		d := r.fail(l.Pos, "layout", "the sections' budgets come to %d against %d allowed: %s = %d; floor(%g × %d) − %d = %d",
			sum, l.Allowed, strings.Join(terms, " + "), sum, l.Safety, l.Window, l.Reserve, l.Allowed)
		d.Expected = l.roomier(sum, "smaller budgets")
		good = false
	}
	return r.provedRoom(l, sum) && good
}

// roomier says how need tokens come to be allowed: ways are others that there are. A reserve of 0 cannot be smaller; safety is named where
// it is what keeps them out of the window.
func (l *Layout) roomier(need int, ways ...string) string {
	ways = append(ways, "a larger window")
	if l.Reserve > 0 {
		ways = append(ways, "a smaller reserve")
	}
	if l.Safety < 1 && need <= l.Window-l.Reserve {
		ways = append(ways, fmt.Sprintf("a safety above %g, up to 1", l.Safety))
	}
	last := len(ways) - 1
	if last == 0 {
		return ways[0]
	}
	return strings.Join(ways[:last], ", ") + " or " + ways[last]
}

// provedRoom refuses a section that cannot keep to its budget even when all its parts go: what must stand in their place is larger.
func (r *resolver) provedRoom(l *Layout, sum int) bool {
	if r.count == nil || r.frame == nil || l.Tokenizer == "" || sum > l.Allowed {
		return true
	}
	good := true
	for _, s := range l.Sections {
		if s.Keep || s.Stable {
			continue // nothing of it ever goes
		}
		head, err := r.count(l.Tokenizer, r.frame.Head(s.Name)+"\n")
		marker, err2 := r.count(l.Tokenizer, r.frame.Marker+"\n")
		if err != nil || err2 != nil {
			continue // texts are looked at one by one elsewhere
		}
		room, what := s.Budget, "budget"
		if s.Rest {
			room, what = l.Allowed-sum, "rest"
		}
		if room < head+marker {
			r.fail(s.Pos, "layout", "the section %q has a %s of %d, and what stands there when all its parts have gone comes to %d: its head %d + a marker %d", s.Name, what, room, head+marker, head, marker).Expected =
				"a larger budget"
			good = false
		}
	}
	return good
}

// proveSections refuses a role whose parts stand in sections that cannot hold them.
func (r *resolver) proveSections(role *Role) {
	if role.Layout == nil {
		return
	}
	fill := map[*Section][]*Part{}
	for _, p := range role.Parts {
		if p.Section == nil {
			continue
		}
		fill[p.Section] = append(fill[p.Section], p)
		if p.Register == Binding && !p.Section.Keep {
			d := r.fail(p.Pos, "layout", "the binding part %q stands in the section %q, which may lose it", p.Name, p.Section.Name)
			d.Expected, d.Related = "a section with keep: always", sectionHere(p.Section)
		}
		if p.From != nil {
			r.proveFill(p)
		}
	}
	for _, s := range role.Layout.Sections {
		r.proveMemory(s, fill[s])
		r.proveFixed(role, s, fill[s])
	}
}

func (r *resolver) proveFill(p *Part) {
	s := p.Section
	kind := p.From.Kind
	if s.Stable && (kind == GivenSlice || kind == LogSlice || kind == EventsSlice || kind == MemorySlice || kind == BeliefsSlice || kind == ChronicleSlice || kind == RetrievedSlice) {
		d := r.fail(p.Pos, "layout", "the part %q puts the %s slice %q into the stable section %q: what it hands out changes from call to call", p.Name, kind, p.From.Name, s.Name)
		d.Expected, d.Related = "a section that is not stable", sectionHere(s)
	}
	if !s.Keep && (kind == ToolsSlice || kind == FixedSlice) {
		d := r.fail(p.Pos, "layout", "the part %q puts the %s slice %q into the section %q, which may lose it", p.Name, kind, p.From.Name, s.Name)
		d.Expected, d.Related = "a section with keep: always", sectionHere(s)
	}
}

func sectionHere(s *Section) []diag.Related {
	return []diag.Related{{Pos: s.Pos, Message: "the section " + s.Name + " stands here"}}
}

// proveMemory: a section that memory fills holds nothing else, and the valve decides about it.
func (r *resolver) proveMemory(s *Section, parts []*Part) {
	var memory, other *Part
	for _, p := range parts {
		if p.From != nil && p.From.Kind == MemorySlice {
			memory = p
		} else {
			other = p
		}
	}
	if memory == nil {
		return
	}
	s.Memory = true
	if r.memoryIn[s] == nil {
		r.memoryIn[s] = memory
	}
	switch {
	case other != nil: // reported by memorySections
	case s.Overflowed:
		r.fail(s.Pos, "layout", "the section %q is filled by memory, so it takes no overflow: the valve decides", s.Name).Expected = "no overflow:"
	case s.Keep:
		r.fail(s.Pos, "layout", "the section %q is filled by memory, which may be left out, so it cannot have keep: always", s.Name).Expected = "no keep:"
	}
}

// memorySections refuses a part that stands in a section which memory fills, in this role or in another of the same layout.
func (r *resolver) memorySections() {
	for _, role := range r.roles.items {
		for _, p := range role.Parts {
			if p.Section == nil || !p.Section.Memory || p.From != nil && p.From.Kind == MemorySlice {
				continue
			}
			d := r.fail(p.Pos, "layout", "the section %q is filled by memory and by %q: memory goes in whole or not at all, by itself", p.Section.Name, p.Name)
			d.Expected, d.Related = "a section of its own", []diag.Related{{Pos: r.memoryIn[p.Section].Pos, Message: "memory fills it here"}}
		}
	}
}

type fixedPart struct{ what, text string }

// fixedTexts is what of a slice is known at generation.
func (s *Slice) fixedTexts() []fixedPart {
	if s.Kind == FixedSlice {
		return []fixedPart{{s.File, s.Text}}
	}
	var out []fixedPart
	for _, t := range s.Tools {
		out = append(out, fixedPart{"the tool " + t.Name, t.Text})
	}
	return out
}

// proveFixed counts the fixed texts of a section against its budget.
func (r *resolver) proveFixed(role *Role, s *Section, parts []*Part) {
	if r.count == nil || role.Layout.Tokenizer == "" || s.Rest {
		return
	}
	sum := 0
	var terms []string
	var registers []Register
	for _, p := range parts {
		if p.From == nil {
			continue
		}
		if len(p.From.fixedTexts()) > 0 && !slices.Contains(registers, p.Register) {
			registers = append(registers, p.Register)
		}
		for _, t := range p.From.fixedTexts() {
			n, err := r.count(role.Layout.Tokenizer, t.text+"\n")
			if err != nil {
				r.fail(p.Pos, "layout", "%s cannot be counted: %v", t.what, err)
				return
			}
			sum += n
			terms = append(terms, fmt.Sprintf("%s %d", t.what, n))
		}
	}
	if len(terms) > 0 && r.frame != nil {
		lines := r.frame.Head(s.Name) + "\n"
		for _, register := range registers {
			lines += r.frame.Heading(register) + "\n"
		}
		if n, err := r.count(role.Layout.Tokenizer, lines); err == nil {
			sum += n
			terms = append(terms, fmt.Sprintf("its head and headings %d", n))
		}
	}
	if sum > s.Budget {
		d := r.fail(s.Pos, "layout", "the fixed texts of the section %q come to %d against its budget of %d in the role %q: %s", s.Name, sum, s.Budget, role.Name, strings.Join(terms, " + "))
		d.Expected = "a shorter text or a larger budget"
	}
}
