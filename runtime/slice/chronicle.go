package slice

import (
	"iter"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/chronicle"
)

// Sections yields the sections of a chronicle that are visible at the position, by range.
//
//go:noinline
func Sections[R, V any](s *Session, spec *Chronicle, read func(src assembly.Prose[R], prose string) V) iter.Seq[V] {
	return func(yield func(V) bool) {
		s.eachSection(spec, func(h assembly.Handle, prose string) bool { return yield(read(assembly.ProseOf[R](h), prose)) })
	}
}

func (c *Session) eachSection(spec *Chronicle, see func(assembly.Handle, string) bool) {
	at, ok := c.enter(spec, c.call.bind(spec.Pattern))
	if !ok {
		return
	}
	pass := c.log.Pass(spec.Name, "")
	sections, err := c.sections(spec, at)
	if err != nil {
		c.log.Fail(err)
		return
	}
	for _, sec := range sections {
		c.log.Alive()
		handle := pass.HandOut(sectionRef(sec), true, scopeMark{sec.Scope, sec.Event.String(), sec.Sealed, sec.Mark})
		c.stamp(handle, assembly.Meta{Source: sec.Scope, Version: sec.ID, Seqs: true, At: sec.At})
		c.mu.Lock()
		c.prose[handle] = sec.Prose
		c.mu.Unlock()
		if !see(handle, sec.Prose) {
			return
		}
	}
	pass.End()
}

func sectionRef(s chronicle.Section) assembly.SectionRef {
	return assembly.SectionRef{Section: s.ID, FromSeq: s.From, ToSeq: s.To}
}
