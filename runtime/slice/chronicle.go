package slice

import (
	"iter"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/chronicle"
)

// Sections yields the sections of a chronicle that are visible at the position, by range.
func Sections[R, V any](s *Session[R], spec *Chronicle, read func(src assembly.Prose[R], prose string) V) iter.Seq[V] {
	return func(yield func(V) bool) {
		at, ok := s.enter(spec, s.call.bind(spec.Pattern))
		if !ok {
			return
		}
		pass := s.log.Pass(spec.Name, "")
		sections, err := s.sections(spec, at)
		if err != nil {
			s.log.Fail(err)
			return
		}
		for _, sec := range sections {
			s.log.Alive()
			handle := pass.HandOut(sectionRef(sec), true, scopeMark{sec.Scope, sec.Event.String(), sec.Sealed})
			s.stamp(handle, assembly.Meta{Source: sec.Scope, Version: sec.ID, Seqs: true, At: sec.At})
			s.mu.Lock()
			s.prose[handle] = sec.Prose
			s.mu.Unlock()
			if !yield(read(assembly.ProseOf[R](handle), sec.Prose)) {
				return
			}
		}
		pass.End()
	}
}

func sectionRef(s chronicle.Section) assembly.SectionRef {
	return assembly.SectionRef{Section: s.ID, FromSeq: s.From, ToSeq: s.To}
}
