package timelinetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
)

func testPages(t *testing.T, e Engine) {
	log := e.open(t)
	const n = 2*timeline.PageEvents + 10
	batch := make([]timeline.Pending, n)
	for i := range batch {
		batch[i] = said([]string{"A", "B", "C"}[i%3], "1")
	}
	mustAppend(t, log, batch...)

	page, err := log.Read(ctx, timeline.Query{})
	if err != nil || len(page.Events) != timeline.PageEvents || !page.More {
		t.Fatalf("the first page has %d events, more: %t, %v", len(page.Events), page.More, err)
	}
	a := timeline.Clause{Key: timeline.Key{Namespace: "talk", Type: "A"}}
	renamed := timeline.Clause{Key: timeline.Key{Namespace: "talk", Type: "New"}, Was: []string{"C", "C"}}
	for _, q := range []timeline.Query{
		{}, {Newest: true}, {After: 5, UpTo: 900}, {After: 5, UpTo: 900, Newest: true}, {After: n}, {After: n + 10}, {UpTo: n + 10, Limit: 1}, {After: -3, UpTo: 3},
		{UpTo: -1}, {After: 9, UpTo: 8},
		{Clauses: []timeline.Clause{a}}, {Clauses: []timeline.Clause{a, renamed}, Newest: true}, {Clauses: []timeline.Clause{renamed, a, a}, Limit: 7},
		{Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "talk", Type: "a"}}}}, {Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: "other", Type: "A"}}}},
		{Clauses: []timeline.Clause{a}, Limit: 334, Newest: true},
	} {
		var want []timeline.Position
		for i := range batch {
			seq := int64(i) + 1
			if seq > q.After && (q.UpTo == 0 || seq <= q.UpTo) && q.Match(timeline.Event{Pending: batch[i]}) {
				want = append(want, seq)
			}
		}
		if q.Newest {
			slices.Reverse(want)
		}
		if got := seqs(all(t, log, q)); !slices.Equal(got, want) {
			t.Errorf("%+v gave %d events, want %d", q, len(got), len(want))
		}
		page, err := log.Read(ctx, q)
		if err != nil || q.Limit > 0 && len(page.Events) > q.Limit || !page.More && len(page.Events) != len(want) {
			t.Errorf("%+v: %d events, more: %t, %v", q, len(page.Events), page.More, err)
		}
	}
}

// Many types at once: an engine must not stumble over the size of its own query.
func testManyTypes(t *testing.T, log timeline.Log) {
	var clauses []timeline.Clause
	for i := range 1500 {
		clauses = append(clauses, timeline.Clause{
			Key:   timeline.Key{Namespace: "talk", Type: fmt.Sprintf("T%d", i%700)},
			Where: []timeline.Constraint{timeline.In("n", timeline.Int(int64(i)))},
		})
	}
	if got := seqs(all(t, log, timeline.Query{Clauses: clauses})); !slices.Equal(got, []int64{1, 3}) {
		t.Errorf("many types gave %v", got)
	}
}

func testPageBytes(t *testing.T, e Engine) {
	log := e.open(t)
	mustAppend(t, log, said("T3", "1", attr("n", timeline.Int(703))), said("T4", "1", attr("n", timeline.Int(3))), said("T699", "1", attr("n", timeline.Int(699))))
	testManyTypes(t, log)
	big := `"` + strings.Repeat("x", timeline.PageBytes*3/4) + `"`
	mustAppend(t, log, said("A", big), said("A", big), said("A", "1"))
	for _, newest := range []bool{false, true} {
		q := timeline.Query{After: 3, Newest: newest}
		page, err := log.Read(ctx, q)
		if err != nil || !page.More || len(page.Events) == 3 || len(page.Events) == 0 {
			t.Errorf("newest %t: %d events, more: %t, %v", newest, len(page.Events), page.More, err)
		}
		if got := len(all(t, log, q)); got != 3 {
			t.Errorf("newest %t: %d events in all, want 3", newest, got)
		}
	}
}

func seqs(events []timeline.Event) []timeline.Position {
	var out []timeline.Position
	for _, e := range events {
		out = append(out, e.Seq)
	}
	return out
}
