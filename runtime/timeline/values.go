package timeline

import (
	"encoding/json"
	"time"
)

// Text, Int, Float, Bool, Set and Time make values. Set sorts and drops repeats. Float refuses nothing; Prepare refuses NaN
// and infinities, and -0 is held as 0.
func Text(s string) Value       { return Value{kind: KindText, text: s} }
func Int(i int64) Value         { return Value{kind: KindInt, num: i} }
func Float(f float64) Value     { panic("stub") }
func Bool(b bool) Value         { panic("stub") }
func Set(names ...string) Value { panic("stub") }
func Time(t time.Time) Value    { return Int(t.UnixMicro()) }

// Self is the member's own value of a roster, to be bound by [Clause.Bind].
func Self(roster string) Value { return Value{kind: KindSelf, text: roster} }

// Kind is what v holds.
func (v Value) Kind() Kind { return v.kind }

// JSON is v's canonical JSON.
func (v Value) JSON() json.RawMessage { panic("stub") }

// Get finds an attribute; the zero Value is absent.
func (a Attributes) Get(name string) Value { panic("stub") }

// JSON is the canonical object.
func (a Attributes) JSON() []byte { panic("stub") }

// ParseAttributes reads the canonical object (any key order and white space; a duplicate key is an error).
func ParseAttributes(b []byte) (Attributes, error) { panic("stub") }

// In, Between, Prefix, Has, Lacks and Present make constraints.
func In(attribute string, values ...Value) Constraint {
	return Constraint{Attribute: attribute, Op: OpIn, Values: values}
}
func Between(attribute string, lo, hi *Bound) Constraint {
	return Constraint{Attribute: attribute, Op: OpBetween, Lo: lo, Hi: hi}
}
func Prefix(attribute string, v Value) Constraint {
	return Constraint{Attribute: attribute, Op: OpPrefix, Values: []Value{v}}
}
func Has(attribute string, v Value) Constraint {
	return Constraint{Attribute: attribute, Op: OpHas, Values: []Value{v}}
}
func Lacks(attribute string, v Value) Constraint {
	return Constraint{Attribute: attribute, Op: OpLacks, Values: []Value{v}}
}
func Present(attribute string, present bool) Constraint {
	if present {
		return Constraint{Attribute: attribute, Op: OpPresent}
	}
	return Constraint{Attribute: attribute, Op: OpAbsent}
}

// AtLeast, Above, AtMost and Below make bounds.
func AtLeast(v Value) *Bound { return &Bound{Value: v} }
func Above(v Value) *Bound   { return &Bound{Value: v, Open: true} }
func AtMost(v Value) *Bound  { return &Bound{Value: v} }
func Below(v Value) *Bound   { return &Bound{Value: v, Open: true} }

// Bind puts the member's own values in place of Self; a Self without one is an error.
func (c Clause) Bind(self map[string]string) (Clause, error) { panic("stub") }

// Match says whether c admits e: the one meaning of `where:`, to which every engine's push-down must be equal.
func (c Clause) Match(e Event) bool { panic("stub") }
