package assembly_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// However often an item is gone through, and however far, what is remembered of it is the longest pass, and that it ended if one did.
func TestPassesRememberTheLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := assembly.Open(assembly.Setup{Slices: []string{"room", "side"}})
		type key struct{ slice, name string }
		want := map[key][]string{}
		whole := map[key]bool{}
		for range rapid.IntRange(0, 8).Draw(t, "passes") {
			k := key{rapid.SampledFrom([]string{"room", "side"}).Draw(t, "slice"), rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "item")}
			all := 3 + len(k.slice) + len(k.name) // things may stand in several items
			far := rapid.IntRange(0, all).Draw(t, "far")
			p := s.Pass(k.slice, k.name)
			var refs []string
			for i := range far {
				ref := assembly.EventRef{Event: fmt.Sprint("e", i*(1+len(k.name))), Seq: int64(1 + i*(1+len(k.name)))}
				p.HandOut(ref, false, nil)
				refs = append(refs, ref.Event)
			}
			if far == all && rapid.Bool().Draw(t, "to the end") {
				p.End()
				whole[k] = true
			}
			if was, ok := want[k]; !ok || len(refs) > len(was) {
				want[k] = refs
			}
		}
		r := s.Reading()
		if d := cmp.Diff(s.Reads(), r.Read); d != "" || len(r.Seals) != len(r.Read) {
			t.Fatalf("what was read: %s, %d seals", d, len(r.Seals))
		}
		last := key{}
		for _, it := range r.Items {
			k := key{it.Slice, it.Name}
			if k.slice < last.slice || k.slice == last.slice && k.name < last.name {
				t.Fatalf("%v comes after %v", k, last)
			}
			last = k
			var got []string
			for _, place := range it.Read {
				got = append(got, r.Read[place].(assembly.EventRef).Event)
			}
			if d := cmp.Diff(want[k], got); d != "" || it.Whole != whole[k] {
				t.Fatalf("%v, whole %t: %s", k, it.Whole, d)
			}
			delete(want, k)
		}
		if len(want) > 0 {
			t.Fatalf("nothing is said of %v", want)
		}
	})
}
