package grantdiff

import (
	"fmt"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/schema"
)

// FromModel is the closed form of a schema, by way of its lock: so a schema and its lock are equal, always. What a lock lacks is taken
// from the Model itself: places, which clauses come from "*", and the clauses that witnesses are run through.
func FromModel(m *schema.Model) (*Closed, error) {
	c, err := ReadLock("the closed form", gen.Lock(m))
	if err != nil {
		return nil, fmt.Errorf("compare the schema: %w", err)
	}
	c.byModel = true
	c.place(m)
	for _, r := range m.Roles {
		if err := c.role(r.Name).place(r); err != nil {
			return nil, fmt.Errorf("compare the role %s: %w", r.Name, err)
		}
	}
	return c, nil
}

func (r *role) place(m *schema.Role) error {
	r.pos = m.Pos
	for _, key := range []string{"owner", "assembler", "layout"} {
		r.placeAt(key, m.Pos, m.Written, key)
	}
	r.family = r.family[:0]
	for _, ro := range m.For {
		r.family = append(r.family, ro.Name) // in the schema's order, by which members are called
	}
	scope := func(ref *schema.ScopeRef) {
		if _, ok := r.places[ref.Text]; !ok {
			r.places[ref.Text] = ref.Pos
		}
	}
	for _, ref := range m.Writes {
		scope(ref)
	}
	for _, ms := range m.Sees {
		s := r.slices[ms.Name]
		if s == nil {
			return fmt.Errorf("the closed form lacks the slice %s", ms.Name)
		}
		s.pos, s.written = ms.Pos, ms.Written
		r.placeSlice(ms)
		if ms.Scope != nil {
			scope(ms.Scope)
		}
		for _, b := range ms.Beliefs {
			scope(b.Scope)
		}
		if ms.Kind == schema.FixedSlice {
			r.items["text of "+ms.File] = item{value: ms.SHA256, text: ms.Text, rule: gain, both: true}
		}
		for _, c := range ms.Clauses {
			if err := s.placeClause(c); err != nil {
				return err
			}
		}
	}
	for _, mp := range m.Parts {
		if p := r.parts[mp.Name]; p != nil {
			p.pos = mp.Pos
			r.placePart(mp)
		}
	}
	return nil
}

// placeClause finds the clause of the closed form that c became. Equal ones are one there: the first in the schema counts, and "*" is
// kept if one of them comes from it.
func (s *slice) placeClause(c *schema.Clause) error {
	match := timelineClause(c)
	for _, k := range s.clauses {
		if k.event != c.Event.Name || k.owner != c.Owner || !sameWhere(k.where, match.Where) {
			continue
		}
		if k.pos == (diag.Pos{}) {
			k.pos, k.match, k.written = c.Pos, match, c.Written
		}
		k.wildcard = k.wildcard || c.Wildcard
		return nil
	}
	return fmt.Errorf("the closed form lacks a clause of the slice %s over %s", s.name, c.Event.Name)
}

// timelineClause is the clause that is generated for c, without its namespace: both sides are compared within one.
func timelineClause(c *schema.Clause) timeline.Clause {
	out := timeline.Clause{Key: timeline.Key{Type: c.Event.Name}, Was: c.Event.RenamedFrom}
	for _, w := range c.Where {
		out.Where = append(out.Where, constraintOf(w))
	}
	return out
}

func constraintOf(w *schema.Where) timeline.Constraint {
	name := w.Field.Name
	out := timeline.Constraint{Attribute: name}
	for _, v := range w.Values {
		out.Values = append(out.Values, valueOf(v))
	}
	switch w.Op {
	case schema.In:
		out.Op = timeline.OpIn
	case schema.Between:
		return timeline.Between(name, boundOf(w.Lo), boundOf(w.Hi))
	case schema.Prefix:
		out.Op = timeline.OpPrefix
	case schema.Has:
		out.Op = timeline.OpHas
	case schema.Lacks:
		out.Op = timeline.OpLacks
	case schema.Present:
		out.Op = timeline.OpPresent
	case schema.Absent:
		out.Op = timeline.OpAbsent
	}
	return out
}

func boundOf(b *schema.Bound) *timeline.Bound {
	if b == nil {
		return nil
	}
	return &timeline.Bound{Value: valueOf(b.Value), Open: b.Open}
}

func valueOf(l schema.Literal) timeline.Value {
	switch {
	case l.Self != nil:
		return timeline.Self(l.Self.Name)
	case l.Kind == schema.Int || l.Kind == schema.Time:
		return timeline.Int(l.Int)
	case l.Kind == schema.Float:
		return timeline.Float(l.Real)
	case l.Kind == schema.Bool:
		return timeline.Bool(l.Bool)
	}
	return timeline.Text(l.Text)
}

// sameWhere compares what two conjunctions say, constraint by constraint: what the lock's text was read as, and what the schema says.
func sameWhere(a, b []timeline.Constraint) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x.Attribute != y.Attribute || x.Op != y.Op || len(x.Values) != len(y.Values) || !sameBound(x.Lo, y.Lo) || !sameBound(x.Hi, y.Hi) {
			return false
		}
		for j := range x.Values {
			if !x.Values[j].Equal(y.Values[j]) {
				return false
			}
		}
	}
	return true
}

func sameBound(a, b *timeline.Bound) bool {
	return (a == nil) == (b == nil) && (a == nil || a.Open == b.Open && a.Value.Equal(b.Value))
}
