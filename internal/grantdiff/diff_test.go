package grantdiff

import (
	"fmt"
	"slices"
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

// lines is a report in short: the role, the verdict (with ! where CHANGED counts as widened), what, and the witnesses.
func lines(t testing.TB, was, now *Closed) string {
	t.Helper()
	r, err := Diff(was, now)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range r.Findings {
		mark := ""
		if f.Verdict == Changed && f.Widens && f.Gained == nil {
			mark = "!"
		}
		out = append(out, fmt.Sprintf("%s %s%s %s%s%s", f.Role, f.Verdict, mark, f.What, short(" +", f.Gained), short(" -", f.Lost)))
		if f.Widens != (slices.Contains([]Verdict{Widened, Reach, Undecided}, f.Verdict) || f.Verdict == Changed && (mark != "" || f.Gained != nil)) {
			t.Errorf("%+v", f)
		}
	}
	return strings.Join(out, "\n")
}

func short(sign string, w *Witness) string {
	if w == nil {
		return ""
	}
	text := w.Event
	if w.Member != "" {
		text = w.Member + " " + text
	}
	if w.Beside != "" {
		text += ", " + w.Beside
	}
	return sign + text
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
    sees: {round: {events: ["*"]}}
    parts: {said: {register: considered, from: round, text: "{text}"}}
`

// Each case replaces some text of the base, and says what the report is then: against the schema, and against its lock.
func TestDiff(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"the same", "", "", ""},
		{"re-cut, reordered, twice", "round: {lt: 10}}, show: [party, text]}]", "round: {lt: 5}}, show: [party, text]}, {events: [Offer], where: {party: uk, round: {ge: 5, lt: 10}}}, " +
			"{events: [Offer], where: {round: {ge: 5, lt: 10}, party: norway}}, {events: [Offer], where: {party: uk, round: 7}}]", ""},
		{"a slice under another name", "own: {beliefs: {held: \"party:norway", "mine: {beliefs: {held: \"party:norway", "norway CHANGED part mine\nnorway CHANGED part own"}, // a default part is called as its slice
		{"a wider range", "lt: 10", "le: 10", "norway WIDENED Offer +{Offer: {audience: [norway], party: norway, round: 10}}"},
		{"a narrower range", "lt: 10", "le: 8", "norway NARROWED Offer -{Offer: {audience: [norway], party: norway, round: 9}}"},
		{"another value", "party: [norway, uk],", "party: [norway, eu],", "norway CHANGED Offer +{Offer: {audience: [norway], party: eu, round: 1}} -{Offer: {audience: [norway], party: uk, round: 1}}"},
		{"a clause more", "show: [party, text]}]", "show: [party, text]}, {events: [Offer], where: {room: {prefix: main}}}]", "norway WIDENED Offer +{Offer: {audience: [norway], party: eu, room: \"main\", round: 1}}"},
		{"a field more", "show: [party, text]", "show: [party, text, note]", "norway WIDENED Offer(note) +{Offer: {audience: [norway], party: norway, round: 1}}\nnorway CHANGED part room text of Offer"},
		{"a field less", "show: [party, text]", "show: [text]", "norway NARROWED Offer(party) -{Offer: {audience: [norway], party: norway, round: 1}}"},
		{"the time", "show: [party, text]", "show: [party, text, at]", "norway WIDENED Offer(at) +{Offer: {audience: [norway], party: norway, round: 1}}"},
		{"a value that is new in the world", "eu: EU}", "eu: EU, backroom: Backroom}", `chronicler REACH Offer +{Offer: {audience: [norway], party: backroom, round: 1}}
negotiator REACH Offer +negotiator@norway {Offer: {audience: [uk], party: backroom, round: 1}}
negotiator REACH members of party
norway REACH Offer +{Offer: {audience: [backroom], party: norway, round: 1}}`},
		{"a value that is gone", ", eu: EU}", "}", `chronicler NARROWED Offer -{Offer: {audience: [norway], party: eu, round: 1}}
negotiator NARROWED Offer -negotiator@norway {Offer: {audience: [uk], party: eu, round: 1}}
negotiator NARROWED members of party
norway NARROWED Offer -{Offer: {audience: [eu], party: norway, round: 1}}`},
		{"a type that is new in the world", "  Ping: {text: string}", "  Ping: {text: string}\n  Secret: {text: string}", "chronicler REACH Secret +{Secret: {}}\nchronicler CHANGED part said text of Secret\nnegotiator REACH Secret +negotiator@norway {Secret: {}}"},
		{"a field that is new in the world", "Ping: {text: string}", "Ping: {text: string, more: string}", "chronicler REACH Ping(more) +{Ping: {}}\nnegotiator REACH Ping(more) +negotiator@norway {Ping: {}}"},
		{"a field of another type", "note: string}", "note: int}", `chronicler REACH Offer(note int) +{Offer: {audience: [norway], party: norway, round: 1}}
chronicler NARROWED Offer(note string) -{Offer: {audience: [norway], party: norway, round: 1}}
negotiator REACH Offer(note int) +negotiator@norway {Offer: {audience: [uk], party: norway, round: 1}}
negotiator NARROWED Offer(note string) -negotiator@norway {Offer: {audience: [uk], party: norway, round: 1}}`},
		{"a predicate that is new in the world", "value: string}}\nscopes", "value: string}, weight: {about: {stock: string}, kind: functional, value: string}}\nscopes",
			"negotiator REACH beliefs party:{self.party}:held +negotiator@norway party:norway:held\nnorway REACH beliefs party:norway:held +party:norway:held"},
		{"the 21st newest", "last: 20", "last: 30", "negotiator WIDENED side window +negotiator@norway {Offer: {audience: [norway], party: norway, round: 1}}, a section of chronicle:public covers it; 20 events like it after it"},
		{"all of them", ", last: 20", "", "negotiator WIDENED side window +negotiator@norway {Offer: {audience: [norway], party: norway, round: 1}}, a section of chronicle:public covers it; 20 events like it after it"},
		{"fewer", "last: 20", "last: 5", "negotiator NARROWED side window -negotiator@norway {Offer: {audience: [norway], party: norway, round: 1}}, a section of chronicle:public covers it; 5 events like it after it"},
		{"less in a slice with last lets older ones in", "audience: {has: \"{self.party}\"}}", "audience: {has: \"{self.party}\"}, party: uk}",
			"negotiator CHANGED side window +negotiator@norway {Offer: {audience: [norway], party: uk, round: 1}}, a section of chronicle:public covers it; 20 events like {Offer: {audience: [norway], party: norway, round: 1}} after it -negotiator@norway {Offer: {audience: [norway], party: norway, round: 1}}, a section of chronicle:public covers it"},
		{"no since", "all: {log: [\"*\"], since: past}", "all: {log: [\"*\"]}", "negotiator WIDENED all window +negotiator@norway {Offer: {audience: [uk], party: norway, round: 1}}, a section of chronicle:public covers it; 20 events like it after it"},
		{"a register", "register: considered, from: side", "register: binding, from: side", "negotiator RELABELLED part offer register"},
		{"a text", "from: side, text: \"{text}\"", "from: side, text: \"so: {text}\"", "negotiator CHANGED part offer text of Offer"},
		{"a text that writes more", "from: side, text: \"{text}\"", "from: side, text: \"{party}: {text}\"", "negotiator CHANGED part offer text of Offer\nnegotiator CHANGED! part offer writes"},
		{"a scope", "party:{self.party}:held\"}}\n    parts", "party:uk:held\"}}\n    parts", `negotiator WIDENED beliefs party:uk:held +negotiator@eu party:uk:held
negotiator NARROWED beliefs party:{self.party}:held -negotiator@eu party:eu:held`},
		{"who is shown", "held: \"party:norway:held\"}}", "held: \"party:norway:held\"}, show: [about]}", "norway WIDENED beliefs party:norway:held +party:norway:held"},
		{"a given value", "ask: string\n", "ask: string\n      plan: string\n", "norway WIDENED given plan\nnorway CHANGED part plan"},
		{"a given value's type", "      ask: string\n", "      ask: \"list string\"\n    parts: {said: {register: binding}}\n", `norway CHANGED! given ask
norway CHANGED part ask
norway CHANGED part own
norway CHANGED part room
norway CHANGED part said`},
		{"another role", "roles:\n", "roles:\n  spy: {sees: {all: {log: [\"*\"]}}, parts: {said: {register: considered}}}\n", "spy WIDENED role"},
		{"the owner", "owner: the desk", "owner: nobody", "norway CHANGED owner"},
		{"what is written", "    writes: [\"chronicle:public\"]\n", "    writes: [\"chronicle:public\", \"party:uk:held\"]\n", "chronicler WIDENED writes party:uk:held +party:uk:held"},
		{"another namespace", "grantgen: 1\n", "grantgen: 1\nnamespace: talks\n", " CHANGED! namespace"},
		{"only Go's names", "grantgen: 1\n", "grantgen: 1\npackage: other\nout: other\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(base, c.old, c.new, 1)
			if text == base && c.old != "" {
				t.Fatal("nothing is replaced")
			}
			for _, was := range []*Closed{closed(t, base), lock(t, base)} {
				for _, now := range []*Closed{closed(t, text), lock(t, text)} {
					if got := lines(t, was, now); got != c.want {
						t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
					}
				}
			}
		})
	}
}
