package cut_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly/internal/cut"
)

// Each text is one character to a reader, and may not be cut inside.
func TestCharacters(t *testing.T) {
	for _, one := range []string{
		"a", "é", "e\u0301", "e" + strings.Repeat("\u0301", 1000), "👨\u200d👩\u200d👧", "👍🏽", "🇳🇴", "🏴\U000e0067\U000e0062\U000e007f", "❤\ufe0f", "1\ufe0f\u20e3", "\r\n", "क्ष", "ক্ষ", "กำ", "\u1112\u1161\u11ab", "한",
		"ｶﾞ", "\u0600\u0661", "a\u200c",
	} {
		for p := 1; p < len(one); p++ {
			if cut.Between(one, p) {
				t.Errorf("%q is cut at %d", one, p)
			}
		}
		if twice := one + one; !cut.Between(twice, len(one)) && one != "กำ"[:0] {
			t.Errorf("%q is not cut in the middle", twice)
		}
		if n := cut.First(one + one); n != len(one) {
			t.Errorf("the first character of %q has %d bytes, not %d", one+one, n, len(one))
		}
	}
}

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  []int
	}{
		{"One line.\nAnother line here.", 14, []int{9, 9, 9, 14}},
		{"A sentence. Another word", 20, []int{11, 19, 20}},
		{"just a few words", 12, []int{10, 12}},
		{"nospaces", 5, []int{5}},
		{"汉语。没有。", 10, []int{9, 9}},
		{"e\u0301\u0301\u0301", 3, nil},
		{"a b", 0, nil},
		{"a", 9, nil},
	} {
		if got := cut.Points(c.text, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("%q within %d: %v, want %v", c.text, c.limit, got, c.want)
		}
	}
}

func TestPointsLaw(t *testing.T) {
	pieces := []string{"a", "word ", ". ", "\n", "\r\n", "é", "e\u0301", "👨\u200d👩\u200d👧", "🇳🇴", "🇳", "汉", "。", "क्ष", "\u0301", "\u200d", " "}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.OneOf(rapid.SampledFrom(pieces), rapid.String())).Draw(t, "pieces"), "")
		limit := rapid.IntRange(0, len(text)+2).Draw(t, "limit")
		for _, p := range cut.Points(text, limit) {
			if p <= 0 || p > limit || !cut.Between(text, p) || utf8.ValidString(text) && !utf8.ValidString(text[:p]) {
				t.Fatalf("%q within %d: %d", text, limit, p)
			}
		}
	})
}
