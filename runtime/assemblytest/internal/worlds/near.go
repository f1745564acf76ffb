package worlds

import (
	"math"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// meet is a value that a constraint admits, and often its boundary.
func (d *draw) meet(c timeline.Constraint, t fieldType) timeline.Value {
	switch c.Op {
	case timeline.OpIn:
		if len(c.Values) > 0 {
			return pick(d, c.Values)
		}
	case timeline.OpPrefix, timeline.OpHas, timeline.OpLacks:
		text, _ := textOf(c)
		switch {
		case c.Op == timeline.OpPrefix && d.chance(30):
			return timeline.Text(text)
		case c.Op == timeline.OpPrefix:
			return timeline.Text(text + " " + d.mark())
		case c.Op == timeline.OpHas:
			return timeline.Set(append(d.names(t.name), text)...)
		}
		return timeline.Set(slices.DeleteFunc(d.names(t.name), func(n string) bool { return n == text })...)
	case timeline.OpBetween:
		return d.between(c)
	case timeline.OpAbsent:
		return timeline.Value{}
	}
	return d.attribute(t)
}

func textOf(c timeline.Constraint) (string, bool) {
	if len(c.Values) != 1 {
		return "", false
	}
	return c.Values[0].AsText()
}

// between is a value in the interval: mostly one of its ends, or next to one that is open.
func (d *draw) between(c timeline.Constraint) timeline.Value {
	end, up := c.Lo, true
	if end == nil || c.Hi != nil && d.chance(50) {
		end, up = c.Hi, false
	}
	if end == nil {
		return timeline.Int(0)
	}
	v := end.Value
	if end.Open || d.chance(30) {
		v = step(v, up)
	}
	if !c.Match(v) {
		v = end.Value
	}
	return v
}

// step is the next value in a direction.
func step(v timeline.Value, up bool) timeline.Value {
	if n, ok := v.AsInt(); ok {
		if up {
			return timeline.Int(n + 1)
		}
		return timeline.Int(n - 1)
	}
	f, _ := v.AsFloat()
	if up {
		return timeline.Float(math.Nextafter(f, math.Inf(1)))
	}
	return timeline.Float(math.Nextafter(f, math.Inf(-1)))
}

// miss is a value that a constraint only just does not admit.
func (d *draw) miss(c timeline.Constraint, t fieldType) timeline.Value {
	var near []timeline.Value
	for _, v := range c.Values {
		near = append(near, d.beside(v, t, c.Op)...)
	}
	for i, end := range []*timeline.Bound{c.Lo, c.Hi} {
		if end != nil {
			near = append(near, end.Value, step(end.Value, i == 1))
		}
	}
	if c.Op == timeline.OpAbsent {
		near = append(near, d.attribute(t))
	} else if len(near) == 0 || d.chance(8) {
		near = append(near, timeline.Value{})
	}
	near = slices.DeleteFunc(near, c.Match)
	if len(near) > 0 {
		return pick(d, near)
	}
	for range 8 {
		if v := d.attribute(t); !c.Match(v) {
			return v
		}
	}
	return timeline.Value{}
}

// beside are values next to one that a constraint names.
func (d *draw) beside(v timeline.Value, t fieldType, op timeline.Op) []timeline.Value {
	if n, ok := v.AsInt(); ok {
		return []timeline.Value{timeline.Int(n - 1), timeline.Int(n + 1)}
	}
	if b, ok := v.AsBool(); ok {
		return []timeline.Value{timeline.Bool(!b)}
	}
	text, ok := v.AsText()
	if !ok {
		return nil
	}
	switch {
	case op == timeline.OpHas:
		others := slices.DeleteFunc(d.names(t.name), func(n string) bool { return n == text })
		return []timeline.Value{timeline.Set(), timeline.Set(others...)}
	case op == timeline.OpLacks:
		return []timeline.Value{timeline.Set(text), timeline.Set(append(d.names(t.name), text)...)}
	case t.kind == "roster":
		return []timeline.Value{timeline.Text(d.name(t.name))}
	}
	out := []timeline.Value{timeline.Text(strings.ToUpper(text)), timeline.Text(" " + text)}
	if op == timeline.OpPrefix && text != "" {
		return append(out, timeline.Text(strings.ToValidUTF8(text[:len(text)-1], "")))
	}
	return append(out, timeline.Text(text+"x"))
}
