package schema

import (
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// Declassified is a scope that roles may read although an assertion would forbid it: the only way past never:.
type Declassified struct {
	Pos   diag.Pos
	Scope string // as written
	For   []string
	By    string
	Why   string
}

// exception is a declassification as proofs use it.
type exception struct {
	pos      diag.Pos
	roles    []*Role
	patterns []pattern
	used     bool
}

// readDeclassified resolves declassify:.
func (r *resolver) readDeclassified() []*Declassified {
	var out []*Declassified
	for _, form := range r.doc.Declassify {
		if !form.Scope.Given() || form.For == nil || !r.reason(form.By, "by:", "who decided it") || !r.reason(form.Why, "why:", "the reason") {
			continue // reported
		}
		x := &exception{pos: form.At}
		d := &Declassified{Pos: form.At, Scope: form.Scope.String(), By: form.By.String(), Why: form.Why.String()}
		good := true
		for _, n := range form.For {
			role, ok := find(r, &r.roles, n.Pos(), "role", n.String())
			switch {
			case !ok:
				good = false
			case r.abstract[role.Name]:
				r.fail(n.Pos(), "abstract", "the role %q is abstract: it reads nothing by itself", n).Expected = "the roles that extend it"
				good = false
			case slices.Contains(x.roles, role):
				r.fail(n.Pos(), "duplicate-key", "for: names %q twice", n).Expected = "each name once"
				good = false
			default:
				x.roles, d.For = append(x.roles, role), append(d.For, role.Name)
			}
		}
		var ok bool
		if x.patterns, ok = r.patterns(form.Scope, true); !ok || !good {
			continue
		}
		for _, p := range x.patterns {
			self, other := p.rosters()
			for _, roster := range append(self, other...) {
				for _, role := range x.roles {
					if good && !slices.Contains(role.For, roster) {
						r.fail(form.Scope.Pos(), "self", "declassify: %s needs roles that are families over %s, and %q is not", form.Scope, roster.Name, role.Name).Expected = "for: " + roster.Name + " in the role, or another role"
						good = false
					}
				}
			}
		}
		if good {
			r.exceptions = append(r.exceptions, x)
			out = append(out, d)
		}
	}
	return out
}

func (r *resolver) reason(t shape.Text, what, expected string) bool {
	if t.Given() && t.String() == "" {
		r.fail(t.Pos(), "empty", "%s is empty", what).Expected = expected
		return false
	}
	return t.Given()
}

// declassified says whether a scope, with these values in its places, may be read by the member all the same.
func (r *resolver) declassified(role *Role, b binding, family *Scope, values []string) bool {
	found := false
	for _, x := range r.exceptions {
		if !slices.Contains(x.roles, role) {
			continue
		}
		for _, p := range x.patterns {
			if p.family == family && p.meets(values, b) {
				x.used, found = true, true
			}
		}
	}
	return found
}

// idleExceptions warns of a declassification that no proof needed.
func (r *resolver) idleExceptions() {
	for _, x := range r.exceptions {
		if !x.used {
			r.warn(x.pos, "idle", "this declassifies nothing that an assertion forbids").Expected = "it left out, or a never: that it is the exception to"
		}
	}
}
