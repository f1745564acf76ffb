package slice

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/tool"
)

// mayRead says whether this grant may read what another session handed out. It decides how much an UncitedSource error may
// tell, so in doubt it says no.
func (c *Session) mayRead(_ string, ref assembly.Ref, mark any) bool {
	for _, spec := range c.call.Role.Slices {
		if c.specReads(spec, ref, mark) {
			return true
		}
	}
	return false
}

func (c *Session) specReads(spec Spec, ref assembly.Ref, mark any) bool {
	switch spec := spec.(type) {
	case *Log:
		return c.admits(spec.Clauses, mark, 1, c.at(spec.Name))
	case *Events:
		return c.admits(spec.Clauses, mark, c.call.Range.From, c.call.Range.To)
	case *Beliefs:
		state, ok := ref.(assembly.StateRef)
		if !ok {
			return false
		}
		_, ok = c.scope(spec, state.Scope)
		return ok && slices.ContainsFunc(spec.Predicates, func(p string) bool {
			return strings.HasPrefix(state.State, "v1:"+spec.Namespace+":"+p+"(")
		})
	case *Chronicle:
		_, ok := ref.(assembly.SectionRef)
		return ok && scopeOf(mark) == c.call.bind(spec.Pattern)
	case *Memory:
		return c.remembers(spec, ref)
	case *Retrieved:
		_, ok := ref.(assembly.RetrievedRef)
		return ok && scopeOf(mark) == c.call.bind(spec.Pattern)
	case *Tools:
		offered, ok := ref.(assembly.ToolRef)
		return ok && slices.ContainsFunc(spec.Tools, func(t tool.Tool) bool { return t.Name == offered.Tool && t.Version == offered.Version })
	case *Given:
		given, ok := ref.(assembly.GivenRef)
		return ok && given.Given == spec.Name && given.Event == nil // where a value came from is its own call's
	case *Fixed:
		fixed, ok := ref.(assembly.FixedRef)
		return ok && fixed.SHA256 == spec.SHA256
	}
	return false
}

func (c *Session) admits(clauses []timeline.Clause, mark any, from, to timeline.Position) bool {
	e, ok := mark.(timeline.Event)
	if !ok || e.Seq < from || e.Seq > to {
		return false
	}
	bound, err := c.call.bindAll(clauses)
	if err != nil {
		return false
	}
	for _, clause := range bound {
		if clause.Match(e) {
			return true
		}
	}
	return false
}

// scopeMark is what another session, or a trace, may ask of what stands in a scope and has no event in its ref.
type scopeMark struct {
	scope string
	event string
	hash  [32]byte
	mark  string
}

// Scope keeps two sections over one range apart.
func (m scopeMark) Scope() string { return m.scope }

// Seal says which event it was, what that held, and its mark.
func (m scopeMark) Seal() (string, [32]byte, string) { return m.event, m.hash, m.mark }

func scopeOf(mark any) string {
	m, _ := mark.(scopeMark)
	return m.scope
}
