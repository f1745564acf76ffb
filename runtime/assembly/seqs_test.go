package assembly_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/assembly"
)

// What slices hand out, in any order, is read once each, slice by slice, and each thing has one handle: two at one seq have two.
func TestReadsInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"a", "b", "c"}
		s := assembly.Open(assembly.Setup{Slices: names})
		handles := map[assembly.EventRef]assembly.Handle{}
		first := map[string][]assembly.Ref{} // by slice, in the order handed out, once each
		for range rapid.IntRange(0, 60).Draw(t, "reads") {
			name := rapid.SampledFrom(names).Draw(t, "slice")
			ref := assembly.EventRef{Event: fmt.Sprint("e", rapid.IntRange(0, 1).Draw(t, "event")), Seq: rapid.Int64Range(1, 30).Draw(t, "seq")}
			h := s.HandOut(name, ref, false, nil)
			if was, ok := handles[ref]; ok && was != h {
				t.Fatalf("%v has two handles", ref)
			}
			for other, was := range handles {
				if other != ref && was == h {
					t.Fatalf("%v and %v have one handle", other, ref)
				}
			}
			handles[ref] = h
			if !slices.Contains(first[name], assembly.Ref(ref)) {
				first[name] = append(first[name], ref)
			}
		}
		want, seen := []assembly.Ref{}, map[assembly.Ref]bool{}
		for _, name := range names {
			for _, ref := range first[name] {
				if !seen[ref] {
					want = append(want, ref)
				}
				seen[ref] = true
			}
		}
		if diff := cmp.Diff(want, s.Reads()); diff != "" {
			t.Fatalf("read (-want +got):\n%s", diff)
		}
	})
}
