package grantdiff

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestChangedLines(t *testing.T) {
	long := strings.Repeat("word ", 60)
	for _, c := range []struct {
		name, was, now string
		want           []string
	}{
		{"one line", "Be kind.\n", "Be quick.\n", []string{"- Be kind.", "+ Be quick."}},
		{"two places", "a\nb\nc\nd\n", "x\nb\nc\ny\n", []string{"- a", "+ x", "…", "- d", "+ y"}},
		{"more", "a\n", "a\nb\n", []string{"+ b"}},
		{"from nothing", "", "a\n", []string{"+ a"}},
		{"the end", "a\nb", "a\nb\n", []string{"- b (without a line end)", "+ b"}},
		{"far along a line", long + "old", long + "new", []string{"- …" + (long + "old")[183:], "+ …" + (long + "new")[183:]}},
		{"early in a long line", "old " + long, "new " + long, []string{"- " + ("old " + long)[:120] + "…", "+ " + ("new " + long)[:120] + "…"}},
	} {
		if d := cmp.Diff(c.want, changedLines(c.was, c.now)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
	if got := changedLines(strings.Repeat("a\n", 50), strings.Repeat("b\n", 50)); len(got) != mostLines || got[mostLines-1] != "… and 89 lines more" {
		t.Error(got)
	}
}

// The runs that differ, taken out of the old lines and put in, give the new ones.
func TestHunksAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 12)
		old, new := side.Draw(t, "old"), side.Draw(t, "new")
		gone, come := 0, 0
		for _, h := range hunks(old, new) {
			gone, come = gone+len(h[0]), come+len(h[1])
			if len(h[0])+len(h[1]) == 0 {
				t.Fatal("a run of nothing")
			}
		}
		if len(old)-gone != len(new)-come {
			t.Fatal(fmt.Sprint(old, new, hunks(old, new)))
		}
		if slices.Equal(old, new) != (gone+come == 0) {
			t.Fatal("what is equal has no runs, and nothing else")
		}
	})
}
