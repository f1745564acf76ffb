package grantdiff

import (
	"math"

	"github.com/grantgen/grantgen/internal/box"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// admitted is what a clause's constraints admit, whatever events there can be.
func (w *world) admitted(where []timeline.Constraint) box.Box {
	b := w.Everything()
	for _, c := range where {
		d, known := w.dim[c.Attribute]
		if !known { // of an attribute that the type does not have: it is absent
			if c.Op != timeline.OpLacks && c.Op != timeline.OpAbsent {
				return w.nothing()
			}
			continue
		}
		b[d] = b[d].And(meets(c))
		if c.Op == timeline.OpHas || c.Op == timeline.OpLacks {
			text, _ := c.Values[0].AsText()
			m := w.members[c.Attribute][text]
			b[m] = b[m].And(box.Bool(c.Op == timeline.OpHas))
		}
	}
	return b
}

func (w *world) nothing() box.Box { return make(box.Box, len(w.Dims)) }

// meets is the values that meet a constraint, as timeline.Constraint.Match has it.
func meets(c timeline.Constraint) box.Values {
	switch c.Op {
	case timeline.OpIn:
		var out box.Values
		for _, v := range c.Values {
			out = out.Or(exactly(v))
		}
		return out
	case timeline.OpBetween:
		return between(c)
	case timeline.OpPrefix:
		text, _ := c.Values[0].AsText()
		return box.Prefix(text)
	case timeline.OpHas:
		return box.Sets()
	case timeline.OpLacks:
		return box.Sets().Or(box.Absent())
	case timeline.OpPresent:
		return box.Present()
	case timeline.OpAbsent:
		return box.Absent()
	}
	return box.Values{}
}

func exactly(v timeline.Value) box.Values {
	if s, ok := v.AsText(); ok {
		return box.Text(s)
	}
	if n, ok := v.AsInt(); ok {
		return box.Int(n)
	}
	if f, ok := v.AsFloat(); ok {
		return box.Floats(f, f)
	}
	if b, ok := v.AsBool(); ok {
		return box.Bool(b)
	}
	return box.Values{}
}

// between is a range: an open end is what the closed one has, but for the end itself.
func between(c timeline.Constraint) box.Values {
	out := box.Values{}
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	flo, fhi := -math.MaxFloat64, math.MaxFloat64
	var isFloat bool
	var ends []timeline.Value
	for _, end := range []struct {
		b *timeline.Bound
		n *int64
		f *float64
	}{{c.Lo, &lo, &flo}, {c.Hi, &hi, &fhi}} {
		if end.b == nil {
			continue
		}
		if n, ok := end.b.Value.AsInt(); ok {
			*end.n = n
		}
		if f, ok := end.b.Value.AsFloat(); ok {
			*end.f, isFloat = f, true
		}
		if end.b.Open {
			ends = append(ends, end.b.Value)
		}
	}
	if out = box.Ints(lo, hi); isFloat {
		out = box.Floats(flo, fhi)
	}
	for _, v := range ends {
		out = out.Minus(exactly(v))
	}
	return out
}
