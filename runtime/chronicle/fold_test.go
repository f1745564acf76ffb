package chronicle_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// standing is the plain meaning: of a prefix, each section that no earlier one of its scope overlaps.
func standing(events []timeline.Event, scope string) []timeline.Range {
	var out []timeline.Range
	for _, e := range events {
		if s, _ := e.Attributes.Get("scope").AsText(); e.Type != chronicle.Written || s != scope {
			continue
		}
		from, _ := e.Attributes.Get("from").AsInt()
		to, _ := e.Attributes.Get("to").AsInt()
		free := to < e.Seq
		for _, r := range out {
			free = free && (to < r.From || r.To < from)
		}
		if free {
			out = append(out, timeline.Range{From: from, To: to})
		}
	}
	slices.SortFunc(out, func(a, b timeline.Range) int { return cmp.Compare(a.From, b.From) })
	return out
}

// A read as of any position is a replay of the prefix.
func TestAsOfIsAReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := timeline.Memory()
		n := rapid.IntRange(1, 40).Draw(t, "events")
		for i := range n {
			p := foreign()
			if rapid.Bool().Draw(t, "section") {
				from := rapid.Int64Range(1, int64(i)+2).Draw(t, "from")
				s := section(from, from+rapid.Int64Range(0, 4).Draw(t, "length"))
				s.Scope = rapid.SampledFrom([]string{public, "chronicle:uk"}).Draw(t, "scope")
				var err error
				if p, err = s.Pending(); err != nil {
					t.Fatal(err)
				}
				p.ID = timeline.NewID() // a hostile writer; the door's own id would be taken
			}
			if _, err := log.Append(ctx, p); err != nil {
				t.Fatal(err)
			}
		}
		page, err := log.Read(ctx, timeline.Query{})
		if err != nil {
			t.Fatal(err)
		}
		f := chronicle.New()
		for _, cut := range append(rapid.SliceOfN(rapid.Int64Range(0, int64(n)), 0, 3).Draw(t, "cuts"), int64(n)) {
			if err := timeline.CatchUp(ctx, log, f, cut); err != nil {
				t.Fatal(err)
			}
		}
		for at := range int64(n) + 1 {
			for _, scope := range []string{public, "chronicle:uk"} {
				sections, err := f.Sections(ctx, scope, at)
				if err != nil {
					t.Fatal(err)
				}
				var got []timeline.Range
				for _, s := range sections {
					got = append(got, s.Range())
				}
				if want := standing(page.Events[:at], scope); !slices.Equal(got, want) {
					t.Fatalf("%s at %d: %v, want %v", scope, at, got, want)
				}
			}
		}
	})
}
