package slice

import (
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// GivenValue hands out a value that the application computed; from is the event it came from, or zero.
func GivenValue[R, T any](s *Session[R], spec *Given, value T, from timeline.ID) (T, assembly.Source[R]) {
	if _, ok := s.enter(spec, spec.Name); !ok {
		return *new(T), assembly.Source[R]{}
	}
	ref := assembly.GivenRef{Given: spec.Name}
	if !from.IsZero() {
		id := from.String()
		ref.Event = &id
	}
	return value, assembly.SourceOf[R](s.log.HandOut(spec.Name, ref, false, nil))
}

// FixedText hands out a text embedded at generation.
func FixedText[R any](s *Session[R], spec *Fixed) (string, assembly.Source[R]) {
	if _, ok := s.enter(spec, spec.Name); !ok {
		return "", assembly.Source[R]{}
	}
	handle := s.log.HandOut(spec.Name, assembly.FixedRef{Fixed: spec.File, Version: spec.Version, SHA256: spec.SHA256}, false, nil)
	s.stamp(handle, assembly.Meta{Source: spec.File, Version: spec.Version})
	s.mu.Lock()
	s.fixed[handle] = spec
	s.mu.Unlock()
	return spec.Text, assembly.SourceOf[R](handle)
}
