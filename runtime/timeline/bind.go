package timeline

import (
	"fmt"
	"slices"
)

// Bind puts the member's own values in place of Self; a Self without one is an error. c is not changed.
func (c Clause) Bind(self map[string]string) (Clause, error) {
	out := Clause{Key: c.Key, Was: slices.Clone(c.Was), Where: slices.Clone(c.Where)}
	for i, constraint := range out.Where {
		bound, err := constraint.bind(self)
		if err != nil {
			return Clause{}, fmt.Errorf("bind the clause on %s.%s: attribute %s: %w", c.Namespace, c.Type, constraint.Attribute, err)
		}
		out.Where[i] = bound
	}
	return out, nil
}

func (c Constraint) bind(self map[string]string) (Constraint, error) {
	c.Values = slices.Clone(c.Values)
	for i := range c.Values {
		if err := c.Values[i].bind(self); err != nil {
			return Constraint{}, err
		}
	}
	for _, end := range []**Bound{&c.Lo, &c.Hi} {
		if *end == nil {
			continue
		}
		bound := **end // a copy: the clause given is often a package's variable
		if err := bound.Value.bind(self); err != nil {
			return Constraint{}, err
		}
		*end = &bound
	}
	return c, nil
}

func (v *Value) bind(self map[string]string) error {
	if v.kind != KindSelf {
		return nil
	}
	own := self[v.text]
	if own == "" {
		return fmt.Errorf("there is no own value of roster %s", v.text)
	}
	*v = Text(own)
	return nil
}
