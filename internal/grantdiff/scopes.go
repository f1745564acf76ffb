package grantdiff

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
)

// atom is the least that can be read or done besides events: a leaf of a predicate in a scope, a kind of memory in one, a tool.
type atom struct {
	kind  string // beliefs, chronicle, memory, retrieved, writes, tool
	scope string // bound to a member
	part  string // predicate and leaf, kind of memory
}

// source is where an atom comes from: the scope as the role writes it.
type source struct {
	text  string
	owner string
	pos   diag.Pos
	part  diag.Pos // where the slice names this part of it: a predicate, a kind
	whole bool     // by a slice that reads every predicate
}

// atoms is what one member reads and writes.
func (c *Closed) atoms(r *role, self map[string]string) map[atom]source {
	out := map[atom]source{}
	for _, n := range sorted(r.slices) {
		s := r.slices[n]
		add := func(kind, text, part string, whole bool, path ...string) {
			key := atom{kind, bindScope(text, self), part}
			if have, ok := out[key]; ok && (have.whole || !whole) {
				return
			}
			named, ok := s.written.At(path...)
			if !ok {
				named = r.places[text]
			}
			out[key] = source{text, s.owner, r.places[text], named, whole}
		}
		switch s.kind {
		case "beliefs":
			for _, item := range sorted(s.scopes) {
				for _, p := range s.predicates {
					c.predicateLeaves(p, s.about, func(leaf string) {
						path := []string{"predicates", p}
						if strings.HasPrefix(leaf, "about ") {
							path = []string{"show", "about"}
						}
						add("beliefs", s.scopes[item], p+"."+leaf, len(s.predicates) == len(c.predicates), path...)
					})
				}
			}
		case "memory":
			for _, k := range s.memories {
				add("memory", s.scope, k, false, "kinds", k)
			}
		case "chronicle", "retrieved":
			add(s.kind, s.scope, "", false, s.kind)
		case "tools":
			for _, t := range s.tools {
				owner := s.owner
				if k := c.tools[t]; k != nil && k.owner != "" && owner == "" {
					owner = k.owner
				}
				at := s.at("tools", t)
				out[atom{"tool", t, ""}] = source{t, owner, at, at, false}
			}
		}
	}
	for _, text := range r.writes {
		out[atom{"writes", bindScope(text, self), ""}] = source{text, "", r.places[text], r.places[text], false}
	}
	return out
}

func (c *Closed) predicateLeaves(name string, about bool, see func(string)) {
	p := c.predicates[name]
	if p == nil {
		see("value")
		return
	}
	c.expand("value", p.value, "value", nil, func(l leaf) { see(l.path + " " + l.typ) })
	if about {
		for _, a := range sorted(p.about) {
			c.expand("about "+a, p.about[a], a, nil, func(l leaf) { see(l.path + " " + l.typ) })
		}
	}
}

// scopeChange is what became of one scope as written, over all members.
type scopeChange struct {
	widened, reached, lost bool
	gained, gone           map[string]bool // parts
	gainedBy, lostBy       string          // member
	gainedScope, lostScope string
	now, was               source
	forms                  map[string]bool
}

// scopes compares what is read and written besides events, member by member.
func (d *differ) scopes(name string, was, now *role, members []map[string]string) {
	changes := map[string]*scopeChange{}
	at := func(a atom, s source) *scopeChange {
		key := a.kind + " " + s.text
		if changes[key] == nil {
			changes[key] = &scopeChange{gained: map[string]bool{}, gone: map[string]bool{}, forms: map[string]bool{}}
		}
		return changes[key]
	}
	for _, self := range members {
		old, new := d.sides[0].atoms(was, self), d.sides[1].atoms(now, self)
		for _, a := range inOrder(new) {
			s := new[a]
			if _, had := old[a]; had {
				continue
			}
			if readsSome(old, a) {
				s.pos = s.part
			}
			ch := at(a, s)
			ch.now = s
			ch.gained[a.part], ch.forms["+"+a.kind+" "+a.scope+" "+d.formOf(1, a)] = true, true
			if d.cameWithTheWorld(a, s, old) {
				ch.reached = true
			} else {
				ch.widened = true
			}
			if m := memberOf(now, self); ch.gainedScope == "" || m < ch.gainedBy {
				ch.gainedBy, ch.gainedScope = m, a.scope
			}
		}
		for _, a := range inOrder(old) {
			s := old[a]
			if _, has := new[a]; has {
				continue
			}
			if readsSome(new, a) {
				s.pos = s.part
			}
			ch := at(a, s)
			ch.was, ch.lost = s, true
			ch.gone[a.part], ch.forms["-"+a.kind+" "+a.scope+" "+d.formOf(0, a)] = true, true
			if m := memberOf(was, self); ch.lostScope == "" || m < ch.lostBy {
				ch.lostBy, ch.lostScope = m, a.scope
			}
		}
	}
	for _, key := range sorted(changes) {
		d.scopeFinding(name, key, changes[key], was, now)
	}
}

// formOf is the part of an atom, for hashes: of a tool all that a prompt shows of it.
func (d *differ) formOf(side int, a atom) string {
	if a.kind == "tool" {
		return d.sides[side].toolText(a.scope)
	}
	return a.part
}

// readsSome says whether another part of the same scope is among atoms.
func readsSome(atoms map[atom]source, of atom) bool {
	for a := range atoms {
		if a.kind == of.kind && a.scope == of.scope {
			return true
		}
	}
	return false
}

func inOrder(atoms map[atom]source) []atom {
	return slices.SortedFunc(maps.Keys(atoms), func(a, b atom) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.scope, b.scope), cmp.Compare(a.part, b.part))
	})
}

// cameWithTheWorld says whether the older text reads an atom that its world did not have: a predicate of a slice that reads all of
// them, or a new leaf of a predicate.
func (d *differ) cameWithTheWorld(a atom, s source, old map[atom]source) bool {
	if a.kind != "beliefs" {
		return false
	}
	p, leaf, _ := strings.Cut(a.part, ".")
	for b, o := range old {
		if b.kind != a.kind || b.scope != a.scope {
			continue
		}
		q, other, _ := strings.Cut(b.part, ".")
		knew := d.sides[0].predicates[p] != nil
		if !knew && o.whole && s.whole && strings.HasPrefix(other, "about ") == strings.HasPrefix(leaf, "about ") {
			return true
		}
		if knew && q == p && strings.HasPrefix(other, "about ") == strings.HasPrefix(leaf, "about ") {
			return true // what is shown of it is shown whole, and it grew
		}
	}
	return false
}

func (d *differ) scopeFinding(name, key string, ch *scopeChange, was, now *role) {
	f := Finding{Role: name, What: key, At: ch.now.pos, WasAt: ch.was.pos, Now: ch.now.text, Was: ch.was.text, Owner: ch.now.owner}
	if f.Owner == "" {
		f.Owner = ch.was.owner
	}
	if f.Owner == "" {
		f.Owner = roleOwner(was, now)
	}
	switch {
	case (ch.widened || ch.reached) && ch.lost:
		f.Verdict, f.Widens, f.Detail = Changed, true, "gained: "+listed(ch.gained)+"; lost: "+listed(ch.gone)
	case ch.widened:
		f.Verdict, f.Widens, f.Detail = Widened, true, "gained"+listedAfter(ch.gained)
	case ch.reached:
		f.Verdict, f.Widens, f.Detail = Reach, true, "the role's text is the same, and the world grew"+listedAfter(ch.gained)
	default:
		f.Verdict, f.Detail = Narrowed, "lost"+listedAfter(ch.gone)
	}
	if ch.gainedScope != "" {
		f.Gained = &Witness{Member: ch.gainedBy, Event: ch.gainedScope}
	}
	if ch.lostScope != "" {
		f.Lost = &Witness{Member: ch.lostBy, Event: ch.lostScope}
	}
	f.Hash = hash(name, key, strings.Join(sorted(ch.forms), "\n"), f.Owner)
	d.add(f)
}

func listed(parts map[string]bool) string {
	return strings.Join(slices.DeleteFunc(slices.Sorted(maps.Keys(parts)), func(s string) bool { return s == "" }), ", ")
}

func listedAfter(parts map[string]bool) string {
	if s := listed(parts); s != "" {
		return ": " + s
	}
	return ""
}
