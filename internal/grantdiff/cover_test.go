package grantdiff

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/schema"
)

// What a new role, a new tool or a new fixed text stands on is acknowledged with it: where that becomes another, it is another widening.
func TestAnAcknowledgementCoversNoMoreThanWasSeen(t *testing.T) {
	const text = `grantgen: 1
roster: {room: [hall, lobby]}
types: {Rec: {title: string}, Deep: {rec: "list Rec"}}
events:
  Talk: {envelope: {room: room, heard: set room}, payload: {rec: Rec, text: string}}
predicates: {weight: {about: {room: room}, kind: functional, value: Deep}}
scopes: {held: {beliefs: "room:{room}:held"}, past: {chronicle: "chronicle:past"}}
tools: {look: {doc: Looks., version: "1", parameters: {rec: Rec}}}
layouts: {small: {window: 8000, sections: [{name: tools, budget: 500, keep: always}, {name: talk, budget: 1000}]}}
roles:
  old: {sees: {talk: {log: [{events: [Talk], where: {room: hall}, show: [text]}]}}, parts: {said: {register: considered}}}
`
	role := func(sees string) string {
		return "  new: {sees: {" + sees + "}, parts: {said: {register: considered}}}\n"
	}
	sees := func(more string) [2]string {
		return [2]string{"show: [text]}]}}", "show: [text]}]}, more: " + more + "}"}
	}
	grown := [2]string{"Rec: {title: string}", "Rec: {title: string, secret: string}"}
	parameter := [2]string{"parameters: {rec: Rec}", "parameters: {rec: Rec, of: string}"}
	doc := [2]string{"doc: Looks.", "doc: Looks at all."}
	value := [2]string{"[hall, lobby]", "[hall, lobby, cellar]"}
	poem := [2]string{"Be kind.", "Be cruel."}
	for name, c := range map[string]struct {
		role        string
		seen, later [2]string
	}{
		"a record that a new role reads":       {role("talk: {log: [Talk]}"), [2]string{}, grown},
		"a record of its beliefs":              {role(`held: {beliefs: {held: "room:hall:held"}}`), [2]string{}, grown},
		"a record of its given value":          {role("deep: {given: Deep}"), [2]string{}, grown},
		"the roster of its events":             {role("talk: {log: [{events: [Talk], show: [text]}]}"), [2]string{}, value},
		"the parameters of its tool":           {role("tools: {tools: [look]}"), [2]string{}, parameter},
		"a record in a parameter of its tool":  {role("tools: {tools: [look]}"), [2]string{}, grown},
		"the doc of its tool":                  {role("tools: {tools: [look]}"), [2]string{}, doc},
		"the text of its file":                 {role("rules: {fixed: f.md, version: \"1\"}"), [2]string{}, poem},
		"its layout":                           {"  new: {layout: small, sees: {talk: {log: [Talk]}}, parts: {said: {register: considered, section: talk}}}\n", [2]string{}, [2]string{"budget: 1000", "budget: 3000"}},
		"the roster of its family":             {"  new: {for: room, sees: {ask: string}}\n", [2]string{}, value},
		"how far its slices reach":             {role("a: {log: [{events: [Talk], where: {room: hall}}], last: 3}, b: {log: [{events: [Talk], where: {room: lobby}}], last: 9}"), [2]string{}, [2]string{"room: hall}}], last: 3}, b: {log: [{events: [Talk], where: {room: lobby", "room: lobby}}], last: 3}, b: {log: [{events: [Talk], where: {room: hall"}},
		"the family of a role":                 {role("talk: {log: [Talk]}"), [2]string{"old: {sees", "old: {for: room, sees"}, [2]string{"show: [text]}]}}", "show: [text, rec]}]}}"}},
		"the members of a family":              {"  new: {for: room, sees: {ask: string}}\n", value, [2]string{"cellar]", "cellar, attic]"}},
		"the parameters of a new tool":         {"", sees("{tools: [look]}"), parameter},
		"a record in a parameter of a new one": {"", sees("{tools: [look]}"), grown},
		"the doc of a new tool":                {"", sees("{tools: [look]}"), doc},
		"the text of a new file":               {"", sees("{fixed: f.md, version: \"1\"}"), poem},
		"a record of a new given value":        {"", sees("{given: Deep}"), grown},
		"a record of new beliefs":              {"", sees(`{beliefs: {held: "room:hall:held"}}`), grown},
		"a record of a new event type":         {"", sees("{log: [Talk]}"), grown},
		"a type in a new event type":           {"", sees("{log: [Talk]}"), [2]string{"{title: string}", "{title: int}"}},
		"the members of a set":                 {"", [2]string{"where: {room: hall}", "where: {room: [hall, lobby]}"}, value},
	} {
		t.Run(name, func(t *testing.T) {
			replaced := func(text string, by [2]string) string {
				if by[0] != "" && !strings.Contains(text, by[0]) {
					t.Fatalf("%q does not stand in %s", by[0], text)
				}
				return strings.Replace(text, by[0], by[1], 1)
			}
			fixed, laterFixed := "Be kind.", "Be kind."
			base := text
			if c.seen == value {
				base += c.role
			}
			seen := replaced(text+c.role, c.seen)
			later := seen
			if c.later == poem {
				laterFixed = poem[1]
			} else {
				later = replaced(seen, c.later)
			}
			was := withFixed(t, base, fixed)
			r := reportOf(t, was, withFixed(t, seen, fixed))
			acks := Add(nil, r.Widenings(), "Ada", "it is seen", "")
			if len(acks) == 0 {
				t.Fatal("nothing widened")
			}
			if r = reportOf(t, was, withFixed(t, seen, fixed)); open(r, acks) != 0 {
				t.Errorf("open at once: %+v", r.Widenings())
			}
			r = reportOf(t, was, withFixed(t, later, laterFixed))
			r.Acknowledge(acks)
			if !slices.ContainsFunc(r.Widenings(), func(f Finding) bool {
				return slices.ContainsFunc(acks, func(a Ack) bool {
					return a.Role == f.Role && strings.HasPrefix(f.What+"(", a.What[:strings.IndexByte(a.What+"(", '(')]+"(")
				})
			}) {
				t.Errorf("still covered: %+v", r.Findings)
			}
		})
	}
}

// open is how many widenings are open with these acknowledgements.
func open(r *Report, acks []Ack) int {
	r.Acknowledge(acks)
	return len(r.Widenings())
}

func reportOf(t testing.TB, was, now *Closed) *Report {
	t.Helper()
	r, err := Diff(was, now)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func withFixed(t testing.TB, text, fixed string) *Closed {
	t.Helper()
	m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(text)}}, func(string) ([]byte, error) { return []byte(fixed), nil })
	if m == nil {
		t.Fatalf("%s\n%v", text, list)
	}
	c, err := FromModel(m)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What a role is called in the log, and the words of its clauses, are no other grant.
func TestANewRoleInOtherWordsIsCovered(t *testing.T) {
	const text = `grantgen: 1
roster: {room: [hall, lobby]}
events: {Talk: {envelope: {room: room, n: int}, payload: {text: string}}}
layouts: {small: {window: 8000, sections: [{name: talk, budget: 1000}]}}
roles:
  new: {layout: small, sees: {talk: {log: [{events: [Talk], where: {n: {lt: 10}}}], last: 5}}, parts: {said: {register: considered, section: talk, from: talk}}}
`
	r := reportOf(t, Nothing(), closed(t, text))
	acks := Add(nil, r.Widenings(), "Ada", "it is seen", "")
	for name, by := range map[string][]string{
		"re-cut":             {"[{events: [Talk], where: {n: {lt: 10}}}]", "[{events: [Talk], where: {n: {lt: 5}}}, {events: [Talk], where: {n: {ge: 5, lt: 10}, room: hall}}, {events: [Talk], where: {n: {ge: 4, lt: 10}, room: lobby}}]"},
		"a renamed type":     {"events: {Talk: {envelope", "events: {Speech: {renamed_from: [Talk], envelope", "[Talk], where", "[Speech], where"},
		"a renamed slice":    {"talk: {log", "heard: {log", "from: talk", "from: heard"},
		"a renamed layout":   {"small", "little", "layout: small", "layout: little"},
		"another order":      {"[hall, lobby]", "[lobby, hall]"},
		"labels":             {"[hall, lobby]", "{hall: The hall, lobby: The lobby}"},
		"the same slice too": {"last: 5}}", "last: 5}, again: {log: [{events: [Talk], where: {n: {lt: 10}}}], last: 4}}"},
	} {
		now := text
		for i := 0; i < len(by); i += 2 {
			now = strings.Replace(now, by[i], by[i+1], 1)
		}
		if now == text {
			t.Fatal("nothing is replaced")
		}
		if r := reportOf(t, Nothing(), closed(t, now)); open(r, acks) != 0 {
			t.Errorf("%s: open", name)
		}
	}
}

// The law of acknowledgements: after one more edit, what was acknowledged covers nothing that the edit widened, and all of it where the
// edit is UNCHANGED.
func TestAcknowledgementsLapse(t *testing.T) {
	var widened, unchanged int
	rapid.Check(t, func(t *rapid.T) {
		r := &draw{Rand: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7)), windows: rapid.Bool().Draw(t, "windows")}
		was := r.schema()
		seen := r.changed(was)
		later := r.changed(seen)
		var sides [3]*Closed
		for i, d := range []*drawn{was, seen, later} {
			m, _ := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(d.yaml())}}, nil)
			if m == nil {
				t.Skip("no schema comes of it")
			}
			var err error
			if sides[i], err = FromModel(m); err != nil {
				t.Fatal(err)
			}
		}
		edit := diffOf(t, sides[1], sides[2])
		for _, base := range []*Closed{Nothing(), sides[0]} {
			first, second := diffOf(t, base, sides[1]), diffOf(t, base, sides[2])
			second.Acknowledge(Add(nil, first.Widenings(), "Ada", "it is seen", ""))
			for _, name := range []string{"reader", "teller"} {
				of := func(r *Report) []Finding {
					return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Role != name })
				}
				for _, e := range of(edit) {
					for _, f := range of(second) {
						if e.Widens && f.Ack != nil && (f.What == "role" || sharesLeaf(e, f)) {
							widened++
							t.Fatalf("%s %s is covered, and the edit is %s %s\n%s\n---\n%s\n---\n%s", f.Role, f.What, e.Verdict, e.What, was.yaml(), seen.yaml(), later.yaml())
						}
						if e.Widens && f.Widens {
							widened++
						}
					}
				}
				if len(of(edit)) > 0 || !sameAttributes(seen, later) {
					continue
				}
				for _, f := range of(second) {
					// A single finding is called as its type and the fields that are shown alike, and is of the members that texts
					// name; and one about a window is of slices one by one, also where another of them makes no difference.
					called := slices.ContainsFunc(first.Findings, func(o Finding) bool { return o.Role == f.Role && o.What == f.What })
					if f.Widens && (f.What == "role" || !r.windows && seen.family != "party" && called) {
						if unchanged++; f.Ack == nil {
							t.Fatalf("%s %s is open, and the edit is UNCHANGED\n%s\n---\n%s\n---\n%s", f.Role, f.What, was.yaml(), seen.yaml(), later.yaml())
						}
					}
				}
			}
		}
	})
	if widened == 0 || unchanged == 0 {
		t.Errorf("the edits do not try everything: %d widened, %d unchanged", widened, unchanged)
	}
}

func diffOf(t *rapid.T, was, now *Closed) *Report {
	r, err := Diff(was, now)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sharesLeaf(a, b Finding) bool {
	return a.typ == b.typ && slices.ContainsFunc(a.leaves, func(l leaf) bool { return slices.Contains(b.leaves, l) })
}

// sameAttributes says whether the types have the attributes that they had, and no name of theirs is twice another: of a new attribute, and
// of a second renaming, it cannot be told from one side that nothing moved, so that an acknowledgement lapses.
func sameAttributes(was, now *drawn) bool {
	for _, e := range now.events {
		old := was.typeOf(e.name)
		for _, n := range e.was {
			if old == nil {
				old = was.typeOf(n)
			}
		}
		if old == nil || len(e.was) > 1 {
			return false
		}
		for _, f := range e.fields {
			if !f.payload && !old.has(f.name) {
				return false
			}
		}
	}
	return true
}
