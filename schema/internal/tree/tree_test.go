package tree

import (
	"strings"
	"testing"
)

// At points at the character itself where the source spells the text as it is, and at the value's beginning where it does not.
func TestAt(t *testing.T) {
	for _, c := range []struct {
		src  string
		find string
		col  int
	}{
		{"a: party:uk:held", "uk", 10},
		{`a: "party:uk:held"`, "uk", 11},
		{`a: 'party:uk:held'`, "uk", 11},
		{`å: "Ærlig:uk"`, "uk", 11},
		{`a: "x\ty:uk"`, "uk", 4},
		{`a: 'it''s:uk'`, "uk", 4},
		{"a: |\n  x:uk", "uk", 4},
		{"a: >\n  x:uk", "uk", 4},
		{"a: x\n  y:uk", "uk", 4},
	} {
		n, found := Read("s", []byte(c.src+"\n"))
		if n == nil {
			t.Fatal(found)
		}
		v := n.Vals[0]
		if p := v.At(strings.Index(v.Text, c.find)); p.Line != 1 || p.Col != c.col {
			t.Errorf("%q: got %d:%d, want 1:%d", c.src, p.Line, p.Col, c.col)
		}
	}
}

func TestEqual(t *testing.T) {
	read := func(src string) *Node {
		n, found := Read("s", []byte(src))
		if n == nil {
			t.Fatal(found)
		}
		return n
	}
	same := read("a: [b, {c: d}]")
	if !Equal(same, read("a:\n  - b # a comment\n  - c: d\n")) {
		t.Error("layout makes a difference")
	}
	for _, other := range []string{"a: [b, {c: e}]", "a: [b]", "a: [b, {d: d}]", "a: [b, [c, d]]", `a: ["b", {c: d}]`, "b: [b, {c: d}]"} {
		if Equal(same, read(other)) {
			t.Error(other)
		}
	}
}
