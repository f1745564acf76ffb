package timelinetest

import (
	"errors"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
)

func testAppend(t *testing.T, e Engine) {
	log := e.open(t)
	if at := last(t, log); at != 0 {
		t.Fatalf("an empty log ends at %d", at)
	}
	if r := mustAppend(t, log); r != (timeline.Range{}) {
		t.Errorf("an empty batch has range %v", r)
	}
	if r := mustAppend(t, log, said("A", "1"), said("B", "2")); r != (timeline.Range{From: 1, To: 2}) {
		t.Errorf("the first batch has range %v", r)
	}
	if r := mustAppend(t, log, said("A", "3")); r != (timeline.Range{From: 3, To: 3}) {
		t.Errorf("the second batch has range %v", r)
	}
	for i, e := range all(t, log, timeline.Query{}) {
		if e.Seq != int64(i)+1 || e.ID.IsZero() || e.At == 0 || e.Hash != timeline.HashOf(e.Attributes, e.Payload) {
			t.Errorf("event %d: %+v", i, e)
		}
	}
}

func testIdempotence(t *testing.T, e Engine) {
	log := e.open(t)
	a, b, c := said("A", "1", attr("n", timeline.Int(1))), said("B", "2"), said("C", "3")
	a.ID, b.ID, c.ID = timeline.NewID(), timeline.NewID(), timeline.NewID()
	mustAppend(t, log, said("X", "0"))
	want := mustAppend(t, log, a, b)
	later := a
	later.At = 7 // not part of the content
	if r := mustAppend(t, log, later, b); r != want {
		t.Errorf("the same batch again is %v, want %v", r, want)
	}
	if r := mustAppend(t, log, b); r != (timeline.Range{From: 3, To: 3}) {
		t.Errorf("one of it again is %v", r)
	}
	for name, change := range map[string]func(*timeline.Pending){
		"payload":   func(p *timeline.Pending) { p.Payload = []byte(" 1") },
		"attribute": func(p *timeline.Pending) { p.Attributes = timeline.Attributes{attr("n", timeline.Float(1))} },
		"type":      func(p *timeline.Pending) { p.Type = "B" },
		"version":   func(p *timeline.Pending) { p.Version = 2 },
		"namespace": func(p *timeline.Pending) { p.Namespace = "other" },
	} {
		other := a
		change(&other)
		var taken *timeline.IDTaken
		if _, err := log.Append(ctx, c, other); !errors.As(err, &taken) || taken.ID != a.ID || taken.Seq != 2 {
			t.Errorf("another %s under the id: %v", name, err)
		}
	}
	for name, batch := range map[string][]timeline.Pending{
		"in part":       {a, c},
		"out of order":  {b, a},
		"with a gap":    {said("Y", "1"), b},
		"new one first": {c, a},
	} {
		var partly *timeline.PartlyThere
		if _, err := log.Append(ctx, batch...); !errors.As(err, &partly) || partly.Of != 2 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if at := last(t, log); at != 3 {
		t.Errorf("the log ends at %d, want 3", at)
	}
}

func testAppendAt(t *testing.T, e Engine) {
	log := e.open(t)
	a := said("A", "1")
	a.ID = timeline.NewID()
	if _, err := log.AppendAt(ctx, 0, a); err != nil {
		t.Fatal(err)
	}
	var conflict *timeline.Conflict
	if _, err := log.AppendAt(ctx, 0, said("B", "2")); !errors.As(err, &conflict) || conflict.Expected != 0 || conflict.Last != 1 {
		t.Errorf("a stale expectation: %v", err)
	}
	if _, err := log.AppendAt(ctx, 5, said("B", "2")); !errors.As(err, &conflict) {
		t.Errorf("an expectation past the end: %v", err)
	}
	if _, err := log.AppendAt(ctx, -1, said("B", "2")); err == nil {
		t.Error("an expectation that is no position was taken: AppendAt with expect -1 appended; want an error, such as timeline.Conflict{Expected: -1, Last: 1}")
	}
	if r, err := log.AppendAt(ctx, 0, a); err != nil || r != (timeline.Range{From: 1, To: 1}) {
		t.Errorf("a batch that is there: %v, %v", r, err)
	}
	if r, err := log.AppendAt(ctx, 1, said("B", "2")); err != nil || r != (timeline.Range{From: 2, To: 2}) {
		t.Errorf("the right expectation: %v, %v", r, err)
	}
}

func testRefusals(t *testing.T, e Engine) {
	log := e.open(t)
	bad := said("A", "{\"a\":1,\"a\":2}")
	if _, err := log.Append(ctx, said("A", "1"), bad); err == nil {
		t.Error("a duplicate key was taken")
	}
	twin := said("A", "1")
	twin.ID = timeline.NewID()
	if _, err := log.Append(ctx, twin, twin); err == nil {
		t.Error("an id twice in one batch was taken")
	}
	for _, payload := range []string{"", "{} {}", "\"\xff\"", `"\ud800"`, "nul"} {
		if _, err := log.Append(ctx, said("A", payload)); err == nil {
			t.Errorf("payload %q was taken", payload)
		}
	}
	if at := last(t, log); at != 0 {
		t.Errorf("a refused batch left %d events", at)
	}
}
