package schema

import (
	"regexp"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

var assemblerRE = regexp.MustCompile(`^[A-Za-z0-9_~-][A-Za-z0-9_.~+-]*(/[A-Za-z0-9_~-][A-Za-z0-9_.~+-]*)*\.[A-Z][A-Za-z0-9_]*$`)

func (r *resolver) readRoles() {
	declareBroken(&r.roles, r.doc.Roles)
	r.roleAt = make(map[string]int, len(r.doc.Roles.Entries))
	for i, e := range r.doc.Roles.Entries {
		r.roles.declare(e.Name())
		r.roleAt[e.Name()] = i
	}
	for _, e := range r.doc.Roles.Entries {
		r.readRole(e)
	}
}

func (r *resolver) readRole(e shape.Entry[shape.Role]) {
	form, name := e.Val, e.Name()
	l := r.lineage(e, nil)
	if l.broken {
		return
	}
	role := &Role{Pos: e.Key.Pos, Name: name, Doc: form.Doc.String(), Owner: form.Owner.String(), For: l.who, Written: Written{e.Node}}
	r.abstract[name] = form.Abstract.On
	if form.Assembler.Given() {
		role.Assembler, role.AssemblerPos = form.Assembler.String(), form.Assembler.Pos()
		if !assemblerRE.MatchString(role.Assembler) {
			r.noGoName(role.AssemblerPos, "assembler", role.Assembler, GoFunction).Expected = "import/path.Func, such as example.org/app/negotiators.Norway"
		}
	}
	if form.Layout.Given() {
		role.Layout, _ = find(r, &r.layouts, form.Layout.Pos(), "layout", form.Layout.String())
	}
	for _, s := range l.sees {
		if slice := r.slice(s, role); slice != nil {
			role.Sees = append(role.Sees, slice)
		}
	}
	r.since(role, l)
	r.queries(role, l)
	r.oneEvents(role)
	r.oneToolsSlice(role)
	r.oneMemory(role)
	for _, w := range l.writes {
		if ref, ok := r.scopeRef(w, role.For, BeliefScope, ChronicleScope, MemoryScope); ok {
			role.Writes = append(role.Writes, ref)
		}
	}
	r.incomplete[role] = len(role.Sees) < len(l.names)
	if len(l.names) == 0 && !form.Abstract.On && !misread(e) {
		r.fail(role.Pos, "empty-list", "the role %q sees nothing", name).Expected = "sees: with at least one slice"
	}
	if l.said || !form.Abstract.On { // who extends an abstract role may say what the parts are
		r.parts(role, l)
	}
	r.proveSections(role)
	if !form.Abstract.On && l.said && !l.misled && len(role.Parts) >= len(l.parts) { // what was not understood may have used it
		r.unused(role)
	}
	r.writer(role)
	r.roles.add(name, role)
}

// misread says whether the role has sees:, and it is no map: that was reported.
func misread(e shape.Entry[shape.Role]) bool {
	sees := e.Node.Get("sees")
	return sees != nil && sees.Kind != tree.Map
}

// oneEvents refuses a second events slice: the call has one range.
func (r *resolver) oneEvents(role *Role) {
	var first *Slice
	for _, s := range role.Sees {
		if s.Kind != EventsSlice {
			continue
		}
		if first != nil {
			r.fail(s.Pos, "events", "a role has one events slice, and %q has two", role.Name).Related = []diag.Related{{Pos: first.Pos, Message: "the first is here"}}
			continue
		}
		first = s
	}
}

// writer refuses a chronicle's writer without an events slice: a section is over a range, and records the clauses that were read.
func (r *resolver) writer(role *Role) {
	for _, w := range role.Writes {
		if w.Family.Kind == ChronicleScope && role.events() == nil && !r.incomplete[role] {
			r.fail(w.Pos, "writes", "%q writes a chronicle and has no events slice to summarise", role.Name).Expected = "a slice {events: […]} under sees:"
		}
	}
}

// events is the role's events slice, or nil.
func (role *Role) events() *Slice {
	for _, s := range role.Sees {
		if s.Kind == EventsSlice {
			return s
		}
	}
	return nil
}

// Slice finds a slice by name.
func (role *Role) Slice(name string) *Slice {
	for _, s := range role.Sees {
		if s.Name == name {
			return s
		}
	}
	return nil
}
