package grantdiff

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// place notes where the facts stand that no role has by itself: each at the value of its key, or else at the thing that has it.
func (c *Closed) place(m *schema.Model) {
	put := func(key string, or diag.Pos, w schema.Written, path ...string) {
		c.places[key] = or
		if p, ok := w.At(path...); ok && len(path) > 0 {
			c.places[key] = p
		}
	}
	put("namespace", m.NamespacePos, schema.Written{})
	for _, r := range m.Rosters {
		put("roster "+r.Name, r.Pos, schema.Written{})
		for _, v := range r.Values {
			put("label of "+r.Name+" "+v.Name, v.Pos, schema.Written{})
		}
	}
	for _, e := range m.Events {
		put("go of "+e.Name, e.Pos, e.Written, "go")
	}
	for _, t := range m.Tools {
		put("tool "+t.Name, t.Pos, schema.Written{})
		for _, key := range []string{"version", "doc", "owner"} {
			put("tool "+t.Name+" "+key, t.Pos, t.Written, key)
		}
		for _, p := range t.Parameters {
			put("tool "+t.Name+" parameter "+p.Name, p.Pos, t.Written, "parameters", p.Name)
		}
	}
	for _, l := range m.Layouts {
		at := "layout " + l.Name
		put(at, l.Pos, schema.Written{})
		for _, key := range []string{"window", "reserve", "safety", "tokenizer"} {
			put(at+" "+key, l.Pos, l.Written, key)
		}
		for _, s := range l.Sections {
			put(at+" section "+s.Name, s.Pos, schema.Written{})
			for _, key := range []string{"budget", "keep", "stable", "grow", "stamp", "step", "fresh", "stale", "owner"} {
				put(at+" section "+s.Name+" "+key, s.Pos, s.Written, key)
			}
			put(at+" section "+s.Name+" shed", s.Pos, s.Written, "overflow")
		}
	}
	for _, n := range m.Never {
		what := n.Scope
		if n.Event != nil {
			what = n.Event.Name
		}
		put("never "+n.ID, n.Pos, schema.Written{})
		put("never "+n.ID+" "+what, n.Pos, schema.Written{})
	}
	for _, d := range m.Declassified {
		for _, role := range d.For {
			put("declassify "+d.Scope+" for "+role, d.Pos, schema.Written{})
		}
	}
}

// placeAt notes where a fact of a role stands: at the value at the end of a path, or else at what has it.
func (r *role) placeAt(key string, or diag.Pos, w schema.Written, path ...string) {
	r.places[key] = or
	if p, ok := w.At(path...); ok {
		r.places[key] = p
	}
}

func (r *role) placeSlice(s *schema.Slice) {
	for _, key := range []string{"query", "top", "lines", "summarised", "owner"} {
		r.placeAt(s.Name+" "+key, s.Pos, s.Written, key)
	}
	for _, t := range s.Triggers {
		r.placeAt(s.Name+" trigger "+strconv.Quote(t), s.Pos, s.Written, "need", "triggers", t)
	}
	switch s.Kind {
	case schema.GivenSlice:
		r.placeAt("given "+s.Name, s.Pos, s.Written) // the short form is the type
		if p, ok := s.Written.At("given"); ok {
			r.places["given "+s.Name] = p
		}
	case schema.FixedSlice:
		r.placeAt("text of "+s.File, s.Pos, s.Written, "fixed")
		r.placeAt("fixed "+s.File, s.Pos, s.Written, "version")
	}
}

func (r *role) placePart(p *schema.Part) {
	for _, key := range []string{"register", "rank", "equals", "section", "uncited", "content", "from", "text", "group", "fallback"} {
		r.placeAt("part "+p.Name+" "+key, p.Pos, p.Written, key)
	}
}

// placed is where a fact stands that is compared as text: its own place, or else that of the section, tool, layout, part or slice that has
// it, or else the role's. A role of a lock has no places, and so has what belongs to no role.
func (c *Closed) placed(r *role, key string) diag.Pos {
	if r == nil {
		return c.longest(key)
	}
	if p, ok := r.places[key]; ok {
		return p
	}
	word, rest, _ := strings.Cut(key, " ")
	switch word {
	case "layout":
		return cmp.Or(c.longest("layout "+r.layout+" "+rest), r.pos)
	case "tool":
		return cmp.Or(c.longest(key), r.pos)
	case "part":
		name, what, _ := strings.Cut(rest, " ")
		what, _, _ = strings.Cut(what, " of ")
		if p, ok := r.places["part "+name+" "+what]; ok {
			return p
		}
		if p := r.parts[name]; p != nil {
			return p.pos
		}
	}
	if s := r.slices[strings.TrimSuffix(word, ":")]; s != nil {
		return s.pos
	}
	return r.pos
}

// longest is the place of a key, or else of the longest run of its first words that has one.
func (c *Closed) longest(key string) diag.Pos {
	for {
		if p, ok := c.places[key]; ok {
			return p
		}
		i := strings.LastIndexByte(key, ' ')
		if i < 0 {
			return diag.Pos{}
		}
		key = key[:i]
	}
}

// at is where a slice's value stands at the end of a path, or else the slice.
func (s *slice) at(path ...string) diag.Pos {
	if p, ok := s.written.At(path...); ok {
		return p
	}
	return s.pos
}

// reach is where a slice says how far it reaches, as far as another says something else: last, since, or the slice itself.
func (s *slice) reach(other *slice) diag.Pos {
	switch {
	case other != nil && s.last != other.last && s.last > 0:
		return s.at("last")
	case other != nil && s.since != other.since && s.since != "":
		return s.at("since")
	}
	return s.pos
}

// differs is where a clause says what another does not: the field that it shows, or its where, if that stands on a line of its own; else
// the clause.
func (k *clause) differs(other *clause, fields []string) diag.Pos {
	if other == nil {
		return k.pos
	}
	if k.text != other.text {
		if p, ok := k.written.At("where"); ok && p.Line != k.pos.Line {
			return p
		}
		return k.pos
	}
	for _, f := range fields {
		top, _, _ := strings.Cut(f, ".")
		here, shows := k.written.At("show", top)
		if _, showed := other.written.At("show", top); shows && !showed {
			return here
		}
	}
	return k.pos
}

// memberPlace is where a roster has the first of some values, or else the roster.
func (c *Closed) memberPlace(roster string, values []string) diag.Pos {
	if len(values) == 0 {
		return c.places["roster "+roster]
	}
	return cmp.Or(c.places["label of "+roster+" "+values[0]], c.places["roster "+roster])
}

// sizes are what a layout's allowed total comes from.
var sizes = []string{"window", "reserve", "safety"}

// placeAllowed moves a finding about the allowed total to what made it another.
func (d *differ) placeAllowed(f *Finding, was, now *role, old, new items) {
	i := slices.IndexFunc(sizes, func(key string) bool { return old[key].value != new[key].value })
	if f.What == "layout allowed" && i >= 0 {
		f.At, f.WasAt = d.sides[1].placed(now, "layout "+sizes[i]), d.sides[0].placed(was, "layout "+sizes[i])
	}
}
