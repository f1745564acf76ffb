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
