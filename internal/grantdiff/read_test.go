package grantdiff

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/schema"
)

func TestLockIsReadStrictly(t *testing.T) {
	good := string(gen.Lock(model(t, base)))
	for name, bad := range map[string]string{
		"nothing": "", "no facts": "grantgen: 1\nnamespace: a\n", "another version": strings.Replace(good, "grantgen: 1", "grantgen: 2", 1), "no namespace": strings.Replace(good, "namespace: grants\n", "", 1),
		"a conflict": strings.Replace(good, "  - {role", "=======\n  - {role", 1), "half a line": good[:len(good)-8], "no such type": strings.ReplaceAll(good, "event: Offer, attribute", "event: Other, attribute"),
		"a where that is none": strings.Replace(good, "round < 10", "round ~ 10", 1), "half a where": strings.Replace(good, " and round < 10", " and", 1), "no such attribute": strings.Replace(good, "round < 10", "rund < 10", 1),
		"a last that is none": strings.Replace(good, "last: 20", "last: many", 1), "a since that leads nowhere": strings.Replace(good, "since: past", "since: future", 1), "no such roster": strings.Replace(good, "for: party", "for: people", 1),
		"a key twice": strings.Replace(good, "{role: chronicler, ", "{role: chronicler, role: chronicler, ", 1), "a comment inside": strings.Replace(good, ", from: side", ", from: side # it", 1),
	} {
		if bad == good {
			t.Errorf("%s: nothing is replaced", name)
		}
		if _, err := ReadLock("grants.lock.yaml", []byte(bad)); err == nil {
			t.Errorf("%s: taken", name)
		} else if !strings.Contains(err.Error(), "grants.lock.yaml") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What a lock says that this version does not know is compared as text: what comes counts as widened.
func TestUnknownFacts(t *testing.T) {
	good := string(gen.Lock(model(t, base)))
	was := lock(t, base)
	for fact, want := range map[string]string{
		"{role: norway, telepathy: strong}":                  "norway CHANGED! telepathy: strong",
		"{role: norway, slice: room, telepathy: strong}":     "norway CHANGED! room: telepathy: strong",
		"{role: negotiator, part: offer, telepathy: strong}": "negotiator CHANGED! part offer telepathy: strong",
		"{oracle: delphi, sees: everything}":                 " CHANGED! oracle: delphi, sees: everything",
	} {
		now, err := ReadLock("grants.lock.yaml", []byte(good+"  - "+fact+"\n"))
		if err != nil {
			t.Fatal(fact, err)
		}
		if got := lines(t, was, now); got != want {
			t.Errorf("%s: %s", fact, got)
		}
		if got := lines(t, now, was); got != strings.Replace(want, "!", "", 1) {
			t.Errorf("%s gone: %s", fact, got)
		}
	}
}

// A schema and its lock are equal, always.
func TestLawALockIsItsSchema(t *testing.T) {
	for i := range uint64(300) {
		r := &draw{Rand: rand.New(rand.NewPCG(i, 7)), windows: true}
		m, _ := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(r.schema().yaml())}}, nil)
		if m == nil {
			continue
		}
		one, err := FromModel(m) // which fails where a clause is read as another
		if err != nil {
			t.Fatal(err)
		}
		other, err := ReadLock("grants.lock.yaml", gen.Lock(m))
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range [][2]*Closed{{one, other}, {other, one}, {one, one}} {
			if got := lines(t, pair[0], pair[1]); got != "" {
				t.Fatal(got)
			}
		}
	}
}

// The locks of this module are read, and equal to themselves; beside nothing, every role is new.
func TestLocksOfThisModule(t *testing.T) {
	for _, file := range []string{"../everything/grants.lock.yaml", "../../examples/fisheries/grants.lock.yaml", "../../examples/mackerel/grants.lock.yaml"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := ReadLock(file, b)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.rest) > 0 {
			for key, it := range c.rest {
				if it.rule == opaque && !strings.HasPrefix(key, "declassify ") {
					t.Errorf("%s: %q is not understood", file, key)
				}
			}
		}
		if got := lines(t, c, c); got != "" {
			t.Error(got)
		}
		r, err := Diff(Nothing(), c)
		if err != nil || len(r.Widenings()) != len(c.roles) {
			t.Errorf("%s: %v, %+v", file, err, r)
		}
		for name, ro := range c.roles {
			for key, it := range ro.items {
				if it.rule == opaque && it.value == "stated" {
					t.Errorf("%s: %s: %q is not understood", file, name, key)
				}
			}
		}
	}
}

func FuzzReadLock(f *testing.F) {
	f.Add(gen.Lock(model(f, base)))
	f.Add([]byte("grantgen: 1\nnamespace: a\nfacts:\n  - {role: r, slice: s, kind: log}\n  - {event: E, attribute: a, is: \"set p\"}\n  - {role: r, slice: s, event: E, where: \"a has {self.p}\"}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := ReadLock("l", b)
		if err != nil {
			return
		}
		if r, err := Diff(c, c); err == nil && len(r.Findings) > 0 && r.Findings[0].Verdict != Undecided {
			t.Errorf("a lock is not itself: %+v", r.Findings)
		}
	})
}

func FuzzReadAcks(f *testing.F) {
	f.Add(WriteAcks([]Ack{{Role: "a", What: "x", Verdict: "WIDENED", Hash: "1", By: "Ada", Why: "y: \"z\""}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		acks, err := ReadAcks("a", b)
		if err != nil {
			return
		}
		again, err := ReadAcks("a", WriteAcks(acks))
		if err != nil || len(again) != len(acks) {
			t.Errorf("%q: %v", b, err)
		}
	})
}
