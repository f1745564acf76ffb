package slice

import (
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// GivenSource cites a value that the application computed; from is the event it came from, or zero.
//
//go:noinline
func GivenSource[R any](s *Session, spec *Given, from timeline.ID) assembly.Source[R] {
	return assembly.SourceOf[R](s.given(spec, from))
}

func (c *Session) given(spec *Given, from timeline.ID) (h assembly.Handle) {
	if _, ok := c.enter(spec, spec.Name); !ok {
		return h
	}
	ref := assembly.GivenRef{Given: spec.Name}
	if !from.IsZero() {
		id := from.String()
		ref.Event = &id
	}
	return c.log.HandOut(spec.Name, ref, false, nil)
}

// FixedText hands out a text embedded at generation.
func FixedText[R any](s *Session, spec *Fixed) (string, assembly.Source[R]) {
	text, handle := s.fixedText(spec)
	return text, assembly.SourceOf[R](handle)
}

func (c *Session) fixedText(spec *Fixed) (text string, h assembly.Handle) {
	if _, ok := c.enter(spec, spec.Name); !ok {
		return "", h
	}
	h = c.log.HandOut(spec.Name, assembly.FixedRef{Fixed: spec.File, Version: spec.Version, SHA256: spec.SHA256}, false, nil)
	c.stamp(h, assembly.Meta{Source: spec.File, Version: spec.Version})
	c.mu.Lock()
	c.fixed[h] = spec
	c.mu.Unlock()
	return spec.Text, h
}
