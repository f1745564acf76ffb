package schema

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The attributes of these laws: small domains, so that a law can be held against every event there is.
var (
	lawParty  = &Roster{Name: "party", Values: []RosterValue{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	lawRoster = &Field{Name: "r", Type: Type{Kind: OfRoster, Roster: lawParty}, Attribute: true}
	lawMaybe  = &Field{Name: "m", Type: Type{Kind: OfRoster, Roster: lawParty, Optional: true}, Attribute: true}
	lawSet    = &Field{Name: "s", Type: Type{Kind: SetOf, Roster: lawParty, Optional: true}, Attribute: true}
	lawInt    = &Field{Name: "n", Type: Type{Kind: Int}, Attribute: true}
	lawText   = &Field{Name: "t", Type: Type{Kind: String}, Attribute: true}
	lawFields = []*Field{lawRoster, lawMaybe, lawSet, lawInt, lawText}
)

// domain is every value of a field that the constraints of drawWhere can tell apart.
func domain(f *Field) []value {
	var out []value
	if f.Type.Optional {
		out = append(out, value{absent: true})
	}
	switch f.Type.Kind {
	case OfRoster:
		for _, n := range lawParty.Names() {
			out = append(out, value{lit: Literal{Kind: OfRoster, Text: n}})
		}
	case SetOf:
		for bits := range 8 {
			v := value{}
			for i, n := range lawParty.Names() {
				if bits>>i&1 == 1 {
					v.set = append(v.set, n)
				}
			}
			out = append(out, v)
		}
	case Int:
		for n := int64(-2); n < 8; n++ {
			out = append(out, value{lit: Literal{Kind: Int, Int: n}})
		}
	case String:
		for _, s := range []string{"", "a", "b", "aa", "ab", "ba", "aab", "abb", "aba", "c"} {
			out = append(out, value{lit: Literal{Kind: String, Text: s}})
		}
	}
	return out
}

func drawWhere(t *rapid.T, f *Field) *Where {
	w := &Where{Field: f}
	ops := []Op{In}
	switch f.Type.Kind {
	case SetOf:
		ops = []Op{Has, Lacks}
	case Int:
		ops = []Op{In, Between}
	case String:
		ops = []Op{In, Prefix}
	}
	if f.Type.Optional {
		ops = append(ops, Present, Absent)
	}
	w.Op = rapid.SampledFrom(ops).Draw(t, "op")
	party := rapid.SampledFrom(lawParty.Names())
	text := rapid.SampledFrom([]string{"a", "b", "aa", "ab", "aab"})
	bounds := rapid.Custom(func(t *rapid.T) *Bound {
		return &Bound{Literal{Kind: Int, Int: rapid.Int64Range(0, 5).Draw(t, "end")}, rapid.Bool().Draw(t, "open")}
	})
	switch w.Op {
	case Has, Lacks:
		w.Values = []Literal{{Kind: OfRoster, Text: party.Draw(t, "value")}}
	case Prefix:
		w.Values = []Literal{{Kind: String, Text: text.Draw(t, "value")}}
	case Between:
		w.Lo, w.Hi = bounds.Draw(t, "lo"), bounds.Draw(t, "hi")
		if rapid.Bool().Draw(t, "no lo") {
			w.Lo = nil
		}
	case In:
		for range rapid.IntRange(1, 3).Draw(t, "values") {
			l := Literal{Kind: f.Type.Kind}
			switch f.Type.Kind {
			case Int:
				l.Int = rapid.Int64Range(0, 5).Draw(t, "value")
			case String:
				l.Text = text.Draw(t, "value")
			default:
				l.Text = party.Draw(t, "value")
			}
			w.Values = append(w.Values, l)
		}
	}
	return w
}

func admitsValue(ws []*Where, f *Field, v value) bool {
	return admitsEvent(ws, map[*Field]value{f: v})
}

// A witness is found if and only if there is one, and it is one.
func TestLawWitnessIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(lawFields).Draw(t, "field")
		var ws []*Where
		for range rapid.IntRange(0, 3).Draw(t, "constraints") {
			ws = append(ws, drawWhere(t, f))
		}
		v, found := solve(f, ws)
		if found && !admitsValue(ws, f, v) {
			t.Fatalf("%s does not meet %s", v.String(f.Type), wheresString(ws))
		}
		exists := false
		for _, d := range domain(f) {
			exists = exists || admitsValue(ws, f, d)
		}
		if exists != found {
			t.Fatalf("there is one: %v, one was found: %v, for %s", exists, found, wheresString(ws))
		}
	})
}

// What a covered clause admits, the covering one admits.
func TestLawCoversIsSound(t *testing.T) {
	covered := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) *Clause {
			c := &Clause{}
			for _, f := range rapid.SliceOfNDistinct(rapid.SampledFrom(lawFields), 0, 2, func(f *Field) string { return f.Name }).Draw(t, name) {
				c.Where = append(c.Where, drawWhere(t, f))
			}
			return c
		}
		a, b := draw("a"), draw("b")
		if !covers(a, b) {
			return
		}
		covered++
		for _, w := range a.Where { // attributes are independent: one at a time is enough
			for _, v := range domain(w.Field) {
				var on []*Where
				for _, x := range b.Where {
					if x.Field == w.Field {
						on = append(on, x)
					}
				}
				if admitsValue(on, w.Field, v) && !admitsValue([]*Where{w}, w.Field, v) {
					t.Fatalf("%s is admitted by %q and not by %q", v.String(w.Field.Type), wheresString(b.Where), wheresString(a.Where))
				}
			}
		}
	})
	if covered == 0 {
		t.Fatal("no clause covered another: the law was not tried")
	}
}

// An interval of floats is empty if and only if no float lies in it.
func TestLawFloatIntervals(t *testing.T) {
	f := &Field{Name: "x", Type: Type{Kind: Float}}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "x")
		steps := rapid.IntRange(0, 3).Draw(t, "steps")
		y := x
		for range steps {
			y = math.Nextafter(y, math.Inf(1))
		}
		if math.IsInf(y, 0) {
			return
		}
		lo, hi := rapid.Bool().Draw(t, "lo open"), rapid.Bool().Draw(t, "hi open")
		w := &Where{Field: f, Op: Between, Lo: &Bound{Literal{Real: x}, lo}, Hi: &Bound{Literal{Real: y}, hi}}
		n := steps + 1
		if lo {
			n--
		}
		if hi {
			n--
		}
		if w.empty() != (n <= 0) {
			t.Fatalf("%s: empty is %v", w, w.empty())
		}
	})
}

func TestIntervalEnds(t *testing.T) {
	f := &Field{Name: "n", Type: Type{Kind: Int}}
	b := func(i int64, open bool) *Bound { return &Bound{Literal{Kind: Int, Int: i}, open} }
	for _, c := range []struct {
		lo, hi *Bound
		want   bool
	}{
		{b(math.MaxInt64, false), nil, false}, {b(math.MaxInt64, true), nil, true},
		{nil, b(math.MinInt64, false), false}, {nil, b(math.MinInt64, true), true},
		{b(math.MaxInt64, true), b(math.MinInt64, true), true}, {b(math.MinInt64, true), b(math.MaxInt64, true), false},
	} {
		if w := (&Where{Field: f, Op: Between, Lo: c.lo, Hi: c.hi}); w.empty() != c.want {
			t.Error(fmt.Sprint(w), "empty:", w.empty())
		}
	}
}

// {other} is some value but the member's own: an example of what must never be seen is found if and only if there is one for one of
// these values.
func TestLawOtherIsAnyOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom([]*Field{lawRoster, lawMaybe, lawSet}).Draw(t, "field")
		var clause []*Where
		if rapid.Bool().Draw(t, "constrained") {
			clause = append(clause, drawWhere(t, f))
		}
		w := &Where{Field: f, Op: In, Values: []Literal{{Kind: OfRoster, Other: lawParty}}}
		if f == lawSet {
			w.Op = rapid.SampledFrom([]Op{Has, Lacks}).Draw(t, "op")
		} else if rapid.Bool().Draw(t, "beside") {
			w.Values = append(w.Values, Literal{Kind: OfRoster, Text: "a"})
		}
		b := binding{}
		if rapid.Bool().Draw(t, "member") {
			b.self = []bound{{lawParty, rapid.SampledFrom(lawParty.Names()).Draw(t, "own")}}
		}
		exists := false
		for _, o := range b.others(lawParty) {
			one := *w
			one.Values = nil
			for _, l := range w.Values {
				if l.Other != nil {
					l = Literal{Kind: OfRoster, Text: o}
				}
				one.Values = append(one.Values, l)
			}
			for _, v := range domain(f) {
				exists = exists || admitsValue(append(clause[:len(clause):len(clause)], &one), f, v)
			}
		}
		if _, found := solve(f, append(clause[:len(clause):len(clause)], (&resolver{}).forbidden(b, []*Where{w}, clause)...)); found != exists {
			t.Fatalf("there is one: %v, one was found: %v, for %s and %s of %v", exists, found, wheresString(clause), w, b.self)
		}
		if w.Values[0].Other == nil {
			t.Fatal("the assertion itself was changed")
		}
	})
}
