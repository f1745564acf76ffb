package gen

import (
	"github.com/grantgen/grantgen/internal/emit"
	"github.com/grantgen/grantgen/schema"
)

// clauses emits what a slice admits, one clause a line.
func (w *roleWriter) clauses(cs []*schema.Clause) []emit.Expr {
	out := make([]emit.Expr, len(cs))
	for i, c := range cs {
		elems := []emit.Expr{emit.Key("Key", w.key(c.Event.Name))}
		if len(c.Event.RenamedFrom) > 0 {
			elems = append(elems, emit.Key("Was", strs(c.Event.RenamedFrom)))
		}
		if len(c.Where) > 0 {
			var wheres []emit.Expr
			for _, x := range c.Where {
				wheres = append(wheres, constraint(x))
			}
			elems = append(elems, emit.Key("Where", emit.Lines(emit.ListOf(rt("timeline", "Constraint")), wheres...)))
		}
		out[i] = emit.Lit(emit.Expr{}, elems...)
	}
	return out
}

func constraint(x *schema.Where) emit.Expr {
	name := emit.Str(x.Field.Name)
	switch x.Op {
	case schema.In:
		args := []emit.Expr{name}
		for _, v := range x.Values {
			args = append(args, literal(v))
		}
		return rt("timeline", "In").Call(args...)
	case schema.Between:
		return rt("timeline", "Between").Call(name, bound(x.Lo, "AtLeast", "Above"), bound(x.Hi, "AtMost", "Below"))
	case schema.Prefix:
		return rt("timeline", "Prefix").Call(name, literal(x.Values[0]))
	case schema.Has:
		return rt("timeline", "Has").Call(name, literal(x.Values[0]))
	case schema.Lacks:
		return rt("timeline", "Lacks").Call(name, literal(x.Values[0]))
	case schema.Present, schema.Absent:
		return rt("timeline", "Present").Call(name, emit.Bool(x.Op == schema.Present))
	}
	panic("gen: no constraint for " + string(x.Op))
}

func bound(b *schema.Bound, closed, open string) emit.Expr {
	switch {
	case b == nil:
		return emit.Nil()
	case b.Open:
		return rt("timeline", open).Call(literal(b.Value))
	}
	return rt("timeline", closed).Call(literal(b.Value))
}

func literal(l schema.Literal) emit.Expr {
	if l.Self != nil {
		return rt("timeline", "Self").Call(emit.Str(l.Self.Name))
	}
	switch l.Kind {
	case schema.String, schema.OfRoster, schema.ID:
		return rt("timeline", "Text").Call(emit.Str(l.Text))
	case schema.Int, schema.Time, schema.Duration:
		return rt("timeline", "Int").Call(emit.Int64(l.Int))
	case schema.Float:
		return rt("timeline", "Float").Call(emit.Float(l.Real))
	case schema.Bool:
		return rt("timeline", "Bool").Call(emit.Bool(l.Bool))
	}
	panic("gen: no literal of the kind " + string(l.Kind))
}
