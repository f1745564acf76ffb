package schema

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// runChecks resolves checks: and holds each against what its role sees.
func (r *resolver) runChecks() []*Check {
	var out []*Check
	for _, form := range r.doc.Checks {
		if (form.Sees == nil) == (form.Not == nil) {
			if form.Node.Get("sees") != nil && form.Node.Get("not") != nil || form.Node.Get("sees") == nil && form.Node.Get("not") == nil {
				r.fail(form.At, "shape", "a check says sees: or not:, one of them").Expected = "{role, sees} or {role, not}"
			}
			continue
		}
		role, who, ok := r.checkedRole(form.Role)
		if !ok {
			continue
		}
		c := &Check{Pos: form.At, Role: form.Role.String(), Not: form.Not != nil}
		example := form.Sees
		if c.Not {
			example = form.Not
		}
		if example.Scope != nil {
			if !example.Scope.Scope.Given() {
				continue
			}
			c.Scope = example.Scope.Scope.String()
			ok = r.checkScope(c, example.Scope.Scope, role, who)
		} else {
			ok = r.checkEvent(c, example.Event.Entries[0], role, who)
		}
		if ok {
			out = append(out, c)
		}
	}
	return out
}

// checkedRole reads a role or a member, negotiator@norway; a family by its name alone is all of its members.
func (r *resolver) checkedRole(w shape.Word) (*Role, []bound, bool) {
	if !w.Given() {
		return nil, nil, false
	}
	words := strings.Split(w.String(), "@")
	role, ok := find(r, &r.roles, w.Pos(), "role", words[0])
	switch {
	case !ok:
		return nil, nil, false
	case r.abstract[role.Name]:
		r.fail(w.Pos(), "abstract", "the role %q is abstract: it reads nothing by itself", role.Name).Expected = "a role that extends it"
		return nil, nil, false
	case len(words) == 1:
		return role, nil, true
	case len(words)-1 != len(role.For):
		form := role.Name
		for _, f := range role.For {
			form += "@" + f.Name
		}
		r.fail(w.Pos(), "member", "%q is no member of %q", w.String(), role.Name).Expected = form
		return nil, nil, false
	}
	var who []bound
	at := len(words[0]) + 1
	for i, v := range words[1:] {
		if _, ok := role.For[i].Value(v); !ok && !(role.For[i].Open && v != "") {
			r.unknown(w.At(at), "value of "+role.For[i].Name, v, role.For[i].Names())
			return nil, nil, false
		}
		who = append(who, bound{role.For[i], v})
		at += len(v) + 1
	}
	return role, who, true
}

// each calls f for the member, or for each member of the family, until it says no. A role with a slice that was not understood is
// not judged: it would fail for that.
func (r *resolver) each(c *Check, role *Role, who []bound, f func(b binding) bool) {
	if r.incomplete[role] {
		return
	}
	if who != nil {
		f(binding{self: who})
		return
	}
	if !r.bindings(role.For, f) {
		r.fail(c.Pos, "undecided", "the family %q has too many members to check them all", role.Name).Expected = "a member: " + role.member(binding{self: []bound{{}}})
	}
}

func (r *resolver) checkScope(c *Check, w shape.Word, role *Role, who []bound) bool {
	patterns, ok := r.patterns(w, false)
	if !ok {
		return false
	}
	for _, p := range patterns {
		self, _ := p.rosters()
		for _, s := range self {
			if !slices.Contains(role.For, s) {
				r.fail(w.Pos(), "self", "{self.%s} needs a role that is a family over %s", s.Name, s.Name).Expected = "for: " + s.Name + " in the role, or a value in its place"
				return false
			}
		}
	}
	r.each(c, role, who, func(b binding) bool {
		var at *ScopeRef
		text := ""
		for _, p := range patterns {
			text = p.text(b)
			for _, ref := range role.reads() {
				if ref.Family == p.family && b.scope(ref) == text {
					at = ref
				}
			}
		}
		switch {
		case c.Not && at != nil:
			r.fail(c.Pos, "check", "this check fails: %s sees %s", role.member(b), text).Related = []diag.Related{{Pos: at.Pos, Message: "it reads it here"}}
		case !c.Not && at == nil:
			d := r.fail(c.Pos, "check", "this check fails: %s does not see %s", role.member(b), text)
			var reads []string
			for _, ref := range role.reads() {
				reads = append(reads, b.scope(ref))
			}
			if d.Expected = "a slice that reads it"; len(reads) > 0 {
				d.Expected += "; it reads " + strings.Join(reads, ", ")
			}
		default:
			return true
		}
		return false
	})
	return true
}
