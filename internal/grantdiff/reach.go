package grantdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/box"
)

// reach is how far a reader reaches. Two that have one hand out events alike.
type reach struct {
	kind, since string // since: the scope, bound
	last        int
	pushes      string // with last: all that the slice admits, of any type, since any of it pushes the rest out
}

// beyond says whether o hands out every event that s hands out and that o admits, on every log, and more of them on some.
func (o reach) beyond(s reach) bool {
	switch {
	case o == s || o.kind != "log":
		return false
	case o.last == 0 && o.since == "":
		return true
	case s.kind != "log" || o.since != s.since:
		return false
	}
	return o.last == 0 || o.pushes == s.pushes && o.last > s.last
}

// howFar is how far a reader of one side reaches.
func (d *differ) howFar(side int, r *reader, self map[string]string) (reach, bool) {
	out := reach{kind: r.kind, since: r.since, last: r.last}
	if r.last == 0 {
		return out, true
	}
	key := pushKey{side: side, o: r.name, own: fmt.Sprint(self)} // fmt sorts maps
	if have, ok := d.admits[key]; ok {
		out.pushes = have
		return out, true
	}
	var b strings.Builder
	for _, n := range sorted(d.sides[side].events) {
		w, rs, ok := d.alone(side, &role{slices: map[string]*slice{r.name: {name: r.name, kind: r.kind, clauses: r.slice.clauses}}}, d.sides[side].events[n], self)
		if !ok {
			return out, false
		}
		if w == nil {
			continue
		}
		form, ok := w.said(1, union(rs, reads))
		if !ok {
			return out, false
		}
		if form != "" {
			b.WriteString(w.events[1].first() + " " + form + "\n")
		}
	}
	out.pushes = hash(b.String())
	d.admits[key] = out.pushes
	return out, true
}

// alone is a type as one side alone knows it, and the readers of a role over it. There is no world where no clause is over it.
func (d *differ) alone(side int, r *role, e *event, self map[string]string) (*world, []*reader, bool) {
	rs, err := r.readers(e, self)
	if err != nil {
		return nil, nil, false
	}
	var lists [][]*bound
	for _, rd := range rs {
		lists = append(lists, rd.clauses)
	}
	if !slices.ContainsFunc(lists, func(l []*bound) bool { return len(l) > 0 }) {
		return nil, nil, true
	}
	c := d.sides[side]
	w := newWorld([2]*Closed{c, c}, [2]*event{e, e}, lists...)
	return w, rs, w.fill(1, rs)
}

// reaching is what readers hand out of a type, in canonical form: by how far they reach, without what others hand out that reach beyond.
func (d *differ) reaching(w *world, of, side int, rs []*reader, self map[string]string) ([]string, bool) {
	by := map[reach]box.Set{}
	for _, r := range rs {
		if len(r.reads) == 0 {
			continue
		}
		key, ok := d.howFar(side, r, self)
		if !ok {
			return nil, false
		}
		by[key] = slices.Concat(by[key], r.reads)
	}
	var out []string
	for key, set := range by {
		var beyond box.Set
		for other, more := range by {
			if other.beyond(key) {
				beyond = append(beyond, more...)
			}
		}
		rest, ok := w.Minus(set, beyond)
		if !ok {
			return nil, false
		}
		form, ok := w.said(of, rest)
		if !ok {
			return nil, false
		}
		if form != "" {
			out = append(out, fmt.Sprintf("%q", []string{key.kind, key.since, fmt.Sprint(key.last), key.pushes, form}))
		}
	}
	slices.Sort(out)
	return out, true
}

// said is a set of events in canonical form, with the members that the sets in them can have: boxes do not tell apart those that no
// clause names, and one more makes other events.
func (w *world) said(side int, set box.Set) (string, bool) {
	form, ok := w.Canonical(set)
	if !ok || form == "" {
		return "", ok
	}
	for _, name := range w.attrs {
		r := w.roster(side, name)
		if r == nil {
			continue
		}
		sets := w.Everything()
		sets[w.dim[name]] = box.Sets()
		some, ok := w.And(set, box.Set{sets})
		if !ok {
			return "", false
		}
		if !w.Empty(some) {
			form += fmt.Sprintf(" %s of %t %q", name, r.open, slices.Sorted(slices.Values(r.values)))
		}
	}
	return form, true
}

// first is the names that a type had before, or else its name: what it is called today makes no other events.
func (e *event) first() string {
	if len(e.was) == 0 {
		return e.name
	}
	return strings.Join(slices.Sorted(slices.Values(e.was)), " ")
}
