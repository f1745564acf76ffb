package schema

import (
	"math"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

func firstDeclared(p diag.Pos) []diag.Related {
	return []diag.Related{{Pos: p, Message: "it is declared here"}}
}

// between reads a range: at most one bound on each side.
func (r *resolver) between(w *Where, a *shape.Ask, sc scopeOfWhere) bool {
	w.Op = Between
	kind := w.Field.Type.Kind
	good := true
	end := func(closed, open shape.Literal, names string) *Bound {
		l, isOpen := closed, false
		if open.Given() {
			l, isOpen = open, true
		}
		switch {
		case !l.Given():
			return nil
		case closed.Given() && open.Given():
			r.fail(open.Pos(), "where", "%s has %s both", w.Field.Name, names).Expected = "one bound on each side"
			good = false
			return nil
		case kind != Int && kind != Float && kind != Time:
			good = r.wrongAsk(w, l, "a range asks an int, float or time")
			return nil
		}
		v, ok := r.literal(l, w.Field, sc)
		good = good && ok
		return &Bound{Value: v, Open: isOpen}
	}
	w.Lo = end(a.Ge, a.Gt, "ge and gt")
	w.Hi = end(a.Le, a.Lt, "le and lt")
	return good
}

// interval is a range with both ends closed, over int64 (int, time) or float64. Every float64 and every int64 has a next one, so
// that an open end is the closed end beside it; hence emptiness and intersection are exact.
type interval struct {
	real     bool
	lo, hi   int64
	flo, fhi float64
	none     bool
}

func everything(kind TypeKind) interval {
	return interval{real: kind == Float, lo: math.MinInt64, hi: math.MaxInt64, flo: -math.MaxFloat64, fhi: math.MaxFloat64}
}

// span is a Between as an interval.
func (w *Where) span() interval {
	v := everything(w.Field.Type.Kind)
	if b := w.Lo; b != nil {
		v.lo, v.flo = b.Value.Int, b.Value.Real
		if b.Open {
			v.none = !v.real && v.lo == math.MaxInt64 || v.real && v.flo == math.MaxFloat64
			if !v.none {
				v.lo, v.flo = v.lo+1, math.Nextafter(v.flo, math.Inf(1))
			}
		}
	}
	if b := w.Hi; b != nil {
		v.hi, v.fhi = b.Value.Int, b.Value.Real
		if b.Open {
			if !v.real && v.hi == math.MinInt64 || v.real && v.fhi == -math.MaxFloat64 {
				v.none = true
			} else {
				v.hi, v.fhi = v.hi-1, math.Nextafter(v.fhi, math.Inf(-1))
			}
		}
	}
	return v
}

func (v interval) empty() bool { return v.none || !v.real && v.lo > v.hi || v.real && v.flo > v.fhi }

func (v interval) and(u interval) interval {
	return interval{v.real, max(v.lo, u.lo), min(v.hi, u.hi), max(v.flo, u.flo), min(v.fhi, u.fhi), v.none || u.none}
}

// in says whether v lies within u.
func (v interval) in(u interval) bool {
	return v.empty() || !u.none && (v.real && v.flo >= u.flo && v.fhi <= u.fhi || !v.real && v.lo >= u.lo && v.hi <= u.hi)
}

func (v interval) has(l Literal) bool {
	return !v.none && (v.real && l.Real >= v.flo && l.Real <= v.fhi || !v.real && l.Int >= v.lo && l.Int <= v.hi)
}

func (w *Where) empty() bool { return w.span().empty() }
