package grantdiff

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/grantgen/grantgen/internal/box"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// world is the space of the events of one type, as both sides know it: a dimension for each attribute, and one for each member of a
// set that either side speaks of.
type world struct {
	box.Space
	attrs   []string
	dim     map[string]int            // by attribute
	members map[string]map[string]int // by attribute and member: the dimension
	sides   [2]*Closed
	events  [2]*event // nil: the side does not know the type
}

// attribute is the type of an attribute on one side. A side that does not know it takes the other's: what a clause cannot speak of is
// not what an event is refused for.
func (w *world) attribute(side int, name string) (typ string, of *Closed) {
	for _, i := range []int{side, 1 - side} {
		if e := w.events[i]; e != nil && e.fields[name] != nil && e.fields[name].attribute {
			return e.fields[name].typ, w.sides[i]
		}
	}
	return "", nil
}

// newWorld is the world of the types old and now, for clauses that are bound.
func newWorld(sides [2]*Closed, events [2]*event, clauses ...[]*bound) *world {
	w := &world{dim: map[string]int{}, members: map[string]map[string]int{}, sides: sides, events: events}
	seen := map[string]string{}
	for _, e := range events {
		if e != nil {
			for n, t := range e.types() {
				seen[n] = t
			}
		}
	}
	for _, name := range sorted(seen) {
		w.attrs = append(w.attrs, name)
		w.dim[name] = len(w.Dims)
		w.Dims = append(w.Dims, w.attributeDim(name))
		for _, m := range w.membersOf(name, clauses) {
			if w.members[name] == nil {
				w.members[name] = map[string]int{}
			}
			w.members[name][m] = len(w.Dims)
			w.Dims = append(w.Dims, box.Dim{Name: name + " has " + m, Member: w.dim[name] + 1, Prefer: []box.Point{{Kind: box.OfBool}}})
		}
	}
	return w
}

// someDay is an ordinary date, for witnesses.
var someDay = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC).UnixMicro()

// somebody is the member of an open roster that is looked at: any other is like it.
const somebody = "somebody"

const someID = "0190b3c2-7d1f-7000-8000-5a3c1e9b2f40"

func (w *world) attributeDim(name string) box.Dim {
	d := box.Dim{Name: name}
	ids := true
	for _, side := range []int{1, 0} {
		typ, of := w.attribute(side, name)
		kind, _ := strings.CutSuffix(typ, "?")
		ids = ids && kind == "id"
		switch {
		case kind == "time":
			d.Prefer = append(d.Prefer, box.Point{Kind: box.OfInt, Int: someDay})
		case kind == "id":
			d.Prefer = append(d.Prefer, box.Point{Kind: box.OfText, Text: someID})
		case of.rosters[kind] != nil:
			values := of.rosters[kind].values
			if of.rosters[kind].open {
				values = []string{somebody, "somebody-else"}
			}
			for _, v := range values {
				d.Prefer = append(d.Prefer, box.Point{Kind: box.OfText, Text: v})
			}
		}
	}
	if ids {
		d.Alphabet = box.IDs
	}
	return d
}

// membersOf is the members of a set that boxes can tell apart: those that clauses name, and those that one side alone knows.
func (w *world) membersOf(name string, clauses [][]*bound) []string {
	var out []string
	for _, list := range clauses {
		for _, b := range list {
			for _, c := range b.where {
				if c.Attribute == name && (c.Op == timeline.OpHas || c.Op == timeline.OpLacks) {
					if text, ok := c.Values[0].AsText(); ok {
						out = append(out, text)
					}
				}
			}
		}
	}
	was, now := w.roster(0, name), w.roster(1, name)
	if was != nil && now != nil {
		for _, v := range slices.Concat(was.values, now.values) {
			if was.has(v) != now.has(v) {
				out = append(out, v)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (r *roster) has(v string) bool { return r.open && v != "" || slices.Contains(r.values, v) }

// roster is the roster of a set's members on one side, or nil.
func (w *world) roster(side int, name string) *roster {
	typ, of := w.attribute(side, name)
	if kind, isSet := strings.CutPrefix(strings.TrimSuffix(typ, "?"), "set "); isSet {
		return of.rosters[strings.TrimSpace(kind)]
	}
	return nil
}

// possible is the events that there can be by one side's vocabulary.
func (w *world) possible(side int) box.Set {
	if w.events[side] == nil {
		return nil
	}
	out := box.Set{w.Everything()}
	for _, name := range w.attrs {
		there, absent := w.present(side, name), w.absent(side, name)
		var next box.Set
		for _, b := range out {
			for _, part := range []func(box.Box) bool{there, absent} {
				piece := slices.Clone(b)
				if part(piece) {
					next = append(next, piece)
				}
			}
		}
		out = next
		if len(w.members[name]) == 0 { // one box says both
			out = w.joined(out, w.dim[name])
		}
	}
	return out
}

// joined unites pairs of boxes that differ in one dimension alone: those of what is there, and of what is not.
func (w *world) joined(boxes box.Set, dim int) box.Set {
	if len(boxes) < 2 || !boxes[1][dim].Has(box.Point{}) {
		return boxes
	}
	var out box.Set
	for i := 0; i < len(boxes); i += 2 {
		boxes[i][dim] = boxes[i][dim].Or(boxes[i+1][dim])
		out = append(out, boxes[i])
	}
	return out
}

// present narrows a box to events that have the attribute.
func (w *world) present(side int, name string) func(box.Box) bool {
	typ, of := w.attribute(side, name)
	kind := strings.TrimSuffix(typ, "?")
	return func(b box.Box) bool {
		b[w.dim[name]] = valuesOf(kind, of)
		isSet := strings.HasPrefix(kind, "set ")
		for m, d := range w.members[name] {
			if r := w.roster(side, name); !isSet || r != nil && !r.has(m) {
				b[d] = box.Bool(false)
			}
		}
		return true
	}
}

// absent narrows a box to events without the attribute, if it may be absent.
func (w *world) absent(side int, name string) func(box.Box) bool {
	typ, _ := w.attribute(side, name)
	return func(b box.Box) bool {
		b[w.dim[name]] = box.Absent()
		for _, d := range w.members[name] {
			b[d] = box.Bool(false)
		}
		return strings.HasSuffix(typ, "?")
	}
}

// valuesOf is the values of an attribute of a type that is there.
func valuesOf(kind string, of *Closed) box.Values {
	switch {
	case strings.HasPrefix(kind, "set "):
		return box.Sets()
	case kind == "string" || kind == "id":
		return box.Prefix("")
	case kind == "int" || kind == "time" || kind == "duration":
		return box.Ints(math.MinInt64, math.MaxInt64)
	case kind == "float":
		return box.Floats(-math.MaxFloat64, math.MaxFloat64)
	case kind == "bool":
		return box.Bools()
	}
	r := of.rosters[kind]
	if r == nil {
		return box.Present()
	}
	if r.open {
		return box.Prefix("").Minus(box.Text(""))
	}
	return r.all
}
