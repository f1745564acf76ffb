package schema

import (
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
)

// hand is one member of one role, with its values in place.
type hand struct {
	role *Role
	b    binding
}

// writings is who writes each scope, by kind and text: only through a role's own door does anything get there.
type writings map[ScopeKind]map[string][]hand

// writers lists who writes what; ok is false when there are too many members.
func (r *resolver) writers() (writings, bool) {
	if r.written != nil {
		return r.written, true
	}
	out := writings{BeliefScope: {}, ChronicleScope: {}, MemoryScope: {}}
	for _, role := range r.roles.sorted(func(x *Role) string { return x.Name }) {
		if r.abstract[role.Name] || len(role.Writes) == 0 {
			continue
		}
		ok := r.bindings(role.For, func(b binding) bool {
			for _, w := range role.Writes {
				text := b.scope(w)
				out[w.Family.Kind][text] = append(out[w.Family.Kind][text], hand{role, b})
			}
			return true
		})
		if !ok {
			return nil, false
		}
	}
	r.written = out
	return out, true
}

// proveThrough follows what a role reads back to who writes it: a chronicle or a belief tells what its writer saw.
func (r *resolver) proveThrough(a assertion, role *Role) {
	written, ok := r.writers()
	if !ok {
		r.undecided(a, role)
		return
	}
	found := false
	ok = r.bindings(role.For, func(b binding) bool {
		w := &walk{r: r, a: a, reader: role, own: b, written: written, seen: map[string]bool{}}
		found = w.from(hand{role, b}, role.member(b), nil)
		return !found
	})
	if !ok {
		r.undecided(a, role)
	}
}

// walk goes from one reader to all whose writings reach it.
type walk struct {
	r       *resolver
	a       assertion
	reader  *Role
	own     binding
	written writings
	seen    map[string]bool
}

// from says whether something was found, and reported.
func (w *walk) from(h hand, path string, places []diag.Related) bool {
	w.seen[h.role.member(h.b)] = true
	for _, ref := range h.role.reads() {
		text := h.b.scope(ref)
		if w.r.declassified(w.reader, w.own, ref.Family, h.b.args(ref)) {
			continue // whatever stands there may be known to the reader
		}
		for _, writer := range w.written[ref.Family.Kind][text] {
			name := writer.role.member(writer.b)
			if w.seen[name] {
				continue
			}
			if !w.r.look() {
				w.r.undecided(w.a, w.reader)
				return true
			}
			p := path + " reads " + text + ", which " + name + " writes"
			pl := append(slices.Clone(places), diag.Related{Pos: ref.Pos, Message: "roles." + h.role.Name + " reads " + text + " here"})
			if w.sees(writer, p, pl) || w.from(writer, p+"; "+name, pl) {
				return true
			}
		}
	}
	return false
}

// sees says whether the writer sees what the reader must never see.
func (w *walk) sees(h hand, path string, places []diag.Related) bool {
	r, a := w.r, w.a
	report := func(what string, at diag.Pos) bool {
		d := r.fail(a.pos, "never", "never %q is broken through a writer: %s, who may read %s", a.id, path, what)
		d.Related = append(places, diag.Related{Pos: at, Message: "roles." + h.role.Name + " reads it here"})
		return true
	}
	for _, s := range h.role.Sees {
		for _, c := range s.Clauses {
			if c.Event != a.event {
				continue
			}
			admitted := h.b.wheres(c.Where)
			if example, meets := witness(a.event, admitted, r.forbidden(w.own, a.where, admitted)); meets {
				return report(example, c.Pos)
			}
		}
	}
	for _, ref := range h.role.reads() {
		for _, p := range a.patterns {
			if p.family != ref.Family {
				continue
			}
			if p.meets(h.b.args(ref), w.own) && !r.declassified(w.reader, w.own, ref.Family, h.b.args(ref)) {
				return report(h.b.scope(ref), ref.Pos)
			}
		}
	}
	return false
}
