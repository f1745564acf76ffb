package timeline

import (
	"cmp"
	"slices"
	"strings"
)

// Match says whether c admits e: the one meaning of `where:`, to which every engine's push-down must be equal.
//
// A constraint meets values of its own kind only: an int is never equal to a float, a text has no members. A constraint that
// is not well formed (no value where one is needed, a Self that was not bound) admits nothing.
func (c Clause) Match(e Event) bool {
	if e.Namespace != c.Namespace || e.Type != c.Type && !slices.Contains(c.Was, e.Type) {
		return false
	}
	for i := range c.Where {
		if !c.Where[i].Match(e.Attributes.Get(c.Where[i].Attribute)) {
			return false
		}
	}
	return true
}

// Match says whether v meets the constraint.
func (c Constraint) Match(v Value) bool {
	absent := v.kind == KindNone
	switch c.Op {
	case OpIn:
		return !absent && slices.ContainsFunc(c.Values, v.Equal)
	case OpBetween:
		return !absent && c.between(v)
	case OpPrefix:
		prefix, ok := c.text()
		return ok && v.kind == KindText && strings.HasPrefix(v.text, prefix)
	case OpHas:
		name, ok := c.text()
		return ok && v.has(name)
	case OpLacks:
		name, ok := c.text()
		return ok && (absent || v.kind == KindSet && !v.has(name))
	case OpPresent:
		return !absent
	case OpAbsent:
		return absent
	default:
		return false
	}
}

// text is the one text that a constraint of OpPrefix, OpHas or OpLacks asks for.
func (c Constraint) text() (string, bool) {
	if len(c.Values) != 1 {
		return "", false
	}
	return c.Values[0].AsText()
}

func (c Constraint) between(v Value) bool {
	if c.Lo == nil && c.Hi == nil {
		return false
	}
	if c.Lo != nil {
		if order, ok := compare(v, c.Lo.Value); !ok || order < 0 || order == 0 && c.Lo.Open {
			return false
		}
	}
	if c.Hi != nil {
		if order, ok := compare(v, c.Hi.Value); !ok || order > 0 || order == 0 && c.Hi.Open {
			return false
		}
	}
	return true
}

// compare orders two ints or two floats; nothing else has an order.
func compare(v, w Value) (order int, ok bool) {
	switch {
	case v.kind == KindInt && w.kind == KindInt:
		return cmp.Compare(v.num, w.num), true
	case v.kind == KindFloat && w.kind == KindFloat && v.finite() && w.finite():
		return cmp.Compare(v.real, w.real), true
	default:
		return 0, false
	}
}
