package schema

import "github.com/grantgen/grantgen/schema/internal/shape"

// inSection finds the section that a part stands in: one of the role's layout, if it has one.
func (r *resolver) inSection(p *Part, f shape.Part, role *Role) bool {
	switch {
	case role.Layout == nil && !f.Section.Given():
		return true
	case role.Layout == nil:
		if !r.abstract[role.Name] && !r.layoutBroken(role) {
			r.fail(f.Section.Pos(), "layout", "the part %q stands in a section, and the role %q has no layout", p.Name, role.Name).Expected = "layout: in the role, or no section:"
			return false
		}
		return true
	case !f.Section.Given():
		r.fail(p.Pos, "layout", "the part %q says no section of the layout %q", p.Name, role.Layout.Name).Expected = "section: with " + oneOf(role.Layout.sectionNames())
		return false
	}
	for _, s := range role.Layout.Sections {
		if s.Name == f.Section.String() {
			p.Section = s
			return true
		}
	}
	r.unknown(f.Section.Pos(), "section", f.Section.String(), role.Layout.sectionNames())
	return false
}

// layoutBroken says that the role names a layout which was reported.
func (r *resolver) layoutBroken(role *Role) bool {
	e := r.doc.Roles.Entries[r.roleAt[role.Name]]
	return e.Val.Layout.Given()
}

func (l *Layout) sectionNames() []string {
	names := make([]string, len(l.Sections))
	for i, s := range l.Sections {
		names[i] = s.Name
	}
	return names
}

// keys resolves group: and fallback:, which are templates of the same items as the text.
func (r *resolver) keys(p *Part, f shape.Part, s *Slice, items []source) bool {
	if !f.Group.Given() && !f.Fallback.Given() {
		return true
	}
	what, at := "group:", f.Group
	if !at.Given() {
		what, at = "fallback:", f.Fallback
	}
	switch {
	case s.Kind == MemorySlice:
		r.fail(at.Pos(), "part", "memory goes in whole or not at all, so that %q has no %s", p.Name, what).Expected = "no " + what
		return false
	case s.Kind != LogSlice && s.Kind != EventsSlice && s.Kind != BeliefsSlice && s.Kind != RetrievedSlice:
		r.fail(at.Pos(), "part", "a %s slice hands out one thing, so that %q has no %s", s.Kind, p.Name, what).Expected = "a log, events, beliefs or retrieved slice, or no " + what
		return false
	case p.Uncited:
		r.fail(at.Pos(), "part", "%s is read off what a part cites, and %q may cite nothing", what, p.Name).Expected = "no " + what + ", or no uncited:"
		return false
	case p.Register == Binding:
		r.fail(at.Pos(), "part", "the binding part %q is never shed, so it has no %s", p.Name, what).Expected = "no " + what + ", or another register"
		return false
	case f.Fallback.Given() && p.Content != nil:
		r.fail(f.Fallback.Pos(), "part", "structured content has no shorter text, so %q has no fallback:", p.Name).Expected = "no fallback:"
		return false
	}
	good := true
	if f.Group.Given() {
		p.Group, good = r.perItem(f.Group, items)
	}
	if f.Fallback.Given() {
		var ok bool
		p.Fallback, ok = r.perItem(f.Fallback, items)
		good = good && ok
	}
	return good
}
