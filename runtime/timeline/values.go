package timeline

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Text, Int, Float, Bool, Set and Time make values. Set sorts and drops repeats. Float refuses nothing; Prepare refuses NaN
// and infinities, and -0 is held as 0.
func Text(s string) Value { return Value{kind: KindText, text: s} }

// Int makes an int.
func Int(i int64) Value { return Value{kind: KindInt, num: i} }

// Float makes a float.
func Float(f float64) Value {
	if f == 0 {
		f = 0 // -0 and 0 are one value, so they must have one canonical form
	}
	return Value{kind: KindFloat, real: f}
}

// Bool makes a bool.
func Bool(b bool) Value {
	if b {
		return Value{kind: KindBool, num: 1}
	}
	return Value{kind: KindBool}
}

// Set makes a set.
func Set(names ...string) Value {
	sorted := slices.Clone(names)
	slices.Sort(sorted)
	return Value{kind: KindSet, set: slices.Compact(sorted)}
}

// Time makes an int of microseconds since 1970-01-01 UTC.
func Time(t time.Time) Value { return Int(t.UnixMicro()) }

// Self is the member's own value of a roster, to be bound by [Clause.Bind].
func Self(roster string) Value { return Value{kind: KindSelf, text: roster} }

// NewAttributes sorts attributes and leaves absent ones out. A name twice is kept twice, for [Prepare] to refuse.
func NewAttributes(list ...Attribute) Attributes {
	out := make(Attributes, 0, len(list))
	for _, a := range list {
		if a.Value.kind != KindNone {
			out = append(out, a)
		}
	}
	if !slices.IsSortedFunc(out, byName) {
		slices.SortStableFunc(out, byName)
	}
	return out
}

// Get finds an attribute; the zero Value is absent.
func (a Attributes) Get(name string) Value {
	for i := range a { // envelopes are short, and one that was not sorted yet must work as well
		if a[i].Name == name {
			return a[i].Value
		}
	}
	return Value{}
}

// JSON is the canonical object.
func (a Attributes) JSON() []byte { return a.appendJSON(make([]byte, 0, 32*len(a)+2)) }

func (a Attributes) appendJSON(out []byte) []byte {
	out = append(out, '{')
	for i, attribute := range a {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendString(out, attribute.Name)
		out = append(out, ':')
		out = attribute.Value.appendJSON(out)
	}
	return append(out, '}')
}

// JSON is v's canonical JSON; null for an absent value.
func (v Value) JSON() json.RawMessage { return v.appendJSON(nil) }

// MarshalJSON writes the canonical JSON. An absent value, a Self and a float that is no number have none.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.kind == KindNone || v.kind == KindSelf || !v.finite() {
		return nil, fmt.Errorf("a value of kind %s has no JSON", v.kind)
	}
	return v.JSON(), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (v *Value) UnmarshalJSON(b []byte) error {
	s := scanner{b: b}
	parsed, err := s.attribute()
	if err != nil {
		return fmt.Errorf("not an attribute's value: %w", err)
	}
	*v = parsed
	return s.end()
}
