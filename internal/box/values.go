package box

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Values is a set of values of one attribute. Values of different kinds never meet: an int is no float, and what is absent is a
// value of its own. The zero Values is empty. A Values never changes.
type Values struct {
	absent bool
	set    bool  // a set, whatever its members: each member is a dimension of its own
	bools  uint8 // bit 0: false, bit 1: true
	ints   spans[int64]
	floats spans[int64] // by ordinal
	texts  spans[string]
}

// Absent is that the attribute is not there.
func Absent() Values { return Values{absent: true} }

// Sets is any set.
func Sets() Values { return Values{set: true} }

// Bool is one truth value; Bools is both.
func Bool(b bool) Values {
	if b {
		return Values{bools: 2}
	}
	return Values{bools: 1}
}

// Bools is true and false.
func Bools() Values { return Values{bools: 3} }

// Int is one int.
func Int(v int64) Values { return Values{ints: spans[int64]{{from(v), next(v)}}} }

// Ints is all ints between two, both included.
func Ints(lo, hi int64) Values {
	if lo > hi {
		return Values{}
	}
	return Values{ints: spans[int64]{{from(lo), next(hi)}}}
}

// Floats is all finite floats between two, both included. Nothing lies at or beyond NaN.
func Floats(lo, hi float64) Values {
	if !(lo <= hi) {
		return Values{}
	}
	return Values{floats: spans[int64]{{from(ordinal(max(lo, -math.MaxFloat64))), next(ordinal(min(hi, math.MaxFloat64)))}}}
}

// Text is one text.
func Text(s string) Values { return Values{texts: spans[string]{{cut[string]{at: s}, after(s)}}} }

// Texts is each of some texts.
func Texts(texts ...string) Values {
	sorted := slices.Sorted(slices.Values(texts))
	out := make(spans[string], 0, len(sorted))
	for _, s := range slices.Compact(sorted) {
		if n := len(out); n > 0 && out[n-1].hi.at == s { // s is the text before with a NUL behind it
			out[n-1].hi = after(s)
			continue
		}
		out = append(out, span[string]{cut[string]{at: s}, after(s)})
	}
	return Values{texts: out}
}

// Prefix is all texts that begin with p.
func Prefix(p string) Values { return Values{texts: spans[string]{{cut[string]{at: p}, beyond(p)}}} }

// All is everything that an attribute can be.
func All() Values { return Absent().Or(Present()) }

// Present is everything that an attribute can be but absent.
func Present() Values {
	return Sets().Or(Bools()).Or(Ints(math.MinInt64, math.MaxInt64)).Or(Floats(-math.MaxFloat64, math.MaxFloat64)).Or(Prefix(""))
}

// And is the values in both.
func (v Values) And(w Values) Values {
	return Values{v.absent && w.absent, v.set && w.set, v.bools & w.bools, v.ints.and(w.ints), v.floats.and(w.floats), v.texts.and(w.texts)}
}

// Or is the values in one of the two.
func (v Values) Or(w Values) Values {
	return Values{v.absent || w.absent, v.set || w.set, v.bools | w.bools, v.ints.or(w.ints), v.floats.or(w.floats), v.texts.or(w.texts)}
}

// Minus is the values of v that are not in w.
func (v Values) Minus(w Values) Values {
	return Values{v.absent && !w.absent, v.set && !w.set, v.bools &^ w.bools, v.ints.minus(w.ints), v.floats.minus(w.floats), v.texts.minus(w.texts)}
}

// Empty says whether there is none, by the texts that there are.
func (v Values) Empty(a Alphabet) bool {
	return !v.absent && !v.set && v.bools == 0 && len(v.ints) == 0 && len(v.floats) == 0 && a.empty(v.texts)
}

// String is a form in which equal sets are equal.
func (v Values) String() string {
	var out []string
	if v.absent {
		out = append(out, "absent")
	}
	if v.set {
		out = append(out, "set")
	}
	if v.bools > 0 {
		out = append(out, [...]string{"", "false", "true", "bool"}[v.bools])
	}
	for _, s := range v.ints {
		out = append(out, "int "+strconv.FormatInt(s.lo.at, 10)+".."+strconv.FormatInt(lastInt(s.hi), 10))
	}
	for _, s := range v.floats {
		out = append(out, "float "+decimal(float(s.lo.at))+".."+decimal(float(lastInt(s.hi))))
	}
	for _, s := range v.texts {
		hi := "end"
		if !s.hi.end {
			hi = strconv.Quote(s.hi.at)
		}
		out = append(out, "text "+strconv.Quote(s.lo.at)+".."+hi)
	}
	return strings.Join(out, " or ")
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
