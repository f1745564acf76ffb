package evidence

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// What can be recorded can be read, and is the same.
func TestWhatIsRecordedIsRead(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "},{", "<b>&", "\xff", "\u2028", "\x00"}))
	rapid.Check(t, func(t *rapid.T) {
		r := Retrieval{Query: text.Draw(t, "query"), Index: text.Draw(t, "index")}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			it := Item{Document: text.Draw(t, "document"), Source: text.Draw(t, "source"), Version: text.Draw(t, "version"), Text: text.Draw(t, "text")}
			if rapid.Bool().Draw(t, "dated") {
				it.At = time.Unix(rapid.Int64Range(-1e12, 1e12).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds"))
			}
			r.Items = append(r.Items, it)
		}
		p, err := Scope{Name: "docs:uk"}.Pending(timeline.DeriveID("record"), r)
		if err != nil {
			t.Skip("it is refused")
		}
		back, err := Decode(timeline.Event{Seq: 1, Pending: p})
		if err != nil {
			t.Fatalf("%v of %+v", err, r)
		}
		for i := range r.Items {
			r.Items[i].At = r.Items[i].At.UTC()
		}
		if d := cmp.Diff(r, back.Retrieval); d != "" {
			t.Fatal(d)
		}
	})
}

func TestATimeThatNobodyCouldReadIsRefused(t *testing.T) {
	for _, year := range []int{-1, 10_000} {
		r := Retrieval{Items: []Item{{Document: "d", Text: "x", At: time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)}}}
		if _, err := (Scope{Name: "docs:uk"}).Pending(timeline.DeriveID("record"), r); err == nil {
			t.Errorf("the year %d was recorded", year)
		}
	}
}
