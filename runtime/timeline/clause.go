package timeline

// Op is what a constraint asks of an attribute.
type Op uint8

// The operations of the schema's `where:`. An absent attribute matches only OpLacks and OpAbsent.
const (
	OpIn      Op = iota + 1 // equals one of Values (text, int, bool)
	OpBetween               // within Lo and Hi (int, float; a time is an int)
	OpPrefix                // text begins with Values[0], compared as bytes
	OpHas                   // the set has Values[0]
	OpLacks                 // the set lacks Values[0]
	OpPresent
	OpAbsent
)

// Bound is one end of a range; an open one excludes its value.
type Bound struct {
	Value Value
	Open  bool
}

// Constraint is one attribute's constraint. Its Values may be [Self] values until [Clause.Bind].
type Constraint struct {
	Attribute string
	Op        Op
	Values    []Value
	Lo, Hi    *Bound
}

// Clause admits the events of one type (under its name, or an older name in Was) whose attributes meet every constraint.
type Clause struct {
	Key
	Was   []string // older names of the type, in the same namespace
	Where []Constraint
}

// In admits values equal to one of values.
func In(attribute string, values ...Value) Constraint {
	return Constraint{Attribute: attribute, Op: OpIn, Values: values}
}

// Between admits ints between bounds that are ints, and floats between bounds that are floats; nil is no bound.
func Between(attribute string, lo, hi *Bound) Constraint {
	return Constraint{Attribute: attribute, Op: OpBetween, Lo: lo, Hi: hi}
}

// Prefix admits texts that begin with v's bytes.
func Prefix(attribute string, v Value) Constraint {
	return Constraint{Attribute: attribute, Op: OpPrefix, Values: []Value{v}}
}

// Has admits sets that hold v.
func Has(attribute string, v Value) Constraint {
	return Constraint{Attribute: attribute, Op: OpHas, Values: []Value{v}}
}

// Lacks admits sets that do not hold v, and events without the attribute.
func Lacks(attribute string, v Value) Constraint {
	return Constraint{Attribute: attribute, Op: OpLacks, Values: []Value{v}}
}

// Present admits events that have the attribute, or those that do not.
func Present(attribute string, present bool) Constraint {
	if present {
		return Constraint{Attribute: attribute, Op: OpPresent}
	}
	return Constraint{Attribute: attribute, Op: OpAbsent}
}

// AtLeast, Above, AtMost and Below make bounds.
func AtLeast(v Value) *Bound { return &Bound{Value: v} }

// Above is a bound that excludes v.
func Above(v Value) *Bound { return &Bound{Value: v, Open: true} }

// AtMost is a bound that includes v.
func AtMost(v Value) *Bound { return &Bound{Value: v} }

// Below is a bound that excludes v.
func Below(v Value) *Bound { return &Bound{Value: v, Open: true} }
