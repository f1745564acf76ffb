package schema

import (
	"slices"
	"strings"
	"time"
)

// value is what an example event has in one attribute.
type value struct {
	absent bool
	lit    Literal
	set    []string // for a set, in the roster's order
}

// String is the value as checks: write it.
func (v value) String(t Type) string {
	if t.Kind == SetOf {
		return "[" + strings.Join(v.set, ", ") + "]"
	}
	return v.lit.String()
}

// witness finds an event of this type that meets all constraints, or says that there is none. Constraints are of one attribute
// each, so that the attributes can be looked at one by one, exactly. It reads as an example under checks: does.
func witness(ev *Event, wheres ...[]*Where) (string, bool) {
	var said []string
	for _, f := range ev.Fields {
		if !f.Attribute {
			continue
		}
		var on []*Where
		for _, ws := range wheres {
			for _, w := range ws {
				if w.Field == f {
					on = append(on, w)
				}
			}
		}
		v, ok := solve(f, on)
		if !ok {
			return "", false
		}
		if !v.absent {
			said = append(said, f.Name+": "+v.String(f.Type))
		}
	}
	return "{" + ev.Name + ": {" + strings.Join(said, ", ") + "}}", true
}

// solve finds a value of one attribute that meets all its constraints; they hold no {self} any more. Values that a person knows
// come first: those that the schema names, then the first of the roster, 0, the present day of no clock.
func solve(f *Field, ws []*Where) (value, bool) {
	if f.Type.Optional && !slices.ContainsFunc(ws, func(w *Where) bool { return w.Op != Lacks && w.Op != Absent }) {
		return value{absent: true}, true
	}
	if slices.ContainsFunc(ws, func(w *Where) bool { return w.Op == Absent }) {
		return value{}, false
	}
	if f.Type.Kind == SetOf {
		return solveSet(f, ws)
	}
	for _, l := range candidates(f, ws) {
		if meets(l, ws) {
			return value{lit: l}, true
		}
	}
	return value{}, false
}

func solveSet(f *Field, ws []*Where) (value, bool) {
	var has, lacks []string
	for _, w := range ws {
		switch w.Op {
		case Has:
			has = append(has, w.Values[0].Text)
		case Lacks:
			lacks = append(lacks, w.Values[0].Text)
		case In: // of {other.x} where there is no other
			return value{}, false
		}
	}
	var v value
	for _, name := range f.Type.Roster.lookedNames() {
		if slices.Contains(has, name) {
			if slices.Contains(lacks, name) {
				return value{}, false
			}
			v.set = append(v.set, name)
		}
	}
	if len(v.set) > 0 {
		return v, true
	}
	for _, name := range f.Type.Roster.lookedNames() {
		if !slices.Contains(lacks, name) {
			v.set = []string{name} // a set with somebody in it reads better than an empty one
			break
		}
	}
	return v, true
}

// candidates is values of which at least one meets all constraints, if any value does.
func candidates(f *Field, ws []*Where) []Literal {
	span := everything(f.Type.Kind)
	prefix := ""
	for _, w := range ws {
		switch w.Op {
		case In:
			return w.Values
		case Between:
			span = span.and(w.span())
		case Prefix:
			if len(w.Values[0].Text) > len(prefix) {
				prefix = w.Values[0].Text
			}
		}
	}
	switch f.Type.Kind {
	case OfRoster:
		var out []Literal
		for _, n := range f.Type.Roster.lookedNames() {
			out = append(out, Literal{Kind: OfRoster, Text: n})
		}
		return out
	case Bool:
		return []Literal{{Kind: Bool, Bool: true}, {Kind: Bool}}
	case Int:
		return []Literal{{Kind: Int}, {Kind: Int, Int: span.lo}, {Kind: Int, Int: span.hi}}
	case Float:
		return []Literal{{Kind: Float}, {Kind: Float, Real: span.flo}, {Kind: Float, Real: span.fhi}}
	case Time:
		day := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC).UnixMicro()
		return []Literal{{Kind: Time, Int: day}, {Kind: Time, Int: span.lo}, {Kind: Time, Int: span.hi}}
	}
	if prefix == "" {
		prefix = "a"
	}
	return []Literal{{Kind: String, Text: prefix}}
}

// meets says whether a value that is there meets all constraints.
func meets(l Literal, ws []*Where) bool {
	for _, w := range ws {
		ok := true
		switch w.Op {
		case In:
			ok = w.admits(l)
		case Between:
			ok = w.span().has(l)
		case Prefix:
			ok = strings.HasPrefix(l.Text, w.Values[0].Text)
		case Absent:
			ok = false
		}
		if !ok {
			return false
		}
	}
	return true
}

// admitsEvent says whether the clause's constraints, without {self}, admit an example.
func admitsEvent(ws []*Where, attrs map[*Field]value) bool {
	for _, w := range ws {
		v, ok := attrs[w.Field]
		if !ok || v.absent {
			if w.Op != Lacks && w.Op != Absent {
				return false
			}
			continue
		}
		switch w.Op {
		case Has:
			if !slices.Contains(v.set, w.Values[0].Text) {
				return false
			}
		case Lacks:
			if slices.Contains(v.set, w.Values[0].Text) {
				return false
			}
		default:
			if !meets(v.lit, []*Where{w}) {
				return false
			}
		}
	}
	return true
}

// String is the constraint in words.
func (w *Where) String() string {
	vals := make([]string, len(w.Values))
	for i, v := range w.Values {
		vals[i] = v.String()
	}
	name := w.Field.Name
	switch w.Op {
	case In:
		if len(vals) == 1 {
			return name + " is " + vals[0]
		}
		return name + " is one of " + strings.Join(vals, ", ")
	case Prefix:
		return name + " begins with " + vals[0]
	case Has, Lacks:
		return name + " " + string(w.Op) + " " + vals[0]
	case Present, Absent:
		return name + " is " + string(w.Op)
	}
	var ends []string
	if b := w.Lo; b != nil {
		ends = append(ends, map[bool]string{false: "at least ", true: "more than "}[b.Open]+b.Value.String())
	}
	if b := w.Hi; b != nil {
		ends = append(ends, map[bool]string{false: "at most ", true: "less than "}[b.Open]+b.Value.String())
	}
	return name + " is " + strings.Join(ends, " and ")
}

// Condition is what the clause asks, in words; empty when it asks nothing.
func (c *Clause) Condition() string { return wheresString(c.Where) }

func wheresString(ws []*Where) string {
	said := make([]string, len(ws))
	for i, w := range ws {
		said[i] = w.String()
	}
	return strings.Join(said, " and ")
}
