package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

func TestDiff(t *testing.T) {
	_, recs := told(t, timeline.Memory())
	show := func(a, b int) []string {
		changes, err := trace.Diff(recs[a], recs[b])
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, c := range changes {
			p := c.B
			if p == nil {
				p = c.A
			}
			out = append(out, strings.TrimRight(fmt.Sprintf("%s %s %d %s", c.Kind, p.Slot, c.Delta, c.Why), " "))
		}
		return out
	}
	for _, c := range []struct {
		a, b int
		want []string
	}{
		{0, 0, nil},
		{0, 1, []string{"in offer 0", "out offer 0 shed: needs 36, 30 left"}},
		{1, 0, []string{"in offer 0 was shed: needs 36, 30 left", "out offer 0"}},
		{1, 2, []string{"in offer 0 was shed: needs 36, 30 left", "grew belief 11"}},
		{2, 1, []string{"out offer 0 shed: needs 36, 30 left", "shrank belief 11"}},
	} {
		if d := cmp.Diff(c.want, show(c.a, c.b)); d != "" {
			t.Errorf("from %d to %d:\n%s", c.a, c.b, d)
		}
	}
}

// What moved is told where a section, a register or the order is another.
func TestWhatMovedIsTold(t *testing.T) {
	made := func(parts string) *trace.Recorded {
		return &trace.Recorded{Context: []byte(`{"parts":[` + parts + `],"shed":[],"read":[]}`)}
	}
	part := func(slot, register, event string) string {
		return fmt.Sprintf(`{"slot":%q,"register":%q,"rank":0,"content":%q,"sources":[{"event":%q,"seq":1}]}`, slot, register, event, event)
	}
	a := made(part("x", "considered", "1") + "," + part("x", "considered", "2") + "," + part("x", "considered", "3") + "," + part("y", "considered", "4"))
	b := made(part("x", "considered", "3") + "," + part("x", "considered", "1") + "," + part("x", "considered", "2") + "," + part("y", "craft", "4"))
	changes, err := trace.Diff(a, b)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range changes {
		got = append(got, c.Kind+" "+c.A.Content+": "+c.Why)
	}
	if d := cmp.Diff([]string{"moved 3: stands elsewhere among the others", "moved 4: from considered to craft"}, got); d != "" {
		t.Error(d)
	}
}
