package grantdiff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// mostMeant is how many members of a family are written out one by one.
const mostMeant = 200

// meant is all that a role stands for, closed over what it refers to.
type meant struct {
	*differ
	side  int
	c     *Closed
	r     *role
	lines map[string]bool
}

func (m *meant) say(parts ...string) { m.lines[fmt.Sprintf("%q", parts)] = true }

// meaning is all that a role of one side stands for, for hashes: in other words it is the same, and it is another where what the role
// refers to becomes another. It is the role's own facts and its side's vocabulary where there is too much to look at.
func (d *differ) meaning(side int, r *role) string {
	if r == nil {
		return ""
	}
	m := &meant{differ: d, side: side, c: d.sides[side], r: r, lines: map[string]bool{}}
	m.say("namespace", m.c.namespace)
	for _, f := range r.family {
		m.say(append([]string{"for", f, fmt.Sprint(m.c.rosters[f].open)}, slices.Sorted(slices.Values(m.c.rosters[f].values))...)...)
	}
	all, ok := m.members()
	for _, self := range all {
		ok = ok && m.member(self)
	}
	if !ok {
		for _, f := range slices.Concat(r.facts, m.c.vocabulary) {
			m.say("fact", f)
		}
	}
	m.items()
	clear(d.admits)
	return strings.Join(sorted(m.lines), "\n")
}

// members is every member of the role's family; of an open roster one that stands for all.
func (m *meant) members() ([]map[string]string, bool) {
	out := []map[string]string{{}}
	for _, name := range m.r.family {
		values := m.c.rosters[name].values
		if m.c.rosters[name].open {
			values = []string{somebody}
		}
		var next []map[string]string
		if len(out)*len(values) > mostMeant {
			return nil, false
		}
		for _, self := range out {
			for _, v := range values {
				with := maps.Clone(self)
				with[name] = v
				next = append(next, with)
			}
		}
		out = next
	}
	return out, true
}

// member writes out what one member reads and writes.
func (m *meant) member(self map[string]string) bool {
	who := fmt.Sprint(self) // fmt sorts maps
	for a := range m.c.atoms(m.r, self) {
		m.say("member", who, a.kind, a.scope, a.part)
	}
	for _, n := range sorted(m.c.events) {
		e := m.c.events[n]
		w, rs, ok := m.alone(m.side, m.r, e, self)
		if !ok {
			return false
		}
		if w == nil {
			continue
		}
		forms := map[string][]string{} // by which readers show it
		for lf := range m.c.leaves(e) {
			by := make([]bool, len(rs))
			for i, r := range rs {
				by[i] = len(r.clauses) > 0 && r.sees(e, lf)
			}
			key := fmt.Sprint(by)
			if _, have := forms[key]; !have {
				if forms[key], ok = m.reaching(w, 1, m.side, chosen(rs, by), self); !ok {
					return false
				}
			}
			for _, form := range forms[key] {
				m.say("event", e.first(), who, lf.path, lf.typ, form)
			}
		}
	}
	return true
}

// items writes out what is compared as text: of the role, its parts, its tools and its layout. What the layout is called is no matter.
func (m *meant) items() {
	put := func(of string, all items) {
		for key, it := range all {
			m.say("item", of, key, it.value)
		}
	}
	own := maps.Clone(m.r.items)
	delete(own, "layout")
	put("role", own)
	for n, p := range m.r.parts {
		for key, it := range p.items {
			what, item, _ := strings.Cut(key, " of ")
			m.say("part", n, what, m.c.firstOf(item), it.value)
		}
		m.say(append([]string{"part", n}, m.from(p)...)...)
	}
	for _, s := range m.r.slices {
		for _, t := range s.tools {
			m.say("tool", t, m.c.toolText(t))
		}
		for _, k := range s.clauses {
			if k.owner != "" {
				m.say("owner", k.owner)
			}
		}
	}
	if m.r.layout != "" {
		put("layout", restOf(m.c.layouts[m.r.layout]))
	}
}

// from is where a part comes from, without names that are no more than names.
func (m *meant) from(p *part) []string {
	name, item, _ := strings.Cut(p.from, ".")
	s := m.r.slices[name]
	if s == nil {
		return []string{p.from}
	}
	out := []string{s.kind, s.scope, m.c.firstOf(item)}
	if s.kind == "given" {
		out = append(out, name)
	}
	for _, n := range sorted(s.scopes) {
		out = append(out, s.scopes[n])
	}
	for _, n := range sorted(s.shows) {
		out = append(out, m.c.firstOf(n))
	}
	slices.Sort(out[3:])
	return out
}

// firstOf is what an event type was called first; any other name is itself.
func (c *Closed) firstOf(name string) string {
	if e := c.events[name]; e != nil {
		return e.first()
	}
	return name
}

// toolText is all that a prompt shows of a tool, and who owns it.
func (c *Closed) toolText(name string) string {
	t := c.tools[name]
	if t == nil {
		return ""
	}
	out := []string{t.owner}
	for _, key := range sorted(t.items) {
		out = append(out, key, t.items[key].value)
	}
	return fmt.Sprintf("%q", out)
}

// textBehind is the fixed texts behind a finding about their version, for hashes: where both sides have them at hand, they are compared
// by themselves.
func textBehind(key string, old, new items) []string {
	file, isFixed := strings.CutPrefix(key, "fixed ")
	a, had := old["text of "+file]
	b, has := new["text of "+file]
	if !isFixed || had == has {
		return nil
	}
	return []string{cmp.Or(b.value, a.value)}
}
