package timelinetest

import (
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
)

func testTampering(t *testing.T, e Engine) {
	if e.Tamper == nil {
		t.Skip("nothing but the engine can reach its events")
	}
	log := e.open(t)
	mustAppend(t, log, said("A", "1"), said("A", "2"), said("A", "3"))
	before := all(t, log, timeline.Query{})
	attempts := e.Tamper(t, log)
	if len(attempts) == 0 {
		t.Error("nothing was attempted")
	}
	for attempt, err := range attempts {
		if err == nil {
			t.Errorf("%s: the database did it", attempt)
		}
	}
	after := all(t, log, timeline.Query{})
	for i := range before {
		if len(after) != len(before) || after[i].ID != before[i].ID || string(after[i].Payload) != string(before[i].Payload) {
			t.Fatalf("the log became %v, was %v", after, before)
		}
	}
	if r := mustAppend(t, log, said("A", "4")); r.From != 4 {
		t.Errorf("the next append is %v", r)
	}
}
