package grantdiff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func report(t testing.TB, was, now string) *Report {
	t.Helper()
	r, err := Diff(closed(t, was), closed(t, now))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// An acknowledgement holds for what was seen, in whatever words, and lapses when the grant changes again.
func TestAcknowledge(t *testing.T) {
	change := func(old, new string) string { return strings.Replace(base, old, new, 1) }
	seen := change("lt: 10", "lt: 12")
	r := report(t, base, seen)
	acks := Add(nil, r.Widenings(), "Ada", "round 11 is open: \"really\"", "2026-01-31")
	if len(acks) != 1 || acks[0].Owner != "the desk" {
		t.Fatalf("%+v", acks)
	}
	back, err := ReadAcks("grants.ack.yaml", WriteAcks(acks))
	if err != nil || !cmp.Equal(acks, back) {
		t.Fatal(err, cmp.Diff(acks, back))
	}
	for name, c := range map[string]struct {
		was, now string
		open     int
	}{
		"the same":          {base, seen, 0},
		"re-cut":            {base, change("round: {lt: 10}}, show: [party, text]}]", "round: {lt: 5}}, show: [party, text]}, {events: [Offer], where: {party: uk, round: {ge: 5, lt: 12}}}, {events: [Offer], where: {party: norway, round: {ge: 5, lt: 12}}}]"), 0},
		"wider still":       {base, change("lt: 10", "lt: 13"), 1},
		"less wide":         {base, change("lt: 10", "lt: 11"), 1},
		"from another base": {change("lt: 10", "lt: 9"), seen, 1},
		"another owner":     {base, strings.Replace(seen, "the desk", "nobody", 1), 1},
		"another field":     {base, strings.Replace(seen, "show: [party, text]", "show: [text]", 1), 1},
		"as a whole":        {base, strings.Replace(seen, "ask: string\n", "ask: string\n      plan: int\n    parts: {said: {register: considered}}\n", 1), 1},
	} {
		r := report(t, c.was, c.now)
		r.Acknowledge(back)
		if n := len(r.Widenings()); n != c.open {
			t.Errorf("%s: %d widenings are open: %+v", name, n, r.Widenings())
		}
	}
}

// How far new events reach is seen too.
func TestAcknowledgeWindow(t *testing.T) {
	with := func(last string) string {
		return strings.Replace(base, "ask: string\n", "ask: string\n      pings: {log: [Ping]"+last+"}\n", 1)
	}
	r := report(t, base, with(", last: 5"))
	acks := Add(nil, r.Widenings(), "Ada", "five are fine", "")
	if len(acks) != 1 {
		t.Fatalf("%+v", r.Findings)
	}
	r = report(t, base, with(""))
	if r.Acknowledge(acks); len(r.Widenings()) != 1 {
		t.Error("all of them are not five")
	}
}

func TestAddReplaces(t *testing.T) {
	acks := []Ack{{Role: "a", What: "x", Hash: "1", By: "Ada", Why: "y", Verdict: "WIDENED"}, {Role: "b", What: "x", Hash: "1", By: "Ada", Why: "y", Verdict: "WIDENED"}}
	got := Add(acks, []Finding{{Role: "a", What: "x", Verdict: Reach, Hash: "2"}}, "Ben", "z", "")
	want := []Ack{acks[1], {Role: "a", What: "x", Verdict: "REACH", Hash: "2", By: "Ben", Why: "z"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestAcksAreReadStrictly(t *testing.T) {
	good := string(WriteAcks([]Ack{{Role: "a", What: "x", Verdict: "WIDENED", Hash: "1", By: "Ada", Why: "y"}}))
	for name, bad := range map[string]string{
		"nothing": "", "no list": "grantgen: 1\n", "no version": strings.Replace(good, "grantgen: 1\n", "", 1), "another version": strings.Replace(good, "grantgen: 1", "grantgen: 2", 1),
		"no by": strings.Replace(good, ", by: Ada", "", 1), "an empty why": strings.Replace(good, `why: "y"`, `why: ""`, 1), "an unknown key": strings.Replace(good, "}", ", all: all}", 1),
		"a key twice": strings.Replace(good, "}", ", by: Ben}", 1), "a conflict": strings.Replace(good, "  - {", "<<<<<<< HEAD\n  - {", 1), "two documents": good + "---\n", "an alias": strings.Replace(good, "Ada", "*a", 1),
	} {
		if acks, err := ReadAcks("grants.ack.yaml", []byte(bad)); err == nil {
			t.Errorf("%s: taken: %+v", name, acks)
		} else if !strings.Contains(err.Error(), "grants.ack.yaml") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if acks, err := ReadAcks("grants.ack.yaml", []byte(strings.ReplaceAll(good, "\n", "\r\n"))); err != nil || len(acks) != 1 {
		t.Error(acks, err)
	}
	if acks, err := ReadAcks("grants.ack.yaml", WriteAcks(nil)); err != nil || len(acks) != 0 {
		t.Error(acks, err)
	}
}
