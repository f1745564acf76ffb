package grantdiff

import (
	"os"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/schema"
)

// Memory, evidence, tools and layouts, by the example that has them all: each case replaces some text of its schema.
func TestAssistant(t *testing.T) {
	b, err := os.ReadFile("../../examples/assistant/assistant.grant.yaml")
	if err != nil {
		t.Fatal(err)
	}
	// Without its proofs: what they refuse is not what is tried here.
	text, _, _ := strings.Cut(strings.ReplaceAll(string(b), "\r\n", "\n"), "never:\n")
	parse := func(text string) *schema.Model {
		m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(text)}}, func(string) ([]byte, error) { return []byte("Be kind.\n"), nil })
		if m == nil {
			t.Fatalf("%v", list)
		}
		return m
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"the same", "", "", ""},
		{"another tenant's facts", "memory: \"tenant:{self.tenant}:facts\", query", "memory: \"tenant:rail:facts\", query", `assistant WIDENED memory tenant:rail:facts +assistant@ferries tenant:rail:facts
assistant NARROWED memory tenant:{self.tenant}:facts -assistant@ferries tenant:ferries:facts`},
		{"a kind of memory", "kinds: [preference, ", "kinds: [identity, preference, ", "assistant WIDENED memory tenant:{self.tenant}:facts +assistant@ferries tenant:ferries:facts"},
		{"more facts", "query: ask, ", "query: ask, top: 5, ", "assistant WIDENED facts top"},
		{"fewer lines", "query: ask, ", "query: ask, lines: 1, ", "assistant NARROWED facts lines"},
		{"a trigger", "query: ask, ", "query: ask, need: {triggers: [last time, hello, \"as I mentioned before\", before we, continuing from, do you remember, earlier we discussed, previously]}, ", "assistant WIDENED facts trigger \"hello\"\nassistant NARROWED facts trigger \"previously mentioned\""},
		{"another tenant's runbooks", "retrieved: \"tenant:{self.tenant}:runbooks\"", "retrieved: \"tenant:ferries:runbooks\"", `assistant WIDENED retrieved tenant:ferries:runbooks +assistant@rail tenant:ferries:runbooks
assistant NARROWED retrieved tenant:{self.tenant}:runbooks -assistant@rail tenant:rail:runbooks`},
		{"a tool less", "tools: [service_status, page_on_call]", "tools: [service_status]", "assistant NARROWED tool page_on_call -assistant@ferries page_on_call"},
		{"a parameter more", "parameters: {service: string}", "parameters: {service: string, deep: bool}", "assistant REACH tool service_status parameter deep\nassistant CHANGED tool service_status version"},
		{"a parameter less", "reason: string, urgent: bool?", "reason: string", "assistant NARROWED tool page_on_call parameter urgent\nassistant CHANGED tool page_on_call version"},
		{"another version of a tool", "version: \"2\"", "version: \"3\"", "assistant CHANGED! tool page_on_call version"},
		{"a parameter more in another version", "version: \"1\"\n    owner: tool owners\n    parameters: {service: string}", "version: \"1.1\"\n    owner: tool owners\n    parameters: {service: string, deep: bool}",
			"assistant REACH tool service_status parameter deep\nassistant CHANGED! tool service_status version"},
		{"what a tool says of itself", "Only when the user asked for it.", "Any time.", "assistant CHANGED! tool page_on_call doc"},
		{"another version of a fixed text", "2026-05", "2026-06", "assistant CHANGED! fixed policy.md"},
		{"a bigger window", "window: 204000", "window: 300000", "assistant WIDENED layout allowed\nassistant WIDENED layout window"},
		{"a smaller budget", "name: turns,    budget: 3000", "name: turns,    budget: 2000", "assistant NARROWED layout section turns budget"},
		{"the rest for a number", "name: turns,    budget: 3000", "name: turns,    budget: rest", "assistant WIDENED layout section turns budget"},
		{"room of others", "name: turns,    budget: 3000", "name: turns,    grow: true, budget: 3000", "assistant WIDENED layout section turns grow"},
		{"another freshness", "fresh: 30d", "fresh: 60d", "assistant CHANGED layout section facts fresh"},
		{"a part elsewhere", "from: evidence, section: evidence", "from: evidence, section: turns", "assistant CHANGED part evidence section"},
		{"a memory that writes", "{register: considered, from: facts, section: facts, text: \"{kind}, since {learnt}: {value}\"}", "{register: considered, from: facts, section: facts, text: \"{value}\"}", "assistant CHANGED part fact text"},
		{"more turns", "last: 3", "last: 4", "assistant WIDENED turns window +assistant@ferries {TurnTaken: {speaker: operator, tenant: ferries}}, 3 events like it after it"},
		{"all since", "since: history, last: 3", "last: 3", "assistant CHANGED turns window +assistant@ferries {TurnTaken: {speaker: operator, tenant: ferries}}, a section of tenant:ferries:history covers it" +
			" -assistant@ferries {TurnTaken: {speaker: operator, tenant: ferries}}, 3 events like it after it, which a section of tenant:ferries:history covers"},
		{"not only its own", "where: {tenant: \"{self.tenant}\"}, show: [speaker, text]}], since", "show: [speaker, text]}], since", `assistant WIDENED TurnTaken +assistant@ferries {TurnTaken: {speaker: operator, tenant: rail}}
assistant NARROWED turns window -assistant@ferries {TurnTaken: {speaker: operator, tenant: ferries}}, 3 events like {TurnTaken: {speaker: operator, tenant: rail}} after it`},
		{"declassified", "roles:\n", "declassify: [{scope: \"tenant:rail:history\", for: [summariser], by: Ada, why: it is over}]\nroles:\n", "summariser CHANGED! declassify tenant:rail:history for summariser"},
		{"an assembler", "assemblers.Assistant", "assemblers.Other", "assistant CHANGED assembler"},
	} {
		t.Run(c.name, func(t *testing.T) {
			edited := strings.Replace(text, c.old, c.new, 1)
			if edited == text && c.old != "" {
				t.Fatal("nothing is replaced")
			}
			was, now := parse(text), parse(edited)
			for i, w := range []func() (*Closed, error){func() (*Closed, error) { return FromModel(was) }, func() (*Closed, error) { return ReadLock("l", gen.Lock(was)) }} {
				a, err := w()
				if err != nil {
					t.Fatal(err)
				}
				n, err := FromModel(now)
				if err != nil {
					t.Fatal(err)
				}
				if got := lines(t, a, n); got != c.want {
					t.Errorf("%d, got:\n%s\nwant:\n%s", i, got, c.want)
				}
			}
		})
	}
}
