package box

// Kind is what a Point is.
type Kind uint8

// The kinds of a Point.
const (
	None Kind = iota // absent
	OfText
	OfInt
	OfFloat
	OfBool
	OfSet // its members are in the points of their own dimensions
)

// Point is one value.
type Point struct {
	Kind  Kind
	Text  string
	Int   int64
	Float float64
	Bool  bool
}

// Has says whether p is in v.
func (v Values) Has(p Point) bool {
	switch p.Kind {
	case None:
		return v.absent
	case OfText:
		return v.texts.has(p.Text)
	case OfInt:
		return v.ints.has(p.Int)
	case OfFloat:
		return v.floats.has(ordinal(p.Float))
	case OfBool:
		return v.bools>>b2i(p.Bool)&1 == 1
	case OfSet:
		return v.set
	}
	return false
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
