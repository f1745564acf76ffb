package trace_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/runtime/assemblytest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

func TestLookup(t *testing.T) {
	tl, recs := told(t, timeline.Memory())
	rec := recs[1]
	for _, name := range []string{rec.ID.String(), rec.ID.String()[:13], strings.ToUpper(rec.ID.String()[:13]), fmt.Sprintf("#%d", rec.Seq)} {
		if got, err := trace.Lookup(ctx, tl.Log(), name); err != nil || got.ID != rec.ID {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
	for name, want := range map[string]string{"#1": "no context was recorded", "#0": "is no seq", "#x": "is no seq", "zz": "neither an id", "": "neither an id",
		assemblytest.ID(7).String(): "no context was recorded", strings.Repeat("f", 8): "no context was recorded"} {
		if _, err := trace.Lookup(ctx, tl.Log(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
	first := map[string]int{}
	for _, r := range recs {
		first[r.ID.String()[:1]]++
	}
	for prefix, n := range first {
		if n < 2 {
			continue
		}
		if _, err := trace.Lookup(ctx, tl.Log(), prefix); !errors.Is(err, trace.ErrAmbiguous) {
			t.Errorf("%q: %v", prefix, err)
		}
	}
}

// A number alone never means one context where it might mean another: it is the beginning of an id, and people read it as a seq.
func TestANumberAloneIsNoGuess(t *testing.T) {
	tl, err := grants.Open(ctx, timeline.Memory(), assemblytest.FixedIDs())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tl.Append(ctx, grants.OfferMade{Party: grants.PartyUK, Text: "Nine."}); err != nil {
		t.Fatal(err)
	}
	for total := range 30 {
		record(t, tl, asNorway(tl, 100+total))
	}
	recs := recorded(t, tl)
	asked := map[string]int{}
	for n := range 99 {
		name := strconv.Itoa(n + 1)
		got, err := trace.Lookup(ctx, tl.Log(), name)
		var begin, at []*trace.Recorded
		for _, r := range recs {
			if strings.HasPrefix(r.ID.String(), name) {
				begin = append(begin, r)
			}
			if r.Seq == int64(n+1) {
				at = append(at, r)
			}
		}
		switch {
		case len(begin) == 1 && (len(at) == 0 || at[0].Seq == begin[0].Seq):
			if asked["one"]++; err != nil || got.ID != begin[0].ID {
				t.Errorf("%s: %v %v", name, got, err)
			}
		case len(begin) > 0:
			if asked["several"]++; !errors.Is(err, trace.ErrAmbiguous) {
				t.Errorf("%s: %v %v", name, got, err)
			}
		default:
			if asked["none"]++; !errors.Is(err, trace.ErrNotRecorded) || len(at) > 0 != strings.Contains(err.Error(), "did you mean #"+name+" (norway at ") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if len(asked) != 3 {
		t.Errorf("only %v", asked)
	}
}

// Select is what a plain look at every context gives.
func TestSelect(t *testing.T) {
	tl, recs := told(t, timeline.Memory())
	rapid.Check(t, func(t *rapid.T) {
		f := trace.Filter{
			Role: rapid.SampledFrom([]string{"", "norway", "negotiator", "negotiator@uk", "negotiator@norway", "nobody"}).Draw(t, "role"),
			From: rapid.Int64Range(0, 12).Draw(t, "from"), To: rapid.Int64Range(0, 12).Draw(t, "to"), Last: rapid.IntRange(0, 6).Draw(t, "last"),
		}
		if rapid.Bool().Draw(t, "since") {
			f.Since = recs[rapid.IntRange(0, len(recs)-1).Draw(t, "at")].At
		}
		if rapid.Bool().Draw(t, "until") {
			f.Until = recs[rapid.IntRange(0, len(recs)-1).Draw(t, "before")].At
		}
		var want []timeline.ID
		for _, r := range recs {
			if (f.Role == "" || f.Role == r.Role || f.Role == r.Member) && (f.From == 0 || r.Position >= f.From) && (f.To == 0 || r.Position <= f.To) &&
				(f.Since == 0 || r.At >= f.Since) && (f.Until == 0 || r.At < f.Until) {
				want = append(want, r.ID)
			}
		}
		if f.Last > 0 && len(want) > f.Last {
			want = want[len(want)-f.Last:]
		}
		got, err := trace.Select(ctx, tl.Log(), f)
		if err != nil {
			t.Fatal(err)
		}
		var ids []timeline.ID
		for _, r := range got {
			ids = append(ids, r.ID)
		}
		if d := cmp.Diff(want, ids); d != "" {
			t.Fatalf("%+v:\n%s", f, d)
		}
	})
}
