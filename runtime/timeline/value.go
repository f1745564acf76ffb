package timeline

import (
	"math"
	"slices"
	"strconv"
)

// Kind is what an attribute's [Value] holds.
type Kind uint8

// The kinds. A time is an Int of microseconds, a duration an Int of nanoseconds; a roster value and an id are Text.
const (
	KindNone Kind = iota
	KindText
	KindInt
	KindFloat
	KindBool
	KindSet  // a sorted list of distinct texts
	KindSelf // in constraints only: the value of the member's own roster, bound before matching
)

// String is the kind's name, as errors say it.
func (k Kind) String() string {
	names := [...]string{"absent", "text", "int", "float", "bool", "set", "self"}
	if int(k) < len(names) {
		return names[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// Value is one attribute's value. The zero Value is absent. A Value never changes, so it may be shared.
type Value struct {
	kind Kind
	text string
	num  int64 // an int, or a bool as 0 and 1
	real float64
	set  []string // never handed out
}

// Attribute is a field that stands in the envelope.
type Attribute struct {
	Name  string
	Value Value
}

// Attributes are sorted by name, each name once. Their canonical form is one JSON object: text as a string, ints in decimal,
// floats with a point or exponent, bools, sets as sorted arrays of strings; no HTML escaping.
type Attributes []Attribute

// Kind is what v holds.
func (v Value) Kind() Kind { return v.kind }

// AsText is the text of a KindText; false for every other kind.
func (v Value) AsText() (string, bool) {
	if v.kind != KindText {
		return "", false
	}
	return v.text, true
}

// AsInt is the int of a KindInt; false for every other kind.
func (v Value) AsInt() (int64, bool) {
	if v.kind != KindInt {
		return 0, false
	}
	return v.num, true
}

// AsFloat is the float of a KindFloat; false for every other kind.
func (v Value) AsFloat() (float64, bool) { return v.real, v.kind == KindFloat }

// AsBool is the bool of a KindBool; the second result is false for every other kind.
func (v Value) AsBool() (value, ok bool) {
	return v.kind == KindBool && v.num != 0, v.kind == KindBool
}

// AsSet is a copy of the texts of a KindSet, sorted; false for every other kind.
func (v Value) AsSet() ([]string, bool) {
	if v.kind != KindSet {
		return nil, false
	}
	return slices.Clone(v.set), true
}

// Equal says whether two values are of one kind and equal, texts by their bytes.
func (v Value) Equal(w Value) bool {
	return v.kind == w.kind && v.text == w.text && v.num == w.num && v.real == w.real && slices.Equal(v.set, w.set)
}

// String is v's canonical JSON, for people.
func (v Value) String() string { return string(v.JSON()) }

func (v Value) finite() bool {
	return v.kind != KindFloat || !(math.IsNaN(v.real) || math.IsInf(v.real, 0))
}

// has looks a name up in a set.
func (v Value) has(name string) bool {
	if v.kind != KindSet {
		return false
	}
	_, found := slices.BinarySearch(v.set, name)
	return found
}
