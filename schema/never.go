package schema

import (
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// assertion is one never: over one event type or one scope, with what is needed to prove it.
type assertion struct {
	id       string
	pos      diag.Pos // of the event type or scope
	event    *Event
	where    []*Where
	patterns []pattern
	self     []*Roster // that it takes from the member
	other    []*Roster
	through  bool
}

// proveNever resolves never: and proves each assertion for each of its roles. What cannot be proved is an error with an example.
func (r *resolver) proveNever() []*Never {
	var out []*Never
	first := map[string]diag.Pos{}
	for _, form := range r.doc.Never {
		if form.ID.Given() {
			if pos, ok := first[form.ID.String()]; ok {
				r.fail(form.ID.Pos(), "duplicate-key", "two assertions are called %q", form.ID).Related = firstHere(pos)
			} else {
				first[form.ID.String()] = form.ID.Pos()
			}
		}
		roles := r.assertedRoles(form)
		var names []string
		for _, role := range roles {
			names = append(names, role.Name)
		}
		for _, a := range r.assertions(form) {
			for _, role := range roles {
				r.prove(a, role)
			}
			n := &Never{Pos: a.pos, ID: a.id, Roles: names, Event: a.event, Where: a.where, ThroughWriters: a.through}
			if a.event == nil {
				n.Scope = form.Scope.String()
			}
			out = append(out, n)
		}
	}
	return out
}

func (r *resolver) assertedRoles(form shape.Never) []*Role {
	var out []*Role
	for _, n := range form.Roles {
		role, ok := find(r, &r.roles, n.Pos(), "role", n.String())
		switch {
		case !ok:
		case r.abstract[role.Name]:
			r.fail(n.Pos(), "abstract", "the role %q is abstract: it reads nothing by itself", n).Expected = "the roles that extend it"
		case slices.Contains(out, role):
			r.fail(n.Pos(), "duplicate-key", "roles: names %q twice", n).Expected = "each name once"
		default:
			out = append(out, role)
		}
	}
	return out
}

// assertions resolves what must never be seen: a scope, or each of the event types.
func (r *resolver) assertions(form shape.Never) []assertion {
	base := assertion{id: form.ID.String(), through: form.ThroughWriters.On}
	if form.Scope.Given() == (form.Events != nil) {
		if form.Scope.Given() {
			r.fail(form.At, "never", "an assertion is about a scope or about events, and this one is about both").Expected = "two assertions"
		} else if form.Node.Get("scope") == nil && form.Node.Get("events") == nil {
			r.fail(form.At, "missing-key", "an assertion needs scope: or events:").Expected = "e.g. scope: \"party:{other.party}:held\", or events: [SideTalk]"
		}
		return nil
	}
	if form.Scope.Given() {
		if form.Where.Set {
			r.fail(form.Where.At, "never", "where: goes with events:, not with scope:").Expected = "the scope alone"
			return nil
		}
		var ok bool
		base.pos = form.Scope.Pos()
		if base.patterns, ok = r.patterns(form.Scope, true); !ok {
			return nil
		}
		for _, p := range base.patterns {
			self, other := p.rosters()
			for _, s := range self {
				base.self = addRoster(base.self, s)
			}
			for _, o := range other {
				base.other = addRoster(base.other, o)
			}
		}
		return []assertion{base}
	}
	var out []assertion
	for _, name := range form.Events {
		events, _ := r.eventsNamed(name)
		for _, ev := range events {
			a := base
			a.pos, a.event = name.Pos(), ev
			var ok bool
			if a.where, ok = r.where(ev, form.Where, scopeOfWhere{never: true}); !ok {
				continue
			}
			a.self, a.other = placesIn(a.where)
			out = append(out, a)
		}
	}
	return out
}

// placesIn is the rosters of {self} and {other} in constraints.
func placesIn(ws []*Where) (self, other []*Roster) {
	for _, w := range ws {
		for _, v := range w.Values {
			if v.Self != nil {
				self = addRoster(self, v.Self)
			}
			if v.Other != nil {
				other = addRoster(other, v.Other)
			}
		}
	}
	return self, other
}

// prove looks for something that the role reads and must never see. The first that is found is the example; it is enough.
func (r *resolver) prove(a assertion, role *Role) {
	for _, s := range a.self {
		if !slices.Contains(role.For, s) {
			r.fail(a.pos, "self", "never %q: {self.%s} needs a role that is a family over %s, and %q is not", a.id, s.Name, s.Name, role.Name).Expected = "for: " + s.Name + " in the role, or another role"
			return
		}
	}
	proved := true
	if a.event != nil {
		proved = r.proveEvent(a, role)
	} else {
		proved = r.proveScope(a, role)
	}
	if proved && a.through {
		r.proveThrough(a, role)
	}
}

// looked is the rosters of a role's own values that a proof must go through: those that the assertion or the role's text names.
func (a assertion) looked(role *Role, also ...*Roster) []*Roster {
	var out []*Roster
	for _, f := range role.For {
		if slices.Contains(a.self, f) || slices.Contains(a.other, f) || slices.Contains(also, f) {
			out = append(out, f)
		}
	}
	return out
}

func (r *resolver) proveEvent(a assertion, role *Role) bool {
	for _, s := range role.Sees {
		for _, c := range s.Clauses {
			if c.Event != a.event {
				continue
			}
			self, _ := placesIn(c.Where)
			found := false
			ok := r.bindings(a.looked(role, self...), func(b binding) bool {
				example, meets := witness(a.event, b.wheres(c.Where), r.forbidden(b, a.where, b.wheres(c.Where)))
				if meets {
					found = true
					r.broken(a, role.member(b)+" may read "+example, c.Pos, "roles."+role.Name+".sees."+s.Name+" admits it here")
				}
				return !meets
			})
			if !ok {
				r.undecided(a, role)
			}
			if found || !ok {
				return false
			}
		}
	}
	return true
}

func (b binding) wheres(ws []*Where) []*Where {
	out := make([]*Where, len(ws))
	for i, w := range ws {
		out[i] = b.where(w)
	}
	return out
}

// forbidden is an assertion's constraints with the values in place. Each {other.x} stands for any value but the member's own, by itself:
// in a list for all of them, and after has or lacks for the first of which an event that the clause admits can be an example.
func (r *resolver) forbidden(b binding, ws, clause []*Where) []*Where {
	out := b.wheres(ws)
	for i, w := range out {
		var others []string
		w.Values = slices.DeleteFunc(w.Values, func(l Literal) bool {
			if l.Other != nil {
				others = b.others(l.Other)
				r.looks += len(others)
			}
			return l.Other != nil
		})
		for _, o := range others {
			l := Literal{Kind: OfRoster, Text: o}
			if w.Op == In {
				w.Values = append(w.Values, l)
				continue
			}
			w.Values = []Literal{l}
			on := []*Where{w}
			for _, c := range clause {
				if c.Field == w.Field {
					on = append(on, c)
				}
			}
			if _, ok := solve(w.Field, on); ok {
				break
			}
		}
		if len(w.Values) == 0 && len(ws[i].Values) > 0 { // there is no other
			w.Op, w.Values = In, nil
		}
	}
	return out
}

func (r *resolver) proveScope(a assertion, role *Role) bool {
	for _, ref := range role.reads() {
		for _, p := range a.patterns {
			if p.family != ref.Family {
				continue
			}
			var self []*Roster
			for _, arg := range ref.Args {
				if arg.Self {
					self = addRoster(self, arg.Roster)
				}
			}
			found := false
			ok := r.bindings(a.looked(role, self...), func(b binding) bool {
				if p.meets(b.args(ref), b) && !r.declassified(role, b, ref.Family, b.args(ref)) {
					found = true
					r.broken(a, role.member(b)+" may read "+b.scope(ref), ref.Pos, "roles."+role.Name+" reads it here")
				}
				return !found
			})
			if !ok {
				r.undecided(a, role)
			}
			if found || !ok {
				return false
			}
		}
	}
	return true
}

// reads is the scopes that a role names under sees:.
func (role *Role) reads() []*ScopeRef {
	var out []*ScopeRef
	for _, s := range role.Sees {
		if s.Scope != nil {
			out = append(out, s.Scope)
		}
		for _, b := range s.Beliefs {
			out = append(out, b.Scope)
		}
	}
	return out
}

func (r *resolver) broken(a assertion, what string, at diag.Pos, related string) *diag.Diagnostic {
	d := r.fail(a.pos, "never", "never %q is broken: %s", a.id, what)
	d.Related = []diag.Related{{Pos: at, Message: related}}
	return d
}

func (r *resolver) undecided(a assertion, role *Role) {
	r.fail(a.pos, "undecided", "never %q: the families of %q have too many members to look at them all", a.id, role.Name).Expected =
		"smaller rosters, or a scope or where: that names fewer"
}
