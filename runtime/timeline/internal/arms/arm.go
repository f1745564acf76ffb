package arms

import (
	"slices"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Most is how many arms a merge should have; beyond it a walk along seq is the better plan.
const Most = 60

// Arm is one stored name of a type, and the clauses on it; any of them admits. Their Was is of no more concern.
type Arm struct {
	timeline.Key
	Clauses []timeline.Clause
}

// Of sorts clauses by stored name, in the order of their first use. Arms are then split by the values of an equality, while
// there are no more than Most.
func Of(clauses []timeline.Clause) []Arm {
	var out []Arm
	at := map[timeline.Key]int{}
	for _, c := range clauses {
		seen := map[string]bool{}
		for _, name := range append([]string{c.Type}, c.Was...) {
			if seen[name] {
				continue
			}
			seen[name] = true
			key := timeline.Key{Namespace: c.Namespace, Type: name}
			i, found := at[key]
			if !found {
				i = len(out)
				at[key] = i
				out = append(out, Arm{Key: key})
			}
			out[i].Clauses = append(out[i].Clauses, c)
		}
	}
	return split(out)
}

// Whole says that the arm admits every event of its type.
func (a Arm) Whole() bool {
	return slices.ContainsFunc(a.Clauses, func(c timeline.Clause) bool { return len(c.Where) == 0 })
}

func split(in []Arm) []Arm {
	var out []Arm
	for i, arm := range in {
		parts := arm.byValue()
		if len(out)+len(parts)+len(in)-i-1 > Most {
			parts = []Arm{arm}
		}
		out = append(out, parts...)
	}
	return out
}

// byValue makes an arm of each value of the clause's first equality. Several clauses may admit one event, so they stay together.
func (a Arm) byValue() []Arm {
	if len(a.Clauses) != 1 {
		return []Arm{a}
	}
	c := a.Clauses[0]
	at := slices.IndexFunc(c.Where, func(w timeline.Constraint) bool { return w.Op == timeline.OpIn && len(w.Values) > 1 })
	if at < 0 {
		return []Arm{a}
	}
	var out []Arm
	for i, v := range c.Where[at].Values {
		if slices.ContainsFunc(c.Where[at].Values[:i], v.Equal) {
			continue
		}
		one := c
		one.Where = slices.Clone(c.Where)
		one.Where[at].Values = []timeline.Value{v}
		out = append(out, Arm{Key: a.Key, Clauses: []timeline.Clause{one}})
	}
	return out
}
