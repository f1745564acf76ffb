package box

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// points are values that the sets of drawValues can tell apart, and neighbours of them.
var points = func() []Point {
	out := []Point{{}, {Kind: OfSet}, {Kind: OfBool}, {Kind: OfBool, Bool: true}}
	for _, n := range []int64{math.MinInt64, math.MinInt64 + 1, -2, -1, 0, 1, 2, 3, 4, 5, 6, math.MaxInt64 - 1, math.MaxInt64} {
		out = append(out, Point{Kind: OfInt, Int: n})
	}
	for _, f := range []float64{-math.MaxFloat64, -1, math.Nextafter(-1, 0), 0, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0.5, math.Nextafter(0.5, 1), 1, 2, math.MaxFloat64} {
		out = append(out, Point{Kind: OfFloat, Float: f})
	}
	for _, s := range []string{"", "\x00", "a", "a\x00", "aa", "ab", "ab\x00", "abc", "ac", "b", "ÿ", "ÿa", "Ā", "\ue000", "\U0010ffff", "\U0010ffff\U0010ffff"} {
		out = append(out, Point{Kind: OfText, Text: s})
	}
	return out
}()

func drawValues(t *rapid.T) Values {
	v := Values{}
	for range rapid.IntRange(0, 4).Draw(t, "pieces") {
		text := rapid.SampledFrom([]string{"", "a", "aa", "ab", "b", "ÿ", "\U0010ffff"})
		n := rapid.SampledFrom([]int64{math.MinInt64, -1, 0, 1, 2, 5, math.MaxInt64})
		f := rapid.SampledFrom([]float64{-math.MaxFloat64, -1, 0, 0.5, 2, math.MaxFloat64})
		switch rapid.IntRange(0, 8).Draw(t, "kind") {
		case 0:
			v = v.Or(Absent())
		case 1:
			v = v.Or(Sets())
		case 2:
			v = v.Or(Bool(rapid.Bool().Draw(t, "bool")))
		case 3:
			v = v.Or(Text(text.Draw(t, "text")))
		case 4:
			v = v.Or(Prefix(text.Draw(t, "prefix")))
		case 5:
			v = v.Or(Ints(n.Draw(t, "lo"), n.Draw(t, "hi")))
		case 6:
			v = v.Or(Floats(f.Draw(t, "lo"), f.Draw(t, "hi")))
		case 7:
			v = v.Or(Int(n.Draw(t, "int")))
		case 8:
			v = All().Minus(v)
		}
	}
	return v
}

func TestLawValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawValues(t), drawValues(t)
		for _, p := range points {
			in, also := a.Has(p), b.Has(p)
			if a.And(b).Has(p) != (in && also) || a.Or(b).Has(p) != (in || also) || a.Minus(b).Has(p) != (in && !also) {
				t.Fatalf("%s, %s: wrong about %+v", a, b, p)
			}
		}
		same := a.Minus(b).Empty(UTF8) && b.Minus(a).Empty(UTF8)
		if same != (a.String() == b.String()) && !strings.Contains(a.String()+b.String(), `\x`) {
			t.Fatalf("%s, %s: equal sets have one form", a, b)
		}
		if p, ok := a.pick(UTF8, nil); ok == a.Empty(UTF8) || ok && !a.Has(p) {
			t.Fatalf("%s: picked %+v, %t", a, p, ok)
		}
		if p, ok := a.pick(UTF8, nil); ok && p.Kind == OfText && !utf8.ValidString(p.Text) {
			t.Fatalf("%s: picked %q", a, p.Text)
		}
	})
}

func TestLawTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.SampledFrom([]string{"", "\x00", "a", "a\x00", "a\x00\x00", "b"})).Draw(t, "texts")
		one := Values{}
		for _, s := range texts {
			one = one.Or(Text(s))
		}
		if Texts(texts...).String() != one.String() {
			t.Fatalf("%q: %s and %s", texts, Texts(texts...), one)
		}
	})
}

// The least text at or after a cut is one, and nothing lies between.
func TestLawLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := string(rapid.SliceOfN(rapid.SampledFrom([]byte{0, 'a', 0x7f, 0x80, 0xbf, 0xc0, 0xc3, 0xe0, 0xed, 0xa0, 0xef, 0xf4, 0x8f, 0xff}), 0, 5).Draw(t, "lo"))
		least, ok := leastUTF8(lo)
		if ok && (!utf8.ValidString(least) || least < lo) {
			t.Fatalf("%q: %q", lo, least)
		}
		near := rapid.String().Draw(t, "near")
		for _, s := range []string{near, strings.ToValidUTF8(lo, ""), strings.ToValidUTF8(lo, "") + near, strings.ToValidUTF8(lo, "a"), strings.ToValidUTF8(lo, "\u0800")} {
			if utf8.ValidString(s) && s >= lo && (!ok || s < least) {
				t.Fatalf("%q: %q lies before %q, %t", lo, s, least, ok)
			}
		}
	})
	for lo, want := range map[string]string{"": noID, "0": noID, "fff": "fff00000-0000-0000-0000-000000000000", "0g": "10000000-0000-0000-0000-000000000000", "g": "",
		"00000000x": "00000001-0000-0000-0000-000000000000", "0000000f:": "00000010-0000-0000-0000-000000000000", noID: noID, noID + "\x00": noID[:35] + "1", strings.Repeat("f", 8) + ".": ""} {
		if got, ok := leastID(lo); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t", lo, got, ok)
		}
	}
	// Sixteen prefixes are all the ids there are.
	rest := Prefix("")
	for _, h := range hexes {
		rest = rest.Minus(Prefix(string(h)))
	}
	if !rest.Empty(IDs) || rest.Empty(UTF8) {
		t.Error("ids begin with a hexadecimal digit, texts with anything")
	}
}

func drawSpace(t *rapid.T) *Space {
	return &Space{Dims: []Dim{{Name: "a"}, {Name: "s"}, {Name: "s has x", Member: 2}, {Name: "s has y", Member: 2}}}
}

func drawSet(t *rapid.T) Set {
	var out Set
	for range rapid.IntRange(0, 4).Draw(t, "boxes") {
		b := Box{drawValues(t)}
		members := []Values{Bool(true), Bool(false), Bools()}
		if rapid.Bool().Draw(t, "is a set") {
			b = append(b, Sets(), rapid.SampledFrom(members).Draw(t, "x"), rapid.SampledFrom(members).Draw(t, "y"))
		} else {
			b = append(b, Absent(), Bool(false), Bool(false))
		}
		out = append(out, b)
	}
	return out
}

// everywhere is a point for each combination: a few of the first dimension, all of the others.
func everywhere(see func([]Point)) {
	for _, a := range points {
		for _, s := range []Kind{None, OfSet} {
			for bits := range 4 {
				if s == None && bits > 0 {
					continue
				}
				see([]Point{a, {Kind: s}, {Kind: OfBool, Bool: bits&1 > 0}, {Kind: OfBool, Bool: bits&2 > 0}})
			}
		}
	}
}

func TestLawSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpace(t)
		a, b := drawSet(t), drawSet(t)
		minus, ok := s.Minus(a, b)
		and, ok2 := s.And(a, b)
		if !ok || !ok2 {
			t.Fatal("undecided")
		}
		everywhere(func(p []Point) {
			in, also := s.Has(a, p), s.Has(b, p)
			if s.Has(minus, p) != (in && !also) || s.Has(and, p) != (in && also) {
				t.Fatalf("wrong about %+v", p)
			}
		})
		w, found := s.Witness(minus)
		if found == s.Empty(minus) || found && (!s.Has(a, w) || s.Has(b, w)) {
			t.Fatalf("witness %+v, %t", w, found)
		}
		formA, _ := s.Canonical(a)
		formB, _ := s.Canonical(b)
		back, _ := s.Minus(b, a)
		if same := s.Empty(minus) && s.Empty(back); same != (formA == formB) && !strings.Contains(formA+formB, `\x`) {
			t.Fatalf("%t:\n%s\n%s", same, formA, formB)
		}
		// Re-cut: the same set from its pieces.
		recut := slices.Concat(minus, and)
		if form, _ := s.Canonical(recut); form != formA && !strings.Contains(form+formA, `\x`) {
			t.Fatalf("re-cut:\n%s\n%s", form, formA)
		}
	})
}

// A dimension for a member that no box speaks of changes no form.
func TestCanonicalWithAnotherMember(t *testing.T) {
	small := &Space{Dims: []Dim{{Name: "s"}, {Name: "s has x", Member: 1}}}
	large := &Space{Dims: []Dim{{Name: "s"}, {Name: "s has w", Member: 1}, {Name: "s has x", Member: 1}}}
	no := Bool(false)
	a, _ := small.Canonical(Set{{Absent(), no}, {Sets(), no}})
	b, _ := large.Canonical(Set{{Absent(), no, no}, {Sets(), Bools(), no}})
	if a != b || a == "" {
		t.Errorf("%s\n%s", a, b)
	}
}

func TestUndecided(t *testing.T) {
	s := &Space{Limit: 50}
	var a, b Set
	for i := range 8 {
		s.Dims = append(s.Dims, Dim{Name: fmt.Sprint(i)})
	}
	a = Set{s.Everything()}
	for i := range 8 {
		x := s.Everything()
		x[i], x[(i+1)%8], x[(i+3)%8] = Ints(0, 5), Int(int64(i)), Prefix("a")
		b = append(b, x)
	}
	if _, ok := s.Minus(a, b); ok {
		t.Error("decided")
	}
	if _, ok := s.Canonical(b); ok {
		t.Error("decided")
	}
	s.Limit = 0
	if rest, ok := s.Minus(a, b); !ok || s.Empty(rest) {
		t.Error("undecided, or nothing is left")
	}
}

func TestFriendly(t *testing.T) {
	day := Point{Kind: OfInt, Int: 1769860800000000}
	for _, c := range []struct {
		of     Values
		prefer []Point
		want   Point
	}{
		{All(), nil, Point{}},
		{Present(), []Point{day}, day},
		{Bools(), nil, Point{Kind: OfBool, Bool: true}},
		{Ints(math.MinInt64, math.MaxInt64), nil, Point{Kind: OfInt, Int: 1}},
		{Ints(5, 9).Or(Ints(20, 30)), nil, Point{Kind: OfInt, Int: 5}},
		{Ints(math.MinInt64, -3), nil, Point{Kind: OfInt, Int: -3}},
		{Floats(2.5, 10).Minus(Floats(2.5, 2.5)), nil, Point{Kind: OfFloat, Float: 3}},
		{Floats(-3, -2.5), nil, Point{Kind: OfFloat, Float: -3}},
		{Prefix(""), nil, Point{Kind: OfText, Text: "a"}},
		{Prefix("").Minus(Prefix("a")), nil, Point{Kind: OfText, Text: "b"}},
		{Prefix("room-"), nil, Point{Kind: OfText, Text: "room-"}},
		{Prefix("room-").Minus(Text("room-")).Minus(Prefix("room-a")), nil, Point{Kind: OfText, Text: "room-b"}},
		{Text("é"), nil, Point{Kind: OfText, Text: "é"}},
	} {
		if got, ok := c.of.pick(UTF8, c.prefer); !ok || got != c.want {
			t.Errorf("%s: %+v, want %+v", c.of, got, c.want)
		}
	}
}
