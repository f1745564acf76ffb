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
