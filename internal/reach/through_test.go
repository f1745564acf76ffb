package reach

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/grantgen/grantgen/schema"
	"pgregory.net/rapid"
)

func parsed(text string) (*schema.Model, string) {
	m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(text)}}, nil)
	return m, fmt.Sprint(list)
}

const court = `grantgen: 1
roster: {party: [norway, uk]}
events:
  Note: {envelope: {party: party}, payload: {text: string, secret: string}}
  Ruling: {text: string}
predicates: {position: {about: {stock: string}, kind: functional, value: string}}
scopes:
  docket: {chronicle: "chronicle:docket"}
  record: {chronicle: "chronicle:record"}
  held: {beliefs: "party:{party}:held"}
roles:
  judge:
    sees: {docket: {chronicle: "chronicle:docket"}, record: {chronicle: "chronicle:record"}}
  clerk:
    sees: {notes: {events: [{events: [Note], show: [text]}]}}
    writes: ["chronicle:docket"]
  scribe:
    sees: {round: {events: [Ruling]}, told: {beliefs: {uk: "party:uk:held"}}}
    writes: ["chronicle:record"]
  agent:
    for: party
    sees: {own: {log: [{events: [Note], where: {party: "{self.party}"}}]}}
    writes: ["party:{self.party}:held"]
  counsel:
    for: party
    sees: {own: {beliefs: {own: "party:{self.party}:held"}}}
`

// What a role may not read and its writers may is told with the way that it takes: the nearest writer first.
func TestThroughWriters(t *testing.T) {
	m, list := parsed(court)
	if m == nil {
		t.Fatal(list)
	}
	for _, c := range []struct {
		who, what string
		want      []string
	}{
		{"judge", "Note", []string{
			"it reads chronicle:docket, which clerk writes, and clerk may read Note", "clerk writes it", "clerk: slice notes admits Note within the range that Input gives",
			"it reads chronicle:record, which scribe writes; scribe reads party:uk:held, which agent@uk writes, and agent@uk may read Note",
			"scribe writes it", "scribe reads party:uk:held", "agent@uk writes it", "agent@uk: slice own admits Note under its where: party is {self.party}"}},
		{"judge", "Note.secret", []string{
			"it reads chronicle:record, which scribe writes; scribe reads party:uk:held, which agent@uk writes, and agent@uk may read Note.secret",
			"scribe writes it", "scribe reads party:uk:held", "agent@uk writes it", "agent@uk: slice own admits Note and shows secret under its where: party is {self.party}"}},
		{"judge", "party:uk:held", []string{
			"it reads chronicle:record, which scribe writes, and scribe may read party:uk:held", "scribe writes it", `scribe: slice told.uk reads "party:uk:held"`}},
		{"judge", "party:norway:held", nil},
		{"clerk", "Ruling", nil},
		{"counsel@norway", "Note", []string{
			"it reads party:norway:held, which agent@norway writes, and agent@norway may read Note", "agent@norway writes it", "agent@norway: slice own admits Note under its where: party is {self.party}"}},
		{"counsel", "Note", []string{
			"it reads party:{self.party}:held, which a member of agent writes, and a member of agent may read Note", "a member of agent writes it", "a member of agent: slice own admits Note under its where: party is {self.party}"}},
	} {
		a, err := Why(m, c.who, c.what)
		if err != nil || a.May {
			t.Fatalf("%s %s: %+v %v", c.who, c.what, a, err)
		}
		var got []string
		for _, r := range a.Because {
			if r.Pos.Line == 0 {
				t.Errorf("%+v has no place", r)
			}
			if r.Text != "the role stands here" {
				got = append(got, r.Text)
			}
		}
		if len(got) > 0 && strings.HasPrefix(got[0], "slice ") { // one that admits the event and does not show the field
			got = got[1:]
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s %s: %s", c.who, c.what, d)
		}
	}
}

// A way through writers is told where an assertion through writers would be refused, and nowhere else.
func TestLawThroughIsWhatNeverRefuses(t *testing.T) {
	told := 0
	rapid.Check(t, func(t *rapid.T) {
		texts := []string{"party:{self.party}:held", "party:norway:held", "party:uk:held"}
		var b strings.Builder
		b.WriteString("grantgen: 1\nroster: {party: [norway, uk]}\nevents: {Note: {text: string}, Other: {text: string}}\n" +
			"predicates: {position: {about: {stock: string}, kind: functional, value: string}}\n" +
			"scopes: {held: {beliefs: \"party:{party}:held\"}, past: {chronicle: past}}\nroles:\n")
		n := rapid.IntRange(2, 5).Draw(t, "roles")
		for i := range n {
			family := rapid.Bool().Draw(t, "family")
			from := texts
			fmt.Fprintf(&b, "  r%d:\n", i)
			if family {
				b.WriteString("    for: party\n")
			} else {
				from = texts[1:]
			}
			event := "Other"
			if rapid.IntRange(0, 3).Draw(t, "event") == 0 {
				event = "Note"
			}
			fmt.Fprintf(&b, "    sees:\n      room: {events: [%s]}\n", event)
			if rapid.Bool().Draw(t, "reads") {
				fmt.Fprintf(&b, "      own: {beliefs: {one: %q}}\n", rapid.SampledFrom(from).Draw(t, "read"))
			}
			if rapid.IntRange(0, 3).Draw(t, "past") == 0 {
				b.WriteString("      past: {chronicle: past}\n")
			}
			writes := rapid.SliceOfNDistinct(rapid.SampledFrom(append(from[:len(from):len(from)], "past")), 0, 2, rapid.ID).Draw(t, "writes")
			if len(writes) > 0 {
				fmt.Fprintf(&b, "    writes: [%q]\n", strings.Join(writes, `", "`))
			}
		}
		text := strings.ReplaceAll(b.String(), `\"`, `"`)
		m, list := parsed(text)
		if m == nil {
			t.Fatalf("%s\n%s", list, text)
		}
		for i := range n {
			for what, about := range map[string]string{"Note": "events: [Note]", "party:uk:held": `scope: "party:uk:held"`} {
				_, list := parsed(text + fmt.Sprintf("never: [{id: it, roles: [r%d], %s, through_writers: true}]\n", i, about))
				refused := strings.Contains(list, `never "it" is broken`)
				a, err := Why(m, fmt.Sprintf("r%d", i), what)
				if err != nil {
					t.Fatal(err)
				}
				through := false
				for _, r := range a.Because {
					through = through || strings.HasPrefix(r.Text, "it reads ")
				}
				if through {
					told++
				}
				if refused != (a.May || through) {
					t.Fatalf("r%d and %s: refused %v, and why says %+v\n%s\n%s", i, what, refused, a, list, text)
				}
			}
		}
	})
	if told == 0 {
		t.Error("there was no way through writers")
	}
}
