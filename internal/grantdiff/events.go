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

// kin is the older type whose text speaks of events of this name: itself, or what the newer type was called.
func (l *look) kin() *event {
	if l.t.events[0] != nil {
		return l.t.events[0]
	}
	for _, n := range l.t.events[1].names() {
		if e := l.sides[0].typeOf(n); e != nil {
			return e
		}
	}
	return nil
}

// textShows says whether the older text would show a leaf, had its world known it: what is shown of a type is shown whole unless a
// show names the fields, and a show that names all of them is as none.
func (l *look) textShows(r *reader, known map[leaf]bool, lf leaf) bool {
	kin := l.kin()
	switch {
	case kin == nil:
		return lf.top != "at"
	case known[lf], lf.top == "", lf.top == "at", kin.fields[lf.top] != nil:
		return r.sees(kin, lf)
	}
	return r.seesAll(kin)
}

// would finds the clauses by which the older text speaks of the type, also where the older world does not know it.
func (l *look) would(rs []*reader, self map[string]string) error {
	kin, now := l.kin(), l.t.events[1]
	for _, r := range rs {
		r.would = r.clauses
		if l.t.events[0] != nil || now == nil {
			continue
		}
		of := l.wildcards(r.slice)
		if kin != nil {
			of = r.slice.over(kin)
		}
		for _, c := range of {
			where, err := parseWhere(c.text, now.types())
			if err != nil {
				continue // the type lacks what the text asks
			}
			b, err := (&clause{event: now.name, text: c.text, where: where}).bind(self)
			if err != nil {
				return err
			}
			r.would = append(r.would, b)
		}
	}
	return nil
}

// wildcards is one clause for each "*" of an older slice. In a lock they are expanded: a text that stands there for every type has been
// one if the newer role has a "*" with that text.
func (l *look) wildcards(s *slice) []*clause {
	var out []*clause
	for _, text := range sorted(stars(l.sides[0], s)) {
		star := slices.ContainsFunc(s.clauses, func(c *clause) bool { return c.wildcard && c.text == text })
		if l.r[1] != nil && !star {
			for _, n := range sorted(l.r[1].slices) {
				star = star || stars(l.sides[1], l.r[1].slices[n])[text]
			}
		}
		if star {
			out = append(out, s.clauses[slices.IndexFunc(s.clauses, func(c *clause) bool { return c.text == text })])
		}
	}
	return out
}

// stars is the texts that "*" stands with in a slice, or may have stood with before the lock expanded it.
func stars(c *Closed, s *slice) map[string]bool {
	out, types := map[string]bool{}, map[string]map[string]bool{}
	for _, k := range s.clauses {
		if types[k.text] == nil {
			types[k.text] = map[string]bool{}
		}
		types[k.text][k.event] = true
		if k.wildcard || !c.byModel && len(types[k.text]) == len(c.events) {
			out[k.text] = true
		}
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
	form, ok3 := c.forms2(was, is)
	if !ok || !ok2 {
		c.undecided = true
		return nil
	}
	if ok3 {
		c.forms = append(c.forms, form, reachesOf(old), reachesOf(now))
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

func (c *cell) forms2(was, is box.Set) (string, bool) {
	a, ok := c.Canonical(was)
	b, ok2 := c.Canonical(is)
	return a + "\n" + b, ok && ok2
}

// report makes findings of what was found out.
func (l *look) report() {
	several := map[string]map[string]bool{} // types by path, to say which where there are two
	for _, g := range l.groups {
		for _, lf := range g.leaves {
			if several[lf.path] == nil {
				several[lf.path] = map[string]bool{}
			}
			several[lf.path][lf.typ] = true
		}
	}
	for i, g := range l.groups {
		r := l.results[i]
		f := Finding{Role: l.role, What: l.t.label(), typ: l.t.name, leaves: g.leaves}
		whole := len(l.groups) == 1
		for _, lf := range g.leaves {
			name := lf.path
			if len(several[lf.path]) > 1 {
				name += " " + lf.typ
			}
			if lf.top != "" {
				f.Fields = append(f.Fields, name)
			}
		}
		if !whole {
			f.What += "(" + strings.Join(f.Fields, ", ") + ")"
		}
		switch {
		case r.undecided:
			f.Verdict, f.Widens, f.Detail = Undecided, true, "too large to decide whether more is read"
		case r.widened && r.lost, r.reached && r.lost && l.textual():
			f.Verdict, f.Widens, f.Detail = Changed, true, "events are gained, and others lost"
		case r.widened:
			f.Verdict, f.Widens, f.Detail = Widened, true, "events are gained"
		case r.reached:
			f.Verdict, f.Widens, f.Detail = Reach, true, l.reachDetail()
		case r.lost:
			f.Verdict, f.Detail = Narrowed, "events are lost"
		default:
			continue
		}
		f.Gained, f.Lost = r.gainedBy, r.lostBy
		l.texts(&f, r)
		f.Hash = hash(l.role, f.What, strings.Join(f.Fields, " "), strings.Join(r.forms, "\n"), f.Owner)
		if r.undecided {
			f.Hash = hash(l.role, f.What, l.r[0].text(), l.r[1].text(), f.Owner)
		}
		l.add(f)
	}
	l.reportWindows()
}

// textual says whether the loss has to do with the role's text: not when the role's clauses over the type are as they were.
func (l *look) textual() bool {
	said := func(side int) []string {
		var out []string
		if l.r[side] != nil {
			for _, n := range sorted(l.r[side].slices) {
				for _, c := range l.r[side].slices[n].over(l.t.events[side]) {
					out = append(out, n+" "+c.text)
				}
			}
		}
		return out
	}
	return !slices.Equal(said(0), said(1))
}

func (l *look) reachDetail() string {
	if l.t.events[0] == nil {
		return "the role's text is the same, and the event type is new"
	}
	return "the role's text is the same, and the world grew"
}

// texts fills in the clauses, where they stand, and who owns them.
func (l *look) texts(f *Finding, r *result) {
	now, was := l.clauseFor(1, r.clauses[1]), l.clauseFor(0, r.clauses[0])
	if now != nil {
		f.Now, f.At = now.text, now.pos
	}
	if was != nil {
		f.Was, f.WasAt = was.text, was.pos
	}
	f.Owner = l.owner(now, was)
}

// clauseFor is the clause of a witness, or else the first over the type.
func (l *look) clauseFor(side int, b *bound) *clause {
	if b != nil {
		return b.clause
	}
	if l.r[side] == nil {
		return nil
	}
	for _, n := range sorted(l.r[side].slices) {
		if cs := l.r[side].slices[n].over(l.t.events[side]); len(cs) > 0 {
			return cs[0]
		}
	}
	return nil
}

// owner is who must acknowledge: the clause's, else its slice's, else the role's, of the newer side first.
func (l *look) owner(clauses ...*clause) string {
	for i, c := range clauses {
		side := 1 - i
		if c != nil && c.owner != "" {
			return c.owner
		}
		if c == nil || l.r[side] == nil {
			continue
		}
		for _, n := range sorted(l.r[side].slices) {
			if s := l.r[side].slices[n]; s.owner != "" && slices.Contains(s.clauses, c) {
				return s.owner
			}
		}
	}
	return roleOwner(l.r[0], l.r[1])
}

func roleOwner(was, now *role) string {
	for _, r := range []*role{now, was} {
		if r != nil && r.owner != "" {
			return r.owner
		}
	}
	return ""
}
