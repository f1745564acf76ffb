package grantdiff

import "slices"

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
