package timeline

import (
	"encoding/json"
	"fmt"
	"slices"
)

// opNames are how clauses are written where they are kept (in the payload of a section).
var opNames = [...]string{OpIn: "in", OpBetween: "between", OpPrefix: "prefix", OpHas: "has", OpLacks: "lacks", OpPresent: "present", OpAbsent: "absent"}

type clauseJSON struct {
	Namespace string           `json:"namespace"`
	Type      string           `json:"type"`
	Was       []string         `json:"was,omitempty"`
	Where     []constraintJSON `json:"where,omitempty"`
}

type constraintJSON struct {
	Attribute string     `json:"attribute"`
	Op        string     `json:"op"`
	Values    []Value    `json:"values,omitempty"`
	Lo        *boundJSON `json:"lo,omitempty"`
	Hi        *boundJSON `json:"hi,omitempty"`
}

type boundJSON struct {
	Value Value `json:"value"`
	Open  bool  `json:"open,omitempty"`
}

// MarshalJSON writes a clause that is bound; one with a Self in it has no JSON.
func (c Clause) MarshalJSON() ([]byte, error) {
	out := clauseJSON{Namespace: c.Namespace, Type: c.Type, Was: c.Was}
	for _, w := range c.Where {
		if int(w.Op) >= len(opNames) || w.Op == 0 {
			return nil, fmt.Errorf("constraint on %s: unknown operation %d", w.Attribute, w.Op)
		}
		out.Where = append(out.Where, constraintJSON{
			Attribute: w.Attribute, Op: opNames[w.Op], Values: w.Values,
			Lo: (*boundJSON)(w.Lo), Hi: (*boundJSON)(w.Hi),
		})
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote. A key or operation that it does not know is an error: a constraint that was dropped
// would admit more.
func (c *Clause) UnmarshalJSON(b []byte) error {
	var in clauseJSON
	if err := strict(b, &in); err != nil {
		return err
	}
	out := Clause{Key: Key{in.Namespace, in.Type}, Was: in.Was}
	for _, w := range in.Where {
		op := slices.Index(opNames[:], w.Op)
		if op <= 0 {
			return fmt.Errorf("constraint on %s: unknown operation", clip(w.Attribute))
		}
		out.Where = append(out.Where, Constraint{
			Attribute: w.Attribute, Op: Op(op), Values: w.Values, Lo: (*Bound)(w.Lo), Hi: (*Bound)(w.Hi),
		})
	}
	*c = out
	return nil
}
