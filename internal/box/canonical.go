package box

import (
	"slices"
	"strings"
)

// Canonical is a form of a in which equal sets are equal, however they were cut. decided is false when there was too much to look at.
func (s *Space) Canonical(a Set) (form string, decided bool) {
	c := canon{space: s, left: s.limit()}
	form = c.from(0, a, nil)
	return form, c.left > 0
}

type canon struct {
	space *Space
	left  int
}

// from is the form of what a holds from a dimension on: which values lead to which rest. Values with one rest are one.
func (c *canon) from(dim int, a Set, isSet []bool) string {
	if c.left--; c.left <= 0 || len(a) == 0 {
		return ""
	}
	if dim == len(c.space.Dims) {
		return "."
	}
	d := c.space.Dims[dim]
	if d.Member > 0 && !isSet[d.Member-1] { // what is no set has no members: nothing is said
		return c.from(dim+1, a, append(isSet[:dim:dim], false))
	}
	type class struct {
		values Values
		rest   string
	}
	var classes []class
	for _, values := range c.atoms(dim, a) {
		var rest Set
		for _, b := range a {
			if !b[dim].And(values).Empty(d.Alphabet) {
				rest = append(rest, b)
			}
		}
		form := c.from(dim+1, rest, append(isSet[:dim:dim], values.set))
		if form == "" {
			continue
		}
		if i := slices.IndexFunc(classes, func(k class) bool { return k.rest == form }); i >= 0 {
			classes[i].values = classes[i].values.Or(values)
			continue
		}
		classes = append(classes, class{values, form})
	}
	if d.Member > 0 && len(classes) == 1 && classes[0].values.bools == 3 {
		return classes[0].rest // it makes no difference
	}
	said := make([]string, len(classes))
	for i, k := range classes {
		said[i] = d.Name + " " + k.values.String() + " {" + k.rest + "}"
	}
	slices.Sort(said)
	return strings.Join(said, "")
}

// atoms parts the values that a has in a dimension into sets that no box of a tells apart. What is a set is told from the rest, since
// members follow.
func (c *canon) atoms(dim int, a Set) []Values {
	alphabet := c.space.Dims[dim].Alphabet
	out := []Values{Sets(), All().Minus(Sets())}
	for _, b := range a {
		var finer []Values
		for _, v := range out {
			for _, piece := range []Values{v.And(b[dim]), v.Minus(b[dim])} {
				if !piece.Empty(alphabet) {
					finer = append(finer, piece)
				}
			}
		}
		out = finer
	}
	return out
}
