package slice

import (
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/wire"
)

// The doors below are as thin as can be, and not inlined: each is compiled anew in every role's package.

// Add adds a part of text.
//
//go:noinline
func Add[R any](s *Session, slot *assembly.Slot, text string, from assembly.Citation[R], more []assembly.Citation[R]) {
	s.addText(slot, assembly.Content{Text: text}, handles(from, more))
}

// AddKeyed adds a part of text with its group and its fallback; empty: none.
//
//go:noinline
func AddKeyed[R any](s *Session, slot *assembly.Slot, text string, from assembly.Citation[R], more []assembly.Citation[R], group, fallback string) {
	s.addText(slot, assembly.Content{Text: text, Group: group, Fallback: fallback}, handles(from, more))
}

// AddUncited adds a part of text that may cite nothing.
//
//go:noinline
func AddUncited[R any](s *Session, slot *assembly.Slot, text string, from []assembly.Citation[R]) {
	s.addText(slot, assembly.Content{Text: text}, handles(nil, from))
}

// AddValue adds a part of structured content.
//
//go:noinline
func AddValue[R any](s *Session, slot *assembly.Slot, value any, from assembly.Citation[R], more []assembly.Citation[R]) {
	s.addValue(slot, value, "", handles(from, more))
}

// AddValueKeyed adds a part of structured content with its group; structured content has no fallback.
//
//go:noinline
func AddValueKeyed[R any](s *Session, slot *assembly.Slot, value any, from assembly.Citation[R], more []assembly.Citation[R], group, _ string) {
	s.addValue(slot, value, group, handles(from, more))
}

// AddValueUncited adds a part of structured content that may cite nothing.
//
//go:noinline
func AddValueUncited[R any](s *Session, slot *assembly.Slot, value any, from []assembly.Citation[R]) {
	s.addValue(slot, value, "", handles(nil, from))
}

// AddProse adds a chronicle section whole: as it stands on the log, whatever became of the view. prose is the text of a section that
// was not handed out in this call, which is an error in the end.
//
//go:noinline
func AddProse[R any](s *Session, slot *assembly.Slot, prose string, from assembly.Prose[R]) {
	s.addProse(slot, prose, assembly.HandleOfProse(from))
}

func (c *Session) addProse(slot *assembly.Slot, prose string, from assembly.Handle) {
	c.mu.Lock()
	if whole, ok := c.prose[from]; ok {
		prose = whole
	}
	c.mu.Unlock()
	c.log.Add(slot, assembly.Content{Text: prose}, from)
}

// addText adds text. A fixed text, whole and cited alone, was checked at generation and goes in as it is.
func (c *Session) addText(slot *assembly.Slot, content assembly.Content, from []assembly.Handle) {
	if len(from) == 1 {
		c.mu.Lock()
		fixed := c.fixed[from[0]]
		c.mu.Unlock()
		content.Verbatim = fixed != nil && fixed.Text == content.Text
	}
	c.log.Add(slot, content, from...)
}

func (c *Session) addValue(slot *assembly.Slot, value any, group string, from []assembly.Handle) {
	line, err := wire.Line(value)
	if err != nil {
		c.log.Fail(fmt.Errorf("write the content of part '%s': %w", slot.Name, err))
		return
	}
	c.log.Add(slot, assembly.Content{Text: line, Structured: true, Group: group}, from...)
}

// handles takes what is cited out of its role's types; nil cites nothing.
func handles[R any](from assembly.Citation[R], more []assembly.Citation[R]) []assembly.Handle {
	out := make([]assembly.Handle, 0, 1+len(more))
	if from != nil {
		out = append(out, assembly.HandleOf(from))
	}
	for _, c := range more {
		if c != nil {
			out = append(out, assembly.HandleOf(c))
		}
	}
	return out
}
