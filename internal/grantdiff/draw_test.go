package grantdiff

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// drawn is a random schema with one role, in the oracle's own form.
type drawn struct {
	rosters map[string][]string // the open one, user, has no values here
	events  []drawnEvent
	family  string
	slices  []drawnSlice
	lock    bool // it is compared by its lock
}

type drawnEvent struct {
	name   string
	was    []string
	fields []drawnField // attributes, then payload
}

type drawnField struct {
	name, typ string
	optional  bool
	payload   bool
}

type drawnSlice struct {
	clauses []drawnClause
	show    map[string][]string // by type; none: all
	last    int
	since   string // a chronicle slice
	ranged  bool   // an events slice
}

type drawnClause struct {
	types []string // or "*"
	where []drawnWhere
}

// drawnWhere is a constraint twice: as the schema writes it, and as the matcher takes it.
type drawnWhere struct {
	attr, yaml string
	c          timeline.Constraint
}

type draw struct {
	*rand.Rand
	windows bool // last, since and ranges are drawn too
}

// window draws how far a slice reaches.
func (r *draw) window(s *drawnSlice, first bool) {
	s.last, s.since, s.ranged = 0, "", first && r.chance(0.2)
	if s.ranged {
		return
	}
	if r.chance(0.6) {
		s.last = 1 + r.IntN(3)
	}
	if r.chance(0.4) {
		s.since = r.one("past", "told")
	}
}

func (r *draw) one(of ...string) string { return of[r.IntN(len(of))] }

func (r *draw) chance(p float64) bool { return r.Float64() < p }

// pool is the attributes that events are drawn from: every kind, required and optional.
var pool = []drawnField{
	{"party", "party", false, false}, {"mood", "mood", true, false}, {"heard", "set party", false, false}, {"told", "set mood", true, false},
	{"n", "int", false, false}, {"i", "int", true, false}, {"f", "float", false, false}, {"b", "bool", false, false}, {"w", "time", false, false},
	{"x", "string", false, false}, {"y", "string", true, false}, {"d", "id", false, false}, {"who", "user", false, false}, {"them", "set user", true, false},
}

func (r *draw) schema() *drawn {
	d := &drawn{rosters: map[string][]string{"party": {"norway", "uk"}, "mood": {"calm", "cross"}}}
	if r.chance(0.5) {
		d.rosters["party"] = append(d.rosters["party"], "eu")
	}
	d.family = r.one("", "", "", "party", "party", "user")
	for i := range 1 + r.IntN(2) {
		e := drawnEvent{name: []string{"Offer", "Ping"}[i]}
		for _, at := range r.Perm(len(pool))[:1+r.IntN(2)+r.IntN(2)] {
			e.fields = append(e.fields, pool[at])
		}
		if d.family != "" && r.chance(0.7) {
			for _, f := range pool {
				if strings.HasSuffix(f.typ, d.family) && !e.has(f.name) && len(e.fields) < 3 && r.chance(0.7) {
					e.fields = append(e.fields, f)
				}
			}
		}
		e.fields = append(e.fields, drawnField{"text", "string", false, true})
		if r.chance(0.3) {
			e.fields = append(e.fields, drawnField{"note", "string", true, true})
		}
		d.events = append(d.events, e)
	}
	for range 1 + r.IntN(2) {
		s := r.slice(d)
		if r.windows {
			r.window(&s, len(d.slices) == 0)
		}
		d.slices = append(d.slices, s)
	}
	return d
}

func (e drawnEvent) has(name string) bool {
	return slices.ContainsFunc(e.fields, func(f drawnField) bool { return f.name == name })
}

func (r *draw) slice(d *drawn) drawnSlice {
	s := drawnSlice{show: map[string][]string{}}
	for range 1 + r.IntN(3) {
		s.clauses = append(s.clauses, r.clause(d))
	}
	for _, e := range d.events {
		if r.chance(0.3) {
			s.show[e.name] = r.show(e)
		}
	}
	return s
}

func (r *draw) show(e drawnEvent) []string {
	var out []string
	for _, f := range e.fields {
		if r.chance(0.5) {
			out = append(out, f.name)
		}
	}
	if r.chance(0.2) || len(out) == 0 {
		out = append(out, "at")
	}
	return out
}

func (r *draw) clause(d *drawn) drawnClause {
	if r.chance(0.1) {
		return drawnClause{types: []string{"*"}}
	}
	e := d.events[r.IntN(len(d.events))]
	c := drawnClause{types: []string{e.name}}
	for _, f := range e.fields {
		if !f.payload && r.chance(0.6) {
			c.where = append(c.where, r.where(d, f))
		}
	}
	return c
}

var (
	someTexts = []string{"a", "ab", "abc", "b", "ba", "é"}
	someIDs   = []string{"0", "00", "f", "0190b3c2-", "0190b3c2-7"}
	noon      = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
)

// where draws a constraint on a field.
func (r *draw) where(d *drawn, f drawnField) drawnWhere {
	w := drawnWhere{attr: f.name}
	if f.optional && r.chance(0.25) {
		there := r.chance(0.5)
		w.yaml, w.c = fmt.Sprintf("{present: %t}", there), timeline.Present(f.name, there)
		return w
	}
	member, isSet := strings.CutPrefix(f.typ, "set ")
	switch {
	case isSet:
		v, yaml := r.member(d, member)
		if r.chance(0.5) {
			w.yaml, w.c = "{has: "+yaml+"}", timeline.Has(f.name, v)
		} else {
			w.yaml, w.c = "{lacks: "+yaml+"}", timeline.Lacks(f.name, v)
		}
	case f.typ == "party" || f.typ == "mood" || f.typ == "user":
		w.yaml, w.c = r.list(f.name, 1+r.IntN(2), func() (timeline.Value, string) { return r.member(d, f.typ) })
	case f.typ == "bool":
		v := r.chance(0.5)
		w.yaml, w.c = strconv.FormatBool(v), timeline.In(f.name, timeline.Bool(v))
	case f.typ == "string" && r.chance(0.5), f.typ == "id":
		p := r.one(someTexts...)
		if f.typ == "id" {
			p = r.one(someIDs...)
		}
		w.yaml, w.c = "{prefix: "+strconv.Quote(p)+"}", timeline.Prefix(f.name, timeline.Text(p))
	case f.typ == "string":
		w.yaml, w.c = r.list(f.name, 1+r.IntN(3), func() (timeline.Value, string) {
			s := r.one(append(someTexts, "")...)
			return timeline.Text(s), strconv.Quote(s)
		})
	case f.typ == "int" && r.chance(0.4):
		w.yaml, w.c = r.list(f.name, 1+r.IntN(3), func() (timeline.Value, string) { return r.number("int") })
	default:
		w.yaml, w.c = r.between(f)
	}
	return w
}

func (r *draw) list(name string, n int, one func() (timeline.Value, string)) (string, timeline.Constraint) {
	var said []string
	c := timeline.In(name)
	for range n {
		v, yaml := one()
		if !slices.Contains(said, yaml) {
			said, c.Values = append(said, yaml), append(c.Values, v)
		}
	}
	return "[" + strings.Join(said, ", ") + "]", c
}

func (r *draw) member(d *drawn, roster string) (timeline.Value, string) {
	if roster == "user" || d.family == roster && r.chance(0.4) {
		return timeline.Self(roster), strconv.Quote("{self." + roster + "}")
	}
	v := r.one(d.rosters[roster]...)
	return timeline.Text(v), v
}

func (r *draw) number(typ string) (timeline.Value, string) {
	switch typ {
	case "float":
		f := []float64{-1, 0, 0.5, 1, 2.25}[r.IntN(5)]
		return timeline.Float(f), strconv.FormatFloat(f, 'g', -1, 64)
	case "time":
		at := noon.Add(time.Duration(r.IntN(4)) * time.Microsecond)
		return timeline.Time(at), at.Format(time.RFC3339Nano)
	}
	n := []int64{math.MinInt64, -1, 0, 1, 2, 3, 5, math.MaxInt64}[r.IntN(8)]
	if r.chance(0.8) {
		n = int64(r.IntN(6))
	}
	return timeline.Int(n), strconv.FormatInt(n, 10)
}

func (r *draw) between(f drawnField) (string, timeline.Constraint) {
	c := timeline.Between(f.name, nil, nil)
	var said []string
	for c.Lo == nil && c.Hi == nil {
		if r.chance(0.6) {
			v, yaml := r.number(f.typ)
			c.Lo = &timeline.Bound{Value: v, Open: r.chance(0.5)}
			said = append(said, map[bool]string{false: "ge: ", true: "gt: "}[c.Lo.Open]+yaml)
		}
		if r.chance(0.6) {
			v, yaml := r.number(f.typ)
			c.Hi = &timeline.Bound{Value: v, Open: r.chance(0.5)}
			said = append(said, map[bool]string{false: "le: ", true: "lt: "}[c.Hi.Open]+yaml)
		}
	}
	return "{" + strings.Join(said, ", ") + "}", c
}

// changed draws what may become of a schema: its vocabulary, its role, both, or the same in other words.
func (r *draw) changed(was *drawn) *drawn {
	d := &drawn{rosters: map[string][]string{}, family: was.family}
	for k, v := range was.rosters {
		d.rosters[k] = slices.Clone(v)
	}
	for _, e := range was.events {
		e.fields = slices.Clone(e.fields)
		d.events = append(d.events, e)
	}
	for _, s := range was.slices {
		c := drawnSlice{show: map[string][]string{}, last: s.last, since: s.since, ranged: s.ranged}
		for k, v := range s.show {
			c.show[k] = v
		}
		for _, k := range s.clauses {
			c.clauses = append(c.clauses, drawnClause{k.types, slices.Clone(k.where)})
		}
		d.slices = append(d.slices, c)
	}
	if r.chance(0.5) {
		r.changeWorld(d)
	}
	for range r.IntN(4) {
		r.changeRole(d)
	}
	if i := r.IntN(len(d.slices)); r.windows && r.chance(0.6) {
		r.window(&d.slices[i], i == 0)
	}
	return d
}

func (r *draw) changeWorld(d *drawn) {
	e := &d.events[r.IntN(len(d.events))]
	switch r.IntN(8) {
	case 0:
		d.rosters["party"] = append(d.rosters["party"], "backroom")
	case 1:
		d.rosters["mood"] = append(d.rosters["mood"], "glad")
	case 2:
		d.rosters["party"] = append([]string{"iceland"}, d.rosters["party"]...)
	case 3:
		d.events = append(d.events, drawnEvent{name: "Secret", fields: []drawnField{pool[r.IntN(len(pool))], {"text", "string", false, true}}})
	case 4:
		e.fields = append(e.fields, drawnField{"more", "string", false, true})
	case 5:
		e.was, e.name = append(e.was, e.name), e.name+"New"
		for _, s := range d.slices {
			if show, ok := s.show[e.was[0]]; ok {
				s.show[e.name] = show
				delete(s.show, e.was[0])
			}
			for i := range s.clauses {
				if s.clauses[i].types[0] == e.was[0] {
					s.clauses[i].types = []string{e.name}
				}
			}
		}
	case 6:
		e.was = append(e.was, "Older")
	case 7: // an attribute comes
		if f := pool[r.IntN(len(pool))]; !e.has(f.name) && len(e.fields) < 5 {
			e.fields = append([]drawnField{f}, e.fields...)
		}
	}
}

func (r *draw) changeRole(d *drawn) {
	s := &d.slices[r.IntN(len(d.slices))]
	i := r.IntN(len(s.clauses))
	switch r.IntN(9) {
	case 0:
		s.clauses = append(s.clauses, r.clause(d))
	case 1:
		if len(s.clauses) > 1 {
			s.clauses = slices.Delete(s.clauses, i, i+1)
		}
	case 2:
		if len(s.clauses[i].where) > 0 {
			s.clauses[i].where = s.clauses[i].where[1:]
		}
	case 3:
		s.clauses[i] = r.clause(d)
	case 4: // the same again
		s.clauses = append(s.clauses, s.clauses[i])
		r.Shuffle(len(s.clauses), func(a, b int) { s.clauses[a], s.clauses[b] = s.clauses[b], s.clauses[a] })
	case 5:
		r.recut(s, i)
	case 6:
		e := d.events[r.IntN(len(d.events))]
		s.show[e.name] = r.show(e)
	case 7:
		delete(s.show, d.events[0].name)
	case 8:
		for j, w := range s.clauses[i].where {
			if e := d.typeOf(s.clauses[i].types[0]); e != nil {
				for _, f := range e.fields {
					if f.name == w.attr && r.chance(0.5) {
						s.clauses[i].where[j] = r.where(d, f)
					}
				}
			}
		}
	}
}

// recut writes a clause over a list as one clause for each value.
func (r *draw) recut(s *drawnSlice, i int) {
	k := s.clauses[i]
	for j, w := range k.where {
		if w.c.Op != timeline.OpIn || !strings.HasPrefix(w.yaml, "[") {
			continue
		}
		said := strings.Split(strings.Trim(w.yaml, "[]"), ", ")
		s.clauses = slices.Delete(s.clauses, i, i+1)
		for n, v := range w.c.Values {
			where := slices.Clone(k.where)
			where[j] = drawnWhere{w.attr, said[n], timeline.In(w.attr, v)}
			s.clauses = append(s.clauses, drawnClause{k.types, where})
		}
		return
	}
}

func (d *drawn) typeOf(name string) *drawnEvent {
	for i, e := range d.events {
		if e.name == name || slices.Contains(e.was, name) {
			return &d.events[i]
		}
	}
	return nil
}

func (d *drawn) yaml() string {
	var b strings.Builder
	b.WriteString("grantgen: 1\nroster:\n  user: string\n")
	for _, k := range []string{"mood", "party"} {
		fmt.Fprintf(&b, "  %s: [%s]\n", k, strings.Join(d.rosters[k], ", "))
	}
	b.WriteString("events:\n")
	for _, e := range d.events {
		fmt.Fprintf(&b, "  %s:\n", e.name)
		if len(e.was) > 0 {
			fmt.Fprintf(&b, "    renamed_from: [%s]\n", strings.Join(e.was, ", "))
		}
		for _, payload := range []bool{false, true} {
			fmt.Fprintf(&b, "    %s:\n", map[bool]string{false: "envelope", true: "payload"}[payload])
			for _, f := range e.fields {
				if f.payload == payload {
					fmt.Fprintf(&b, "      %s: %q\n", f.name, f.typ+map[bool]string{true: "?"}[f.optional])
				}
			}
		}
	}
	b.WriteString("roles:\n  reader:\n")
	if d.family != "" {
		fmt.Fprintf(&b, "    for: %s\n", d.family)
	}
	b.WriteString("    sees:\n")
	for i, s := range d.slices {
		kind := "log"
		if s.ranged {
			kind = "events"
		}
		fmt.Fprintf(&b, "      s%d:\n        %s:\n", i, kind)
		for _, k := range s.clauses {
			fmt.Fprintf(&b, "          - {events: [%q]", k.types[0])
			if len(k.where) > 0 {
				said := make([]string, len(k.where))
				for i, w := range k.where {
					said[i] = w.attr + ": " + w.yaml
				}
				b.WriteString(", where: {" + strings.Join(said, ", ") + "}")
			}
			if show := s.show[k.types[0]]; show != nil {
				b.WriteString(", show: [" + strings.Join(show, ", ") + "]")
			}
			b.WriteString("}\n")
		}
		if s.last > 0 {
			fmt.Fprintf(&b, "        last: %d\n", s.last)
		}
		if s.since != "" {
			fmt.Fprintf(&b, "        since: %s\n", s.since)
		}
	}
	if slices.ContainsFunc(d.slices, func(s drawnSlice) bool { return s.since != "" }) {
		b.WriteString("      past: {chronicle: \"chronicle:past\"}\n      told: {chronicle: \"chronicle:told\"}\n")
	}
	b.WriteString("    parts:\n      said: {register: considered}\n")
	b.WriteString("  teller:\n    writes: [\"chronicle:past\", \"chronicle:told\"]\n    sees: {range: {events: [\"*\"]}}\n    parts: {said: {register: considered}}\n")
	b.WriteString("scopes: {past: {chronicle: \"chronicle:past\"}, told: {chronicle: \"chronicle:told\"}}\n")
	return b.String()
}
