package timeline

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

// Value is one attribute's value. The zero Value is absent.
type Value struct {
	kind Kind
	text string
	num  int64
	real float64
	set  []string
}

// Attribute is a field that stands in the envelope.
type Attribute struct {
	Name  string
	Value Value
}

// Attributes are sorted by name, each name once. Their canonical form is one JSON object: text as a string, ints in decimal,
// floats with a point or exponent, bools, sets as sorted arrays of strings; no HTML escaping.
type Attributes []Attribute
