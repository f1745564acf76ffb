package grantdiff

import (
	"fmt"
	"strings"
	"testing"
)

// Fields of records are seen one by one, also deep inside; a record that holds itself ends somewhere.
func TestRecords(t *testing.T) {
	const text = `grantgen: 1
types:
  Terms: {title: string, side: Side}
  Side: {name: string}
events: {Offer: {text: string, terms: "list Terms"}}
roles:
  all: {sees: {log: {log: [Offer]}}}
  some: {sees: {log: {log: [{events: [Offer], show: [text]}]}}}
`
	for old, want := range map[string]string{
		"Side: {name: string}": "all REACH Offer(terms[].side.secret) +{Offer: {}}",
		"title: string, ":      "all REACH Offer(terms[].secret) +{Offer: {}}",
	} {
		now := strings.Replace(text, old, strings.Replace(old, "string", "string, secret: string", 1), 1)
		if got := lines(t, closed(t, text), closed(t, now)); got != want {
			t.Errorf("%s:\n%s\nwant %s", old, got, want)
		}
	}
}

// A family over two rosters is looked at by pairs; an open roster has one member that stands for all.
func TestFamilies(t *testing.T) {
	const text = `grantgen: 1
roster: {party: [norway, uk, eu, iceland, faroes], user: string}
events: {Said: {envelope: {party: party, who: user, heard: set user}, payload: {text: string}}}
roles:
  pair:
    for: [party, user]
    sees: {log: {log: [{events: [Said], where: {party: "{self.party}", who: "{self.user}"}}]}}
`
	for new, want := range map[string]string{
		`party: "{self.party}"`: "pair WIDENED Said +pair@norway@somebody {Said: {heard: [], party: norway, who: somebody-else}}",
		`who: "{self.user}"`:    "pair WIDENED Said +pair@norway@somebody {Said: {heard: [], party: uk, who: somebody}}",
		`party: uk, who: "{self.user}"`: "pair CHANGED Said +pair@norway@somebody {Said: {heard: [], party: uk, who: somebody}}" +
			" -pair@norway@somebody {Said: {heard: [], party: norway, who: somebody}}",
		`party: "{self.party}", heard: {has: "{self.user}"}`: "pair CHANGED Said +pair@norway@somebody {Said: {heard: [somebody], party: norway, who: somebody-else}}" +
			" -pair@norway@somebody {Said: {heard: [], party: norway, who: somebody}}",
		`party: "{self.party}", who: "{self.user}", heard: {lacks: "{self.user}"}`: "pair NARROWED Said -pair@norway@somebody {Said: {heard: [somebody], party: norway, who: somebody}}",
	} {
		now := strings.Replace(text, `party: "{self.party}", who: "{self.user}"`, new, 1)
		if got := lines(t, closed(t, text), closed(t, now)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", new, got, want)
		}
	}
	if got, want := lines(t, closed(t, text), closed(t, strings.Replace(text, "for: [party, user]", "for: [user, party]", 1))), ""; got != want {
		t.Error(got)
	}
}

// Too much to look at is said, and counts as widened.
func TestUndecidedCounts(t *testing.T) {
	var fields, clauses []string
	for i := range 16 {
		fields = append(fields, fmt.Sprintf("a%d: int", i))
		clauses = append(clauses, fmt.Sprintf("{events: [Wide], where: {a%d: [%d, 5], a%d: {lt: 9}, a%d: {gt: 1}}}", i, i, (i+3)%16, (i+7)%16))
	}
	text := "grantgen: 1\nevents: {Wide: {envelope: {" + strings.Join(fields, ", ") + "}, payload: {text: string}}}\nroles: {reader: {sees: {log: {log: [" + strings.Join(clauses, ", ") + "]}}}}\n"
	now := strings.Replace(text, "log: ["+strings.Join(clauses, ", ")+"]", "log: [Wide]", 1)
	r := report(t, text, now)
	if len(r.Findings) != 1 || r.Findings[0].Verdict != Undecided || !r.Findings[0].Widens || r.Findings[0].Gained != nil || r.Roles[0].Verdict != Undecided {
		t.Fatalf("%+v", r)
	}
	acks := Add(nil, r.Widenings(), "Ada", "it reads all", "")
	if r.Acknowledge(acks); len(r.Widenings()) != 0 {
		t.Error("acknowledged")
	}
	r = report(t, text, strings.Replace(now, "text: string", "text: string, more: string", 1))
	if r.Acknowledge(acks); len(r.Widenings()) == 0 {
		t.Error("what is undecided lapses when anything changes")
	}
}

// A type of Go's is seen whole; another one in its place is another thing.
func TestGoTypes(t *testing.T) {
	const text = `grantgen: 1
types: {Money: {go: example.com/app/money.Amount}}
events: {Paid: {price: Money, text: string}}
roles: {teller: {sees: {log: {log: [Paid]}}, parts: {said: {register: considered}}}}
`
	got := lines(t, closed(t, text), lock(t, strings.Replace(text, "money.Amount", "money.Ledger", 1)))
	if want := "teller NARROWED Paid(price Money of example.com/app/money.Amount) -{Paid: {}}\nteller REACH Paid(price Money of example.com/app/money.Ledger) +{Paid: {}}"; got != want {
		t.Error(got)
	}
}

// A record that a given value or a tool's parameter is made of may grow behind its name; so may a roster whose values a tool lists.
func TestTypesThatGrewBehindTheirNames(t *testing.T) {
	const text = `grantgen: 1
roster: {party: [norway, uk]}
types:
  Terms: {title: string, sides: "list Side?"}
  Side: {name: string}
  Money: {go: example.com/app/money.Amount}
events: {Said: {text: string}}
tools: {look: {doc: Looks., version: "1", parameters: {terms: Terms, of: "set party"}}}
roles:
  reader:
    sees: {terms: {given: Terms}, money: {given: Money}, tools: {tools: [look]}}
    parts: {free: {register: craft, uncited: true}}
`
	for _, c := range []struct{ old, new, want string }{
		{"Side: {name: string}", "Side: {name: string, secret: string}", "reader CHANGED! given terms\nreader CHANGED! tool look parameter terms\nreader CHANGED tool look version"},
		{"title: string, ", "", "reader CHANGED! given terms\nreader CHANGED! tool look parameter terms\nreader CHANGED tool look version"},
		{"money.Amount", "money.Ledger", "reader CHANGED! given money"},
		{"[norway, uk]", "[norway, uk, eu]", "reader CHANGED! tool look parameter of\nreader CHANGED tool look version"},
	} {
		now := strings.Replace(text, c.old, c.new, 1)
		if now == text {
			t.Fatal("nothing is replaced")
		}
		if got := lines(t, closed(t, text), closed(t, now)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.new, got, c.want)
		}
		if got := lines(t, lock(t, text), lock(t, now)); got != c.want {
			t.Errorf("%s, from locks:\n%s\nwant\n%s", c.new, got, c.want)
		}
	}
}

// What an acknowledged slice reaches further by is what no longer pushes its events out: where less pushes still, it lapses. The other
// slice reads the rest in any case, so that nothing else moves.
func TestAnAcknowledgedWindowLapses(t *testing.T) {
	const text = `grantgen: 1
events: {A: {text: string}, B: {text: string}, C: {text: string}}
roles:
  reader:
    sees: {room: {log: [A, B, C], last: 20}, rest: {log: [B, C]}}
    parts: {free: {register: craft, uncited: true}}
`
	change := func(new string) string { return strings.Replace(text, "[A, B, C], last: 20", new, 1) }
	for _, c := range []struct{ seen, now string }{
		{"[A, B], last: 20", "[A], last: 20"},
		{"[A], last: 20", "[A, C], last: 20"},
		{"[A, B, C], last: 30", "[A, B], last: 30"},
		{"[A, B], last: 30", "[A], last: 30"},
	} {
		r := report(t, text, change(c.seen))
		acks := Add(nil, r.Widenings(), "Ada", "it is little", "")
		if r.Acknowledge(acks); len(acks) != 1 || len(r.Widenings()) != 0 {
			t.Fatalf("%s: %+v", c.seen, r)
		}
		r = report(t, text, change(c.now))
		if r.Acknowledge(acks); len(r.Widenings()) != 1 {
			t.Errorf("%s was seen, and %s is taken for it", c.seen, c.now)
		}
	}
}
