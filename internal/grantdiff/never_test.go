package grantdiff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const asserted = `grantgen: 1
roster: {party: [norway, uk, eu]}
events:
  Offer: {text: string}
  Whisper: {envelope: {party: party, to: string}, payload: {text: string}}
predicates: {position: {about: {stock: string}, kind: functional, value: string}}
scopes: {held: {beliefs: "party:{party}:held"}}
roles:
  norway: {owner: the desk, sees: {room: {log: [Offer]}}}
  press: {sees: {room: {log: [Offer]}}}
  negotiator: {for: party, sees: {own: {beliefs: {held: "party:{self.party}:held"}}}}
never:
  - {id: aside, roles: [norway], scope: "party:uk:held"}
  - {id: held, roles: [negotiator], scope: "party:{other.party}:held", through_writers: true}
  - {id: talk, roles: [norway, negotiator], events: [Whisper], where: {party: uk}}
`

// An assertion that is gone or says less counts as widened; one that is new or says more does not.
func TestNever(t *testing.T) {
	const aside = `  - {id: aside, roles: [norway], scope: "party:uk:held"}` + "\n"
	const held = `  - {id: held, roles: [negotiator], scope: "party:{other.party}:held", through_writers: true}` + "\n"
	const talk = `events: [Whisper], where: {party: uk}`
	for _, c := range []struct {
		name     string
		replaced []string
		want     []string
	}{
		{"gone", []string{aside, ""}, []string{"! the desk: never aside party:uk:held: it is gone: nothing keeps this from norway any more"}},
		{"gone through writers", []string{held, ""}, []string{"! : never held party:{other.party}:held: it is gone: nothing keeps this from negotiator any more"}},
		{"another id", []string{"id: aside", "id: apart"}, []string{" : never apart party:uk:held: it is new", " : never aside party:uk:held: it is gone, and others say as much"}},
		{"fewer roles", []string{"roles: [norway, negotiator]", "roles: [negotiator]"}, []string{"! the desk: never talk Whisper where party = uk: it is another now: nothing keeps this from norway any more"}},
		{"another role", []string{"id: aside, roles: [norway]", "id: aside, roles: [press]"}, []string{"! the desk: never aside party:uk:held: it is another now: nothing keeps this from norway any more"}},
		{"more roles", []string{"id: aside, roles: [norway]", "id: aside, roles: [press, norway]"}, []string{" : never aside party:uk:held: it is another now"}},
		{"the order of roles", []string{"[norway, negotiator]", "[negotiator, norway]"}, nil},
		{"not through writers", []string{", through_writers: true", ""}, []string{"! : never held party:{other.party}:held: it is another now: nothing keeps this from negotiator through writers any more"}},
		{"through writers", []string{`scope: "party:uk:held"`, `scope: "party:uk:held", through_writers: true`}, []string{" : never aside party:uk:held: it is another now"}},
		{"another scope", []string{`scope: "party:uk:held"`, `scope: "party:eu:held"`},
			[]string{" : never aside party:eu:held: it is new", "! the desk: never aside party:uk:held: it is gone: nothing keeps this from norway any more"}},
		{"a longer where", []string{talk, `events: [Whisper], where: {party: uk, to: sea}`},
			[]string{"! the desk: never talk Whisper where party = uk: it is gone: nothing keeps this from negotiator, norway any more", " : never talk Whisper where party = uk and to = \"sea\": it is new"}},
		{"no where", []string{talk, `events: [Whisper]`}, []string{" : never talk Whisper: it is new", " : never talk Whisper where party = uk: it is gone, and others say as much"}},
		{"one that is new", []string{"never:\n", "never:\n  - {id: more, roles: [norway], scope: \"party:eu:held\"}\n"}, []string{" : never more party:eu:held: it is new"}},
		{"a type under another name", []string{"Whisper: {", "Aside: {renamed_from: [Whisper], ", "[Whisper]", "[Aside]"},
			[]string{" : never talk Aside where party = uk: it is new", " : never talk Whisper where party = uk: it is gone, and others say as much"}},
		{"a type that is gone", []string{"  Whisper: {envelope: {party: party, to: string}, payload: {text: string}}\n", "", "  - {id: talk, roles: [norway, negotiator], " + talk + "}\n", ""},
			[]string{" : never talk Whisper where party = uk: it is gone"}},
		{"a role that is gone", []string{"  norway: {owner: the desk, sees: {room: {log: [Offer]}}}\n", "", aside, "", "[norway, negotiator]", "[negotiator]"},
			[]string{" : never aside party:uk:held: it is gone", " : never talk Whisper where party = uk: it is another now"}},
	} {
		now := strings.NewReplacer(c.replaced...).Replace(asserted)
		if now == asserted {
			t.Errorf("%s: nothing is replaced", c.name)
		}
		for _, side := range []func(testing.TB, string) *Closed{closed, lock} {
			r, err := Diff(side(t, asserted), side(t, now))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range r.Findings {
				if !strings.HasPrefix(f.What, "never ") {
					continue
				}
				mark := " "
				if f.Widens {
					mark = "! "
				}
				if got = append(got, mark+f.Owner+": "+f.What+": "+f.Detail); f.Verdict != Changed || f.Role != "" {
					t.Errorf("%s: %+v", c.name, f)
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%s: %s", c.name, d)
			}
		}
	}
}
