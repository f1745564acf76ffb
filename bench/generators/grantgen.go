package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// slicesARole is how many slices each role of the schema has: four logs, two of beliefs, a chronicle, three given. The role that writes
// the chronicle is one more, and is not counted.
const slicesARole = 10

const schemaHead = `grantgen: 1
roster: {party: [norway, uk, faroes, iceland, eu]}
events:
  Offer: {envelope: {party: party, round: int}, payload: {text: string, note: int?}}
  Aside: {envelope: {party: party, audience: set party}, payload: {text: string}}
  Fact: {text: string, year: int}
predicates:
  position: {about: {who: id, what: id}, kind: functional, value: string}
scopes:
  held: {beliefs: "party:{party}:held"}
  public: {chronicle: "chronicle:public"}
roles:
  chronicler: {sees: {round: {events: [Offer, Fact]}}, writes: ["chronicle:public"]}
`

const schemaRole = `  role%04d:
    for: party
    sees:
      past: {chronicle: "chronicle:public"}
      room: {log: [Offer, Fact], since: past}
      asides: {log: [{events: [Aside], where: {audience: {has: "{self.party}"}}}], last: 20}
      early: {log: [{events: [Offer], where: {round: {lt: 3}}, show: [party, text]}]}
      facts: {log: [Fact]}
      own: {beliefs: {held: "party:{self.party}:held"}}
      known: {beliefs: {held: "party:{self.party}:held"}, show: [about]}
      ask: {given: string}
      turn: {given: int}
      mood: {given: string?}
    parts:
      ask: {register: binding, from: ask}
      past: {register: generated, from: past}
      belief: {register: considered, rank: 3, from: own.held}
      offer: {register: considered, rank: 2, from: room.Offer, text: "{party}: {text} {note|-}"}
      aside: {register: considered, rank: 1, from: asides.Aside, text: "{party} (aside): {text}"}
`

// aFile is how many roles a schema file has: the language bounds a file's nodes, and a large schema is many files.
const aFile = 50

// grantgen is a schema of units/10 roles, in files of 50.
func grantgen(bin string) tool {
	return tool{
		name: "grantgen", unit: "slice", made: "grants",
		write: func(dir string, units int) error {
			roles := max(1, units/slicesARole)
			if err := put(filepath.Join(dir, "a.grant.yaml"), schemaHead); err != nil {
				return err
			}
			for at := 0; at < roles; at += aFile {
				var b strings.Builder
				b.WriteString("grantgen: 1\nroles:\n")
				for i := at; i < min(at+aFile, roles); i++ {
					fmt.Fprintf(&b, schemaRole, i)
				}
				if err := put(filepath.Join(dir, fmt.Sprintf("b%04d.grant.yaml", at)), b.String()); err != nil {
					return err
				}
			}
			return nil
		},
		command: func(dir string) (*exec.Cmd, error) { return in(dir, bin, "generate"), nil },
	}
}
