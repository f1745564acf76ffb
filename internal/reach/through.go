package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/schema"
)

// hand is a role, or a member of one as far as it is known which: a roster without a value is one of whichever member.
type hand struct {
	role *schema.Role
	own  []self
}

// name is how a hand is spoken of.
func (h hand) name() string {
	name := h.role.Name
	for _, ro := range h.role.For {
		v, ok := h.value(ro.Name)
		if !ok {
			return "a member of " + h.role.Name
		}
		name += "@" + v
	}
	return name
}

func (h hand) value(roster string) (string, bool) {
	i := slices.IndexFunc(h.own, func(s self) bool { return s.roster == roster })
	if i < 0 {
		return "", false
	}
	return h.own[i].value, true
}

// with is the hand with a value more.
func (h hand) with(roster, value string) hand {
	return hand{h.role, append(slices.Clone(h.own), self{roster, value})}
}

// key tells hands apart.
func (h hand) key() string {
	var b strings.Builder
	b.WriteString(h.role.Name)
	for _, ro := range h.role.For {
		v, ok := h.value(ro.Name)
		fmt.Fprintf(&b, " %t:%q", ok, v)
	}
	return b.String()
}

// text is a scope of the hand with its own values in place.
func (h hand) text(ref *schema.ScopeRef) string {
	text := ref.Text
	for _, s := range h.own {
		text = strings.ReplaceAll(text, "{self."+s.roster+"}", s.value)
	}
	return text
}

// at is the value in a place of a scope; known is false where it is one of the member's own, and the member is whichever.
func (h hand) at(a schema.ScopeArg) (value string, known bool) {
	if !a.Self {
		return a.Value, true
	}
	return h.value(a.Roster.Name)
}

// meet is who of a role writes what the reader reads; ok is false where nobody does. A place over a roster can hold nothing but its values
// and the member's own, so that what one side leaves open the other fills in.
func meet(reader hand, read *schema.ScopeRef, role *schema.Role, write *schema.ScopeRef) (writer hand, ok bool) {
	writer = hand{role: role}
	for range 2 { // a value of a later place may fill an earlier one
		for i, r := range read.Args {
			w := write.Args[i]
			rv, rKnown := reader.at(r)
			wv, wKnown := writer.at(w)
			switch {
			case rKnown && wKnown && rv != wv:
				return hand{}, false
			case rKnown && !wKnown:
				writer = writer.with(w.Roster.Name, rv)
			case wKnown && !rKnown:
				reader = reader.with(r.Roster.Name, wv)
			}
		}
	}
	return writer, true
}

// writing is a scope that a role writes.
type writing struct {
	role *schema.Role
	ref  *schema.ScopeRef
}

// chain is how what a writer sees gets to the one who asks.
type chain struct {
	hand
	text   string
	places []Reason
}

// throughWriters adds who may read what the role may not, and writes what it reads: the nearest first, and the shortest way of each.
// may is what lets a writer read it, with its place.
func (q question) throughWriters(what string, may func(hand) (Reason, bool)) {
	byFamily := map[*schema.Scope][]writing{}
	for _, r := range q.m.Roles {
		for _, w := range r.Writes {
			byFamily[w.Family] = append(byFamily[w.Family], writing{r, w})
		}
	}
	first := hand{q.role, q.selves}
	seen, told := map[string]bool{first.key(): true}, map[string]bool{}
	for ways := []chain{{hand: first, text: "it"}}; len(ways) > 0; ways = ways[1:] {
		c := ways[0]
		for _, read := range reads(c.role) {
			for _, w := range byFamily[read.Family] {
				writer, ok := meet(c.hand, read, w.role, w.ref)
				if !ok || seen[writer.key()] {
					continue
				}
				seen[writer.key()] = true
				scope := c.text + " reads " + c.hand.text(read)
				next := chain{hand: writer, text: scope + ", which " + writer.name() + " writes"}
				next.places = append(slices.Clone(c.places), Reason{read.Pos, c.who() + " reads " + c.hand.text(read)}, Reason{w.ref.Pos, writer.name() + " writes it"})
				if reason, ok := may(writer); ok && !told[writer.name()] {
					told[writer.name()] = true
					q.tell(next, what, reason)
				}
				next.text += "; " + writer.name()
				ways = append(ways, next)
			}
		}
	}
}

func (c chain) who() string {
	if len(c.places) == 0 {
		return "it"
	}
	return c.name()
}

// tell gives one chain: the whole of it at the role's own slice, and then a line for each further place.
func (q question) tell(c chain, what string, reason Reason) {
	q.because(c.places[0].Pos, "%s, and %s may read %s", c.text, c.name(), what)
	for _, p := range append(c.places[1:], Reason{reason.Pos, c.name() + ": " + reason.Text}) {
		q.because(p.Pos, "%s", p.Text)
	}
}

// eventThrough is what lets a hand read an event type, or a field of it.
func eventThrough(ev *schema.Event, f *schema.Field) func(hand) (Reason, bool) {
	return func(h hand) (Reason, bool) {
		for _, s := range h.role.Sees {
			for _, c := range s.Clauses {
				if c.Event == ev && (f == nil || shown(s, ev, f)) {
					return Reason{c.Pos, clauseText(s, c, f)}, true
				}
			}
		}
		return Reason{}, false
	}
}

// scopeThrough is what lets a hand read a scope.
func scopeThrough(scope string) func(hand) (Reason, bool) {
	return func(h hand) (Reason, bool) {
		for _, s := range h.role.Sees {
			in := func(name string, ref *schema.ScopeRef) (Reason, bool) {
				return Reason{ref.Pos, fmt.Sprintf("slice %s reads %q", name, ref.Text)}, names(ref, scope, h.own)
			}
			if s.Scope != nil {
				if r, ok := in(s.Name, s.Scope); ok {
					return r, true
				}
			}
			for _, b := range s.Beliefs {
				if r, ok := in(s.Name+"."+b.Name, b.Scope); ok {
					return r, true
				}
			}
		}
		return Reason{}, false
	}
}
