package grantdiff

import (
	"math"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// leafSet is some of the leaves that are compared, by their place in the list.
type leafSet uint64

// sight is what a member sees of one type: by each clause, some leaves.
type sight struct {
	typ     *drawnEvent
	clauses []timeline.Clause
	leaves  []leafSet
}

// of is the leaves that are seen of an event that there can be; with nil, of any event.
func (s sight) of(d *drawn, e timeline.Event) leafSet {
	var out leafSet
	for i, c := range s.clauses {
		if c.Match(e) {
			out |= s.leaves[i]
		}
	}
	if out != 0 && d != nil && !d.possible(*s.typ, e) {
		return 0
	}
	return out
}

// sees is what the oracle knows of a schema: whether a member sees the leaves of a type.
func (d *drawn) sees(name string, self map[string]string, leaves []string) sight {
	typ := d.typeOf(name)
	if typ == nil {
		return sight{}
	}
	return d.sight(typ, typ.name, name, self, leaves, func(s drawnSlice, lf string) bool {
		if show, some := s.show[typ.name]; some && s.written(typ.name) {
			return lf == "" || slices.Contains(show, lf)
		}
		return lf == "" || typ.has(lf)
	})
}

// written says whether a clause of the slice says what is shown of a type: "*" does not in these schemas.
func (s drawnSlice) written(name string) bool {
	return slices.ContainsFunc(s.clauses, func(k drawnClause) bool { return k.types[0] == name })
}

// would is what the older text, read in the newer world, shows: a gain of that came with the world alone.
func (d *drawn) would(now *drawn, name string, self map[string]string, leaves []string) sight {
	was, is := d.typeOf(name), now.typeOf(name)
	if is == nil {
		return sight{}
	}
	for _, n := range append(slices.Clone(is.was), is.name) {
		if was == nil {
			was = d.typeOf(n)
		}
	}
	if was == nil { // only "*" speaks of a type that there was not
		if d.lock {
			if !now.hasStar() {
				return sight{}
			}
			d = d.starred()
		}
		return d.sight(is, "*", name, self, leaves, func(_ drawnSlice, lf string) bool { return lf != "at" })
	}
	return d.sight(is, was.name, name, self, leaves, func(s drawnSlice, lf string) bool {
		if show, some := s.show[was.name]; some && s.written(was.name) {
			return lf == "" || slices.Contains(show, lf) || !was.has(lf) && lf != "at" && all(*was, show)
		}
		return lf == "" || is.has(lf)
	})
}

func (d *drawn) hasStar() bool {
	return slices.ContainsFunc(d.slices, func(s drawnSlice) bool { return s.written("*") })
}

// starred is the schema as its lock has it: where every type stands without a constraint, that may have been "*".
func (d *drawn) starred() *drawn {
	out := *d
	out.slices = nil
	for _, s := range d.slices {
		if !slices.ContainsFunc(d.events, func(e drawnEvent) bool {
			return !slices.ContainsFunc(s.clauses, func(k drawnClause) bool { return k.types[0] == e.name && len(k.where) == 0 })
		}) {
			s.clauses = append(slices.Clone(s.clauses), drawnClause{types: []string{"*"}})
		}
		out.slices = append(out.slices, s)
	}
	return &out
}

// all says whether show lists every field, which a closed form cannot tell from no show.
func all(e drawnEvent, show []string) bool {
	return !slices.ContainsFunc(e.fields, func(f drawnField) bool { return !slices.Contains(show, f.name) })
}

// sight is what the clauses over a type show of the events of a name.
func (d *drawn) sight(typ *drawnEvent, of, name string, self map[string]string, leaves []string, shows func(drawnSlice, string) bool) sight {
	out := sight{typ: typ}
	for _, s := range d.slices {
		var seen leafSet
		for i, lf := range leaves {
			if shows(s, lf) {
				seen |= 1 << i
			}
		}
		for _, k := range s.clauses {
			if k.types[0] != of && k.types[0] != "*" {
				continue
			}
			c := timeline.Clause{Key: timeline.Key{Type: name}}
			for _, w := range k.where {
				con := w.c
				con.Values = slices.Clone(con.Values)
				for i, v := range con.Values {
					for roster, own := range self {
						if v.Equal(timeline.Self(roster)) {
							con.Values[i] = timeline.Text(own)
						}
					}
				}
				c.Where = append(c.Where, con)
			}
			out.clauses, out.leaves = append(out.clauses, c), append(out.leaves, seen)
		}
	}
	return out
}

func (d *drawn) possible(typ drawnEvent, e timeline.Event) bool {
	for _, f := range typ.fields {
		if f.payload {
			continue
		}
		v := e.Attributes.Get(f.name)
		if v.Kind() == timeline.KindNone {
			if !f.optional {
				return false
			}
			continue
		}
		member, isSet := strings.CutPrefix(f.typ, "set ")
		if names, ok := v.AsSet(); isSet {
			if !ok || member != "user" && slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(d.rosters[member], n) }) {
				return false
			}
			continue
		}
		if values, ok := d.rosters[f.typ]; ok {
			if text, _ := v.AsText(); !slices.Contains(values, text) {
				return false
			}
		}
	}
	return true
}

// spread is every event of a type that can make a difference between two schemas. An attribute that one of them alone knows is as that
// one declares it.
func spread(was, now *drawn, name string) []timeline.Event {
	fields, both := map[string]drawnField{}, map[string]bool{}
	var order []string
	for _, d := range []*drawn{was, now} {
		if e := d.typeOf(name); e != nil {
			for _, f := range e.fields {
				_, ok := fields[f.name]
				both[f.name] = ok
				if !ok && !f.payload {
					order = append(order, f.name)
					fields[f.name] = f
				}
			}
		}
	}
	out := [][]timeline.Attribute{nil}
	for _, n := range order {
		var next [][]timeline.Attribute
		for _, v := range values(was, now, fields[n]) {
			if v.Kind() == timeline.KindNone && !both[n] && !fields[n].optional {
				continue
			}
			for _, head := range out {
				next = append(next, append(slices.Clone(head), timeline.Attribute{Name: n, Value: v}))
			}
		}
		out = next
	}
	events := make([]timeline.Event, len(out))
	for i, attrs := range out {
		events[i] = timeline.Event{Seq: 1, Pending: timeline.Pending{Key: timeline.Key{Type: name}, Attributes: timeline.NewAttributes(attrs...)}}
	}
	return events
}

// values is the values of a field that can make a difference.
func values(was, now *drawn, f drawnField) []timeline.Value {
	out := []timeline.Value{{}}
	member, isSet := strings.CutPrefix(f.typ, "set ")
	names := slices.Concat(was.rosters[member], now.rosters[member])
	if member == "user" {
		names = []string{"ann", "zoë", "somebody else"}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if isSet {
		for bits := range 1 << len(names) {
			var some []string
			for i, n := range names {
				if bits>>i&1 == 1 {
					some = append(some, n)
				}
			}
			out = append(out, timeline.Set(some...))
		}
		return out
	}
	for _, n := range names {
		out = append(out, timeline.Text(n))
	}
	switch f.typ {
	case "bool":
		out = append(out, timeline.Bool(false), timeline.Bool(true))
	case "string", "id", "int", "float", "time":
		for _, v := range named(was, now, f.name) {
			out = append(out, beside(v, f.typ)...)
		}
	}
	switch f.typ {
	case "string":
		out = append(out, timeline.Text(""), timeline.Text("~"))
	case "id":
		out = append(out, timeline.Text("77777777-7777-7777-7777-777777777777"))
	case "int", "time":
		out = append(out, timeline.Int(math.MinInt64), timeline.Int(math.MaxInt64))
	case "float":
		out = append(out, timeline.Float(-math.MaxFloat64), timeline.Float(math.MaxFloat64))
	}
	var distinct []timeline.Value
	for _, v := range out {
		if !slices.ContainsFunc(distinct, v.Equal) {
			distinct = append(distinct, v)
		}
	}
	return distinct
}

// named is the values that constraints on an attribute name.
func named(was, now *drawn, attr string) []timeline.Value {
	var out []timeline.Value
	for _, d := range []*drawn{was, now} {
		for _, s := range d.slices {
			for _, k := range s.clauses {
				for _, w := range k.where {
					if w.attr != attr {
						continue
					}
					out = append(out, w.c.Values...)
					for _, b := range []*timeline.Bound{w.c.Lo, w.c.Hi} {
						if b != nil {
							out = append(out, b.Value)
						}
					}
				}
			}
		}
	}
	return out
}

// beside is a value and its neighbours.
func beside(v timeline.Value, typ string) []timeline.Value {
	if n, ok := v.AsInt(); ok {
		out := []timeline.Value{v}
		if n > math.MinInt64 {
			out = append(out, timeline.Int(n-1))
		}
		if n < math.MaxInt64 {
			out = append(out, timeline.Int(n+1))
		}
		return out
	}
	if f, ok := v.AsFloat(); ok {
		return []timeline.Value{v, timeline.Float(math.Nextafter(f, math.Inf(1))), timeline.Float(math.Nextafter(f, math.Inf(-1)))}
	}
	s, _ := v.AsText()
	if typ == "id" {
		return []timeline.Value{timeline.Text(s + "00000000-0000-0000-0000-000000000000"[len(s):]), timeline.Text(s + "77777777-7777-7777-7777-777777777777"[len(s):])}
	}
	return []timeline.Value{v, timeline.Text(s + "\x00"), timeline.Text(s + "~")}
}
