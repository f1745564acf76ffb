package grantdiff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/schema"
)

func model(t testing.TB, text string) *schema.Model {
	t.Helper()
	m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(text)}}, func(string) ([]byte, error) { return []byte("Be kind.\n"), nil })
	if m == nil {
		t.Fatalf("%s\n%v", text, list)
	}
	return m
}

func closed(t testing.TB, text string) *Closed {
	t.Helper()
	c, err := FromModel(model(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func lock(t testing.TB, text string) *Closed {
	t.Helper()
	c, err := ReadLock("grants.lock.yaml", gen.Lock(model(t, text)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func lines(t testing.TB, was, now *Closed) string {
	t.Helper()
	r, err := Diff(was, now)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s %s %s", f.Role, f.Verdict, f.What)
		for _, w := range []*Witness{f.Gained, f.Lost} {
			if w != nil {
				fmt.Fprintf(&b, " | %s %s %s", w.Member, w.Event, w.Beside)
			}
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// base is a schema; a case replaces some of its text.
const base = `grantgen: 1
roster: {party: {norway: Norway, uk: UK, eu: EU}}
events:
  Offer: {envelope: {party: party, round: int, room: "string?", audience: set party}, payload: {text: string, note: string}}
  Ping: {text: string}
predicates: {position: {about: {stock: string}, kind: functional, value: string}}
scopes: {held: {beliefs: "party:{party}:held"}, public: {chronicle: "chronicle:public"}}
roles:
  norway:
    owner: the desk
    sees:
      room: {log: [{events: [Offer], where: {party: [norway, uk], round: {lt: 10}}, show: [party, text]}]}
      own: {beliefs: {held: "party:norway:held"}}
      ask: string
  negotiator:
    for: party
    sees:
      past: {chronicle: "chronicle:public"}
      side: {log: [{events: [Offer], where: {audience: {has: "{self.party}"}}}], last: 20}
      all: {log: ["*"], since: past}
      own: {beliefs: {held: "party:{self.party}:held"}}
    parts:
      offer: {register: considered, from: side, text: "{text}"}
  chronicler:
    writes: ["chronicle:public"]
    sees: {round: {events: [Offer, Ping]}}
    parts: {said: {register: considered, from: round, text: "{text}"}}
`

func TestDiff(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"the same", "", "", ""},
		{"re-cut", "round: {lt: 10}}, show: [party, text]}]", "round: {lt: 5}}, show: [party, text]}, {events: [Offer], where: {party: uk, round: {ge: 5, lt: 10}}}, {events: [Offer], where: {party: norway, round: {ge: 5, lt: 10}}}, {events: [Offer], where: {party: uk, round: 7}}]", ""},
		{"a slice that was renamed", "room: {log", "hall: {log", ""},
		{"a wider range", "lt: 10", "le: 10", "norway WIDENED Offer(, party, text)"},
	} {
		text := strings.Replace(base, c.old, c.new, 1)
		for i, was := range []*Closed{closed(t, base), lock(t, base)} {
			got := lines(t, was, closed(t, text))
			t.Logf("%s %d:\n%s", c.name, i, got)
		}
	}
}
