package slice

import (
	"fmt"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/wire"
)

// Add adds a part of text.
func Add[R any](s *Session[R], slot *assembly.Slot, text string, from assembly.Citation[R], more []assembly.Citation[R]) {
	handles := make([]assembly.Handle, 0, 1+len(more))
	if from != nil {
		handles = append(handles, assembly.HandleOf(from))
	}
	addText(s, slot, assembly.Content{Text: text}, appendHandles(handles, more))
}

// AddKeyed adds a part of text with its group and its fallback; empty: none.
func AddKeyed[R any](s *Session[R], slot *assembly.Slot, text string, from assembly.Citation[R], more []assembly.Citation[R], group, fallback string) {
	var handles []assembly.Handle
	if from != nil {
		handles = append(handles, assembly.HandleOf(from))
	}
	addText(s, slot, assembly.Content{Text: text, Group: group, Fallback: fallback}, appendHandles(handles, more))
}

// AddUncited adds a part of text that may cite nothing.
func AddUncited[R any](s *Session[R], slot *assembly.Slot, text string, from []assembly.Citation[R]) {
	addText(s, slot, assembly.Content{Text: text}, appendHandles[R](nil, from))
}

// AddValue adds a part of structured content.
func AddValue[R any](s *Session[R], slot *assembly.Slot, value any, from assembly.Citation[R], more []assembly.Citation[R]) {
	var handles []assembly.Handle
	if from != nil {
		handles = append(handles, assembly.HandleOf(from))
	}
	addValue(s, slot, value, "", appendHandles(handles, more))
}

// AddValueKeyed adds a part of structured content with its group; structured content has no fallback.
func AddValueKeyed[R any](s *Session[R], slot *assembly.Slot, value any, from assembly.Citation[R], more []assembly.Citation[R], group, _ string) {
	var handles []assembly.Handle
	if from != nil {
		handles = append(handles, assembly.HandleOf(from))
	}
	addValue(s, slot, value, group, appendHandles(handles, more))
}

// AddValueUncited adds a part of structured content that may cite nothing.
func AddValueUncited[R any](s *Session[R], slot *assembly.Slot, value any, from []assembly.Citation[R]) {
	addValue(s, slot, value, "", appendHandles[R](nil, from))
}

// AddProse adds a chronicle section whole: as it stands on the log, whatever became of the view. prose is the text of a section that
// was not handed out in this call, which is an error in the end.
func AddProse[R any](s *Session[R], slot *assembly.Slot, prose string, from assembly.ProseCitation[R]) {
	handle := assembly.HandleOf(from)
	s.mu.Lock()
	if whole, ok := s.prose[handle]; ok {
		prose = whole
	}
	s.mu.Unlock()
	s.log.Add(slot, assembly.Content{Text: prose}, handle)
}

// addText adds text. A fixed text, whole and cited alone, was checked at generation and goes in as it is.
func addText[R any](s *Session[R], slot *assembly.Slot, content assembly.Content, from []assembly.Handle) {
	if len(from) == 1 {
		s.mu.Lock()
		fixed := s.fixed[from[0]]
		s.mu.Unlock()
		content.Verbatim = fixed != nil && fixed.Text == content.Text
	}
	s.log.Add(slot, content, from...)
}

func addValue[R any](s *Session[R], slot *assembly.Slot, value any, group string, from []assembly.Handle) {
	line, err := wire.Line(value)
	if err != nil {
		s.log.Fail(fmt.Errorf("write the content of part '%s': %w", slot.Name, err))
		return
	}
	s.log.Add(slot, assembly.Content{Text: line, Structured: true, Group: group}, from...)
}

func appendHandles[R any](handles []assembly.Handle, from []assembly.Citation[R]) []assembly.Handle {
	for _, c := range from {
		if c != nil {
			handles = append(handles, assembly.HandleOf(c))
		}
	}
	return handles
}
