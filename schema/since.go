package schema

import (
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
)

// since finds the chronicle slice that each `since:` names, in the same role.
func (r *resolver) since(role *Role, l *lineage) {
	for _, e := range l.sees {
		if e.Val.Log == nil || !e.Val.Log.Since.Given() {
			continue
		}
		s, name := role.Slice(e.Name()), e.Val.Log.Since
		if s == nil {
			continue
		}
		var chronicles []string
		for _, other := range l.sees {
			if other.Val.Chronicle != nil {
				chronicles = append(chronicles, other.Name())
			}
		}
		past := role.Slice(name.String())
		switch {
		case !l.names[name.String()]:
			r.unknownSlice(name, "chronicle slice", chronicles)
		case past != nil && past.Kind != ChronicleSlice:
			d := r.fail(name.Pos(), "since", "since: takes a chronicle slice, and %q is a %s slice", name, past.Kind)
			d.Related = []diag.Related{{Pos: past.Pos, Message: "the slice is here"}}
			if len(chronicles) > 0 {
				d.Expected = oneOf(chronicles)
			}
		case past != nil:
			s.Since = past
			r.sincePos[s] = name.Pos()
		}
	}
}

// checkSince refuses a `since:` where an event type of the slice is never summarised: it would be left out by a section that does
// not speak of it, or it could never be left out at all. It needs all roles, since it looks at who writes.
func (r *resolver) checkSince() {
	for _, role := range r.roles.items {
		for _, s := range role.Sees {
			if s.Since == nil {
				continue
			}
			writers, types, whole := r.writersOf(s.Since.Scope)
			if !whole {
				continue // what the writer summarises is not known
			}
			if len(writers) == 0 {
				r.fail(r.sincePos[s], "since", "no role writes %s, so that nothing of %q is ever covered", s.Since.Scope.Text, s.Name).Expected =
					"a role with writes: [\"" + s.Since.Scope.Text + "\"]"
				continue
			}
			for _, it := range s.Items {
				if !slices.Contains(types, it.Event.Name) {
					d := r.fail(r.sincePos[s], "since", "%s of %q is not among what %s summarises", it.Event.Name, s.Name, strings.Join(writers, ", "))
					d.Expected = "event types among: " + strings.Join(types, ", ")
				}
			}
		}
	}
}

// writersOf is the roles that write a scope, and the event types that they summarise; whole is false when one was not understood.
func (r *resolver) writersOf(ref *ScopeRef) (writers, types []string, whole bool) {
	whole = len(r.roles.items) == len(r.roles.names) // a role that was not understood may write it
	for _, role := range r.roles.items {
		if r.abstract[role.Name] || !slices.ContainsFunc(role.Writes, func(w *ScopeRef) bool { return mayMeet(w, ref) }) {
			continue
		}
		writers = append(writers, role.Name)
		whole = whole && !r.incomplete[role]
		if events := role.events(); events != nil {
			for _, it := range events.Items {
				types = append(types, it.Event.Name)
			}
		}
	}
	slices.Sort(writers)
	slices.Sort(types)
	return writers, slices.Compact(types), whole
}

// mayMeet says whether two references can name one scope, for some members.
func mayMeet(a, b *ScopeRef) bool {
	if a.Family != b.Family {
		return false
	}
	for i := range a.Args {
		if !a.Args[i].Self && !b.Args[i].Self && a.Args[i].Value != b.Args[i].Value {
			return false
		}
	}
	return true
}
