package grantdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/box"
)

// typ is one name under which events stand on a log, and the type that it is on each side.
type typ struct {
	name   string
	events [2]*event // nil: the side does not know it
}

// label is what the type is called.
func (t typ) label() string {
	e := t.events[1]
	if e == nil {
		e = t.events[0]
	}
	if t.name != e.name && !slices.ContainsFunc(t.events[:], func(e *event) bool { return e != nil && e.name == t.name }) {
		return e.name + " as " + t.name
	}
	return e.name
}

// types is the names that the sides are compared by. A type that was only renamed is compared under the older name alone: that no
// older event has the new one is no news.
func (d *differ) types() []typ {
	by := [2]map[string]*event{{}, {}}
	for side, c := range d.sides {
		for _, n := range sorted(c.events) {
			for _, name := range c.events[n].names() {
				by[side][name] = c.events[n]
			}
		}
	}
	var out []typ
	for _, name := range sorted(by[0], by[1]) {
		was, now := by[0][name], by[1][name]
		if was == nil && name == now.name && slices.ContainsFunc(now.was, func(n string) bool { return by[0][n] != nil }) {
			continue
		}
		out = append(out, typ{name, [2]*event{was, now}})
	}
	return out
}

// group is leaves that the same slices show, so that one answer holds for all.
type group struct {
	leaves []leaf
	shows  [2][]bool // by reader
	would  []bool    // older readers whose text shows the leaf, had the older world known it
}

// look is one role, one type: what is found out about it, over all members.
type look struct {
	*differ
	role string
	t    typ
	r    [2]*role

	groups  []*group
	results []*result // by group
	windows map[string]*window
}

// result is what became of one group of leaves.
type result struct {
	widened, reached, lost, undecided bool
	gainedBy, lostBy                  *Witness
	clauses                           [2]*bound // that admit the witnesses: of the newer side the gained one, of the older the lost one
	forms                             []string
}

func (d *differ) events(name string, was, now *role, members []map[string]string) error {
	for _, t := range d.names {
		l := &look{differ: d, role: name, t: t, r: [2]*role{was, now}, windows: map[string]*window{}}
		for _, self := range members {
			if err := l.member(self); err != nil {
				return fmt.Errorf("compare %s of %s: %w", t.label(), name, err)
			}
		}
		l.report()
	}
	return nil
}

// member looks at one member.
func (l *look) member(self map[string]string) error {
	var rs [2][]*reader
	for side := range rs {
		var err error
		if rs[side], err = l.r[side].readers(l.t.events[side], self); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(slices.Concat(rs[0], rs[1]), func(r *reader) bool { return len(r.clauses) > 0 }) {
		return nil
	}
	if err := l.would(rs[0], self); err != nil {
		return err
	}
	if l.groups == nil {
		l.groups = l.group(rs)
		for range l.groups {
			l.results = append(l.results, &result{})
		}
	}
	var lists [][]*bound
	for _, r := range slices.Concat(rs[0], rs[1]) {
		lists = append(lists, r.clauses, r.would)
	}
	w := newWorld(l.sides, l.t.events, lists...)
	if !w.fill(0, rs[0]) || !w.fill(1, rs[1]) {
		l.all(func(r *result) { r.undecided = true })
		return nil
	}
	for i, g := range l.groups {
		c := &cell{look: l, world: w, group: g, result: l.results[i], readers: rs, self: self}
		if err := c.compare(); err != nil {
			return err
		}
	}
	return nil
}

func (l *look) all(do func(*result)) {
	for _, r := range l.results {
		do(r)
	}
}

// group puts together the leaves that the same readers show.
func (l *look) group(rs [2][]*reader) []*group {
	known := [2]map[leaf]bool{}
	all := map[string]leaf{}
	for side, c := range l.sides {
		known[side] = c.leaves(l.t.events[side])
		for lf := range known[side] {
			all[lf.path+"\x00"+lf.typ] = lf
		}
	}
	var out []*group
	by := map[string]*group{}
	for _, k := range sorted(all) {
		lf, g := all[k], &group{}
		for side := range rs {
			for _, r := range rs[side] {
				e := l.t.events[side]
				g.shows[side] = append(g.shows[side], e != nil && known[side][lf] && len(r.clauses) > 0 && r.sees(e, lf))
			}
		}
		for _, r := range rs[0] {
			g.would = append(g.would, len(r.would) > 0 && l.textShows(r, known[0], lf))
		}
		if !slices.Contains(slices.Concat(g.shows[0], g.shows[1]), true) {
			continue
		}
		signature := fmt.Sprint(g.shows, g.would)
		if have := by[signature]; have != nil {
			have.leaves = append(have.leaves, lf)
			continue
		}
		g.leaves = []leaf{lf}
		by[signature] = g
		out = append(out, g)
	}
	return out
}

// chosen is the readers that a group is shown by.
func chosen(rs []*reader, by []bool) []*reader {
	var out []*reader
	for i, r := range rs {
		if by[i] {
			out = append(out, r)
		}
	}
	return out
}

// cell is one group of leaves of one type, for one member.
type cell struct {
	*look
	*world
	*group
	*result
	readers [2][]*reader
	self    map[string]string
}

// compare holds both sides against each other: first what is read at all, then the windows (last, since, the range) of what both read.
func (c *cell) compare() error {
	old, now := chosen(c.readers[0], c.shows[0]), chosen(c.readers[1], c.shows[1])
	was, is := union(old, reads), union(now, reads)
	gained, ok := c.Minus(is, was)
	lost, ok2 := c.Minus(was, is)
	form, ok3 := c.canonical(was, is)
	if !ok || !ok2 {
		c.undecided = true
		return nil
	}
	if ok3 {
		c.forms = append(c.forms, form)
	} else { // too large for a canonical form: another text is another change
		c.forms = append(c.forms, c.r[0].text(), c.r[1].text())
	}
	if !c.Empty(gained) {
		c.forms = append(c.forms, c.handed(0, old), c.handed(1, now))
	}
	if err := c.gain(gained, chosen(c.readers[0], c.group.would), now); err != nil {
		return err
	}
	if !c.Empty(lost) {
		c.lost = true
		if c.lostBy == nil {
			wit, p, err := c.witness(lost, 0)
			if err != nil {
				return err
			}
			c.lostBy, c.clauses[0] = wit, c.by(old, p)
		}
	}
	return c.compareWindows(old, now, was, is)
}

// handed is what readers of one side hand out, and how far each reaches, for hashes.
func (c *cell) handed(side int, rs []*reader) string {
	forms, ok := c.reaching(c.world, side, side, rs, c.self)
	if !ok { // too large for one
		return c.r[side].text() + "\n" + strings.Join(c.sides[side].vocabulary, "\n")
	}
	return strings.Join(forms, "\n")
}

// gain tells what the text gained from what came with the world.
func (c *cell) gain(gained box.Set, would, now []*reader) error {
	if c.Empty(gained) {
		return nil
	}
	text := box.Set{}
	for _, r := range would {
		for _, b := range r.would {
			text = append(text, c.admitted(b.where))
		}
	}
	byText, ok := c.Minus(gained, text)
	if !ok {
		c.undecided = true
		return nil
	}
	if c.Empty(byText) {
		c.reached = true
		if c.gainedBy != nil {
			return nil
		}
		byText = gained
	} else {
		if c.widened && c.gainedBy != nil {
			return nil
		}
		c.widened = true
	}
	wit, p, err := c.witness(byText, 1)
	if err != nil {
		return err
	}
	c.gainedBy, c.clauses[1] = wit, c.by(now, p)
	return nil
}

// by is the first clause of the readers that admits a point.
func (c *cell) by(rs []*reader, p []box.Point) *bound {
	for _, r := range rs {
		for i, b := range r.clauses {
			if c.Has(r.admits[i:i+1], p) {
				return b
			}
		}
	}
	return nil
}

func (c *cell) canonical(was, is box.Set) (string, bool) {
	a, ok := c.Canonical(was)
	b, ok2 := c.Canonical(is)
	return a + "\n" + b, ok && ok2
}
