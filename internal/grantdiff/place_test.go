package grantdiff

import (
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

// placedText is a schema with every fact on a line of its own.
const placedText = `grantgen: 1
namespace: talks
roster:
  party:
    norway: Norway
    uk: UK
types:
  Terms:
    title: string
events:
  OfferMade:
    envelope:
      party: party
      round: int
    payload:
      text: string
      reserve: int
  SideTalk:
    envelope:
      party: party
    payload:
      text: string
predicates:
  position: {about: {stock: id}, kind: functional, value: string}
  mood: {about: {who: string}, kind: functional, value: string}
scopes:
  held: {beliefs: "party:{party}:held"}
  facts: {memory: "party:{party}:facts"}
  public: {chronicle: "chronicle:public"}
tools:
  lookup:
    doc: Finds things.
    version: "1"
    owner: tool owners
    parameters:
      name: string
  order:
    doc: Orders things.
layouts:
  assistant:
    window: 100000
    reserve: 1000
    safety: 0.5
    sections:
      - name: policy
        budget: 800
        keep: always
        owner: the desk
      - name: facts
        budget: 500
        fresh: 30d
      - name: turns
        budget: 3000
        step: 10
        grow: true
      - name: rest
        budget: 100
roles:
  writer:
    writes:
      - "chronicle:public"
    sees:
      round: {events: [OfferMade]}
    parts:
      free: {register: craft, uncited: true}
  helper:
    owner: the desk
    assembler: example.com/app/helpers.Helper
    layout: assistant
    sees:
      house:
        fixed: house.md
        version: "1"
      ask:
        given: string
      tools:
        tools:
          - lookup
      past:
        chronicle: "chronicle:public"
      facts:
        memory: "party:norway:facts"
        query: ask
        kinds:
          - goal
        top: 3
        lines: 3
        need:
          triggers:
            - previously
      own:
        beliefs:
          held: "party:norway:held"
        predicates:
          - position
      room:
        log:
          - events: [OfferMade]
            where:
              round: {ge: 3}
            show:
              - party
              - text
        last: 20
        since: past
      talk:
        log: [SideTalk]
    parts:
      house:
        register: binding
        section: policy
        from: house
      ask: {register: binding, section: policy, from: ask}
      tools: {register: binding, section: policy, from: tools}
      facts: {register: considered, section: facts, from: facts}
      past: {register: generated, section: turns, from: past}
      own: {register: considered, section: turns, from: own.held}
      room:
        register: considered
        rank: 1
        section: turns
        from: room
        text: "{text}"
        fallback: "…"
        equals: oldest
`

func placedModel(t *testing.T, text string) *schema.Model {
	t.Helper()
	m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(text)}}, func(string) ([]byte, error) { return []byte("Be kind.\n"), nil })
	if m == nil {
		t.Fatalf("%v", list)
	}
	return m
}

// consequences are findings about what was not edited itself: they stand at the slice, and at the version that should have moved.
var consequences = map[string]bool{"room window": true, "tool lookup version": true}

// Each finding stands at the line that was edited: of the newer schema, or, for what is gone, of the older one.
func TestFindingsStandAtTheLineThatWasEdited(t *testing.T) {
	for _, c := range []struct{ line, new string }{
		{"namespace: talks", "namespace: parley"},
		{"    uk: UK", "    uk: United Kingdom"},
		{"    version: \"1\"\n    owner: tool", "    version: \"2\""},
		{"    doc: Finds things.", "    doc: Finds people."},
		{"      name: string\n  order", "      name: int"},
		{"      name: string\n  order", "      name: string\n      limit: int"},
		{"    reserve: 1000", "    reserve: 2000"},
		{"    window: 100000", "    window: 90000"},
		{"    safety: 0.5", "    safety: 0.4"},
		{"        budget: 800", "        budget: 900"},
		{"        owner: the desk\n      - name: facts", "        owner: the chair"},
		{"        fresh: 30d", "        fresh: 60d"},
		{"        step: 10", "        step: 20"},
		{"        grow: true", "        grow: false"},
		{"      - \"chronicle:public\"", "      - \"party:norway:held\"\n      - \"chronicle:public\""},
		{"    owner: the desk\n    assembler", "    owner: the chair"},
		{"    assembler: example.com/app/helpers.Helper", "    assembler: example.com/app/helpers.Other"},
		{"        version: \"1\"\n      ask", "        version: \"2\""},
		{"          - lookup", "          - lookup\n          - order"},
		{"        memory: \"party:norway:facts\"", "        memory: \"party:uk:facts\""},
		{"          - goal", "          - goal\n          - rule"},
		{"        top: 3", "        top: 4"},
		{"        lines: 3", "        lines: 4"},
		{"            - previously", "            - previously\n            - again"},
		{"          held: \"party:norway:held\"", "          held: \"party:uk:held\""},
		{"          - position", "          - position\n          - mood"},
		{"              round: {ge: 3}", "              round: {ge: 2}"},
		{"              - text", "              - text\n              - reserve"},
		{"        last: 20", "        last: 30"},
		{"        since: past", ""},
		{"        rank: 1", "        rank: 2"},
		{"        text: \"{text}\"", "        text: \"{party}: {text}\""},
		{"        fallback: \"…\"", "        fallback: \"{party}\""},
		{"        equals: oldest", "        equals: latest"},
		{"        register: considered\n        rank", "        register: craft"},
		{"        section: turns\n        from: room", "        section: rest"},
	} {
		line, _, _ := strings.Cut(c.line, "\n")
		at := strings.Index(placedText, c.line)
		if at < 0 || strings.Count(placedText, c.line) != 1 {
			t.Fatalf("%q does not stand there once", c.line)
		}
		first := strings.Count(placedText[:at], "\n") + 1
		edited := placedText[:at] + c.new + placedText[at+len(line):]
		was, now := placedModel(t, placedText), placedModel(t, edited)
		a, err := FromModel(was)
		if err != nil {
			t.Fatal(err)
		}
		b, err := FromModel(now)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Diff(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Findings) == 0 {
			t.Errorf("%q: nothing was found", c.new)
		}
		last := first + strings.Count(c.new, "\n")
		for _, f := range r.Findings {
			if consequences[f.What] {
				continue
			}
			if !(f.At.Line >= first && f.At.Line <= last) && f.WasAt.Line != first {
				t.Errorf("%q, lines %d to %d: %s %s stands at %v, was at %v", c.new, first, last, f.Verdict, f.What, f.At, f.WasAt)
			}
		}
	}
}
