package trace_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// Readers are exactly those whose description names the source, by whatever kind of ref.
func TestReaders(t *testing.T) {
	tl, recs := told(t, timeline.Memory())
	belief := "v1:fisheries:position(" + uk.String() + "," + mackerel.String() + ")"
	for _, c := range []struct {
		source trace.Source
		want   []int
	}{
		{trace.Source{Event: assemblytest.EventID(3)}, []int{0, 1, 2, 3}}, // the first offer
		{trace.Source{Event: assemblytest.EventID(1)}, []int{0, 1}},       // the belief, until it was revised
		{trace.Source{Event: assemblytest.EventID(2)}, []int{3}},          // the UK's own
		{trace.Source{State: belief}, []int{0, 1, 2, 3}},
		{trace.Source{State: belief, Scope: "party:norway:held"}, []int{0, 1, 2}},
		{trace.Source{State: belief, Scope: "party:uk:held"}, []int{3}},
		{trace.Source{State: belief, Scope: "party:eu:held"}, nil},
		{trace.Source{State: belief + "x"}, nil},
		{trace.Source{Event: recs[0].ID}, nil},
	} {
		readers, err := trace.Readers(ctx, tl.Log(), c.source)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, r := range readers {
			got = append(got, slices.IndexFunc(recs, func(o *trace.Recorded) bool { return o.ID == r.ID }))
			if len(r.Read) == 0 {
				t.Errorf("%+v: nothing is said of what was read", c.source)
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%+v:\n%s", c.source, d)
		}
	}
	readers, err := trace.Readers(ctx, tl.Log(), trace.Source{Event: assemblytest.EventID(3)})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{{"offer"}, nil} { // in the second it was shed
		if got, err := readers[i].Cited(); err != nil || !slices.Equal(got, want) {
			t.Errorf("context %d cites it by %v (%v), want %v", i, got, err, want)
		}
	}
}

// Of a context that a newer version recorded nobody knows what it read; the others are found all the same.
func TestReadersBesideOneThatCannotBeRead(t *testing.T) {
	tl, recs := told(t, timeline.Memory())
	source := trace.Source{Event: assemblytest.EventID(1)}
	edited := copyOf(t, tl.Log(), func(events []timeline.Pending) []timeline.Pending {
		at := slices.IndexFunc(events, func(p timeline.Pending) bool { return p.ID == recs[0].ID })
		newer := events[at]
		newer.ID, newer.Version = timeline.DeriveID("newer"), trace.Version+1
		return slices.Insert(events, at, newer)
	})
	readers, err := trace.Readers(ctx, edited, source)
	var odd *timeline.Undecodable
	if !errors.As(err, &odd) || !strings.HasPrefix(err.Error(), "1 of the recorded contexts that name it cannot be read, the first: ") || len(readers) != 2 {
		t.Errorf("%d readers, %v", len(readers), err)
	}
}
