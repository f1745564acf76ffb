package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
)

// source is one item of a slice as a part sees it: its key in Part.Texts, what it is called, and what a template may name.
type source struct {
	name   string
	says   string
	places []place
	hidden []string // fields that the event has and the slice does not show
	why    map[string]absence
}

// absence is why a template cannot name a subject of a belief, and what to do.
type absence struct{ message, suggest string }

// absences is the subjects of a slice's predicates that its beliefs do not all show.
func absences(s *Slice, places []place) map[string]absence {
	out := map[string]absence{}
	for _, p := range s.Predicates {
		for _, f := range p.About {
			if _, said := out[f.Name]; said || findPlace(places, f.Name) != nil {
				continue
			}
			var with, without []string
			for _, other := range s.Predicates {
				if fieldNamed(other.About, f.Name) != nil {
					with = append(with, other.Name)
				} else {
					without = append(without, other.Name)
				}
			}
			alone := ""
			if len(with) == 1 {
				alone = " alone"
			}
			a := absence{fmt.Sprintf("this slice does not show %q, a subject of %s", f.Name, strings.Join(with, ", ")), "name it by show: [about] in the slice"}
			if len(without) > 0 {
				a.suggest = fmt.Sprintf("%s is a subject of %s%s, and the slice hands out %s too: predicates: [%s], show: [about] in a slice of its own",
					f.Name, strings.Join(with, ", "), alone, strings.Join(without, ", "), strings.Join(with, ", "))
				a.message = ""
			}
			out[f.Name] = a
		}
	}
	return out
}

// items is the items of a slice, in its order.
func (r *resolver) items(s *Slice) []source {
	switch s.Kind {
	case LogSlice, EventsSlice:
		var out []source
		for _, it := range s.Items {
			src := source{name: it.Event.Name, says: it.Event.Name}
			for _, f := range it.Fields {
				src.places = append(src.places, place{f.Name, Place{Field: f, Type: f.Type}})
			}
			if it.At {
				src.places = append(src.places, place{"at", Place{At: true, Type: Type{Kind: Time}}})
			}
			for _, name := range append(fieldNamesOf(it.Event.Fields), "at") {
				if findPlace(src.places, name) == nil {
					src.hidden = append(src.hidden, name)
				}
			}
			out = append(out, src)
		}
		return out
	case BeliefsSlice:
		places := beliefPlaces(s)
		why := absences(s, places)
		var out []source
		for _, b := range s.Beliefs {
			out = append(out, source{name: b.Name, says: s.Name + "." + b.Name, places: places, why: why})
		}
		return out
	case GivenSlice:
		return []source{{says: s.Name, places: []place{{"value", Place{Value: true, Type: s.Type}}}}}
	}
	places := []place{{"value", Place{Value: true, Type: Type{Kind: String}}}}
	for _, name := range extras(s) {
		places = append(places, place{name, Place{Of: name, Type: Type{Kind: String}}})
	}
	return []source{{says: s.Name, places: places}}
}

// extras is what a template may name of a fact or a piece of evidence beside its text.
func extras(s *Slice) []string {
	switch {
	case s.Kind == MemorySlice && !s.Summarised:
		return []string{"kind", "learnt"}
	case s.Kind == RetrievedSlice:
		return []string{"document", "version", "source", "index"}
	}
	return nil
}

// beliefPlaces is what every belief of a slice has: its value, its predicate and, when shown, the subjects that all have. A place
// whose type differs between predicates has no type here; it is not offered when one of the types cannot be written.
func beliefPlaces(s *Slice) []place {
	value := place{"value", Place{Value: true}}
	for i, p := range s.Predicates {
		switch {
		case i == 0 || !hasText(p.Value):
			value.Type = p.Value
		case hasText(value.Type) && !value.Type.Equal(p.Value):
			value.Type = Type{}
		}
		if !hasText(p.Value) {
			break
		}
	}
	out := []place{value, {"predicate", Place{Predicate: true, Type: Type{Kind: String}}}}
	if !s.ShowAbout || len(s.Predicates) == 0 {
		return out
	}
	for _, f := range s.Predicates[0].About {
		pl := place{f.Name, Place{Field: f, Type: f.Type}}
		shared := true
		for _, p := range s.Predicates[1:] {
			other := fieldNamed(p.About, f.Name)
			if other == nil {
				shared = false
				break
			}
			if !other.Type.Equal(f.Type) {
				pl.Type = Type{}
			}
		}
		if shared {
			out = append(out, pl)
		}
	}
	return out
}

func itemNames(items []source) []string {
	names := make([]string, len(items))
	for i, it := range items {
		names[i] = it.name
	}
	return names
}

// defaultText is the content of an item without text: its string fields joined by ": ". Or it says why there is none.
func (it source) defaultText() (Template, string) {
	var t Template
	if learnt := findPlace(it.places, "learnt"); learnt != nil && learnt.Of != "" { // a fact always carries its date
		value, date := findPlace(it.places, "value").Place, learnt.Place
		return Template{{Place: &value}, {Literal: " ("}, {Place: &date}, {Literal: ")"}}, ""
	}
	for _, p := range it.places {
		if p.Of != "" {
			continue
		}
		if p.Field != nil && p.Type.Kind == "" && !it.isBelief() {
			return t, "" // a field that was not understood, which may be a string
		}
		if p.Type.Kind != String || p.Predicate || p.Field != nil && it.isBelief() {
			continue
		}
		if p.Type.Optional {
			return nil, "its string " + p.name + " may be absent"
		}
		if len(t) > 0 {
			t = append(t, Piece{Literal: ": "})
		}
		pl := p.Place
		t = append(t, Piece{Place: &pl})
	}
	if len(t) == 0 {
		return nil, "it has no string field"
	}
	return t, ""
}

// isBelief tells a belief, whose content is its value alone, from an event.
func (it source) isBelief() bool {
	return slices.ContainsFunc(it.places, func(p place) bool { return p.Predicate })
}

func (r *resolver) noText(p diag.Pos, s *Slice, it source, why string) {
	var names []string
	for _, pl := range it.places {
		switch {
		case !hasText(pl.Type):
		case pl.Type.Optional:
			names = append(names, "{"+pl.name+"|none}")
		default:
			names = append(names, "{"+pl.name+"}")
		}
	}
	d := r.fail(p, "no-text", "%s has no content by default: %s", it.says, why)
	from := s.Name
	if it.name != "" {
		from += "." + it.name
	}
	if len(names) > 0 {
		d.Expected = "a part with from: " + from + " and text: such as \"" + strings.Join(names, ": ") + "\""
	} else {
		d.Expected = "a part with from: " + from + " and content:, or one without from: that a hand-written assembler fills"
	}
}

// defaultParts writes down the parts of a role that has none: each slice item makes one.
func (r *resolver) defaultParts(role *Role) {
	first := map[string]*Part{}
	for _, s := range role.Sees {
		items := r.items(s)
		for _, it := range items {
			t, why := it.defaultText()
			if why != "" {
				r.noText(s.Pos, s, it, why)
				continue
			}
			p := &Part{Pos: s.Pos, Name: s.Name, Register: defaultRegister(s), From: s, Of: it.name, Texts: []ItemText{{it.name, t}}}
			p.Latest = s.Kind != LogSlice && s.Kind != EventsSlice
			if len(items) > 1 {
				p.Name += "-" + it.name
			}
			if before := first[p.Name]; before != nil {
				r.fail(p.Pos, "part", "two default parts are called %q", p.Name).Related = firstHere(before.Pos)
			}
			first[p.Name] = p
			role.Parts = append(role.Parts, p)
		}
	}
}

func defaultRegister(s *Slice) Register {
	switch {
	case s.Kind == GivenSlice || s.Kind == FixedSlice:
		return Binding
	case s.prose():
		return Generated
	}
	return Considered
}
