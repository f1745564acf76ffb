package reach

import (
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema"
	"pgregory.net/rapid"
)

// Whatever has a name in a schema has an answer, alone and after the word that says what it is, from every role.
func TestEveryNameHasAnAnswer(t *testing.T) {
	asked := map[string]int{}
	laid, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(`grantgen: 1
tools: {lookup: {doc: Finds things., version: "1", owner: us, parameters: {name: string}}}
layouts: {desk: {sections: [{name: calls, budget: 500, keep: always}, {name: goal, budget: 200, keep: always}]}}
roles:
  clerk:
    layout: desk
    sees: {tools: {tools: [lookup]}, ask: string}
    parts: {call: {register: binding, from: tools, section: calls}, ask: {register: binding, from: ask, section: goal}}
`)}}, nil)
	if laid == nil {
		t.Fatal(list)
	}
	for _, m := range append(models(t), laid) {
		for _, r := range m.Roles {
			ask := func(kind string, names ...string) {
				t.Helper()
				for _, name := range names {
					for _, what := range []string{name, kind + ":" + name, kind + " " + name} {
						asked[kind]++
						a, err := Why(m, r.Name, what)
						if err != nil || a.Verdict == "" || a.Kind == "" || len(a.Because) == 0 || a.Because[0].Pos.Line == 0 {
							t.Errorf("%s %q: %+v %v", r.Name, what, a, err)
						}
						if what != name && a.Kind != kind {
							t.Errorf("%s %q is taken for a %s", r.Name, what, a.Kind)
						}
					}
				}
			}
			for _, p := range r.Parts {
				ask("part", p.Name)
			}
			for _, l := range m.Layouts {
				ask("layout", l.Name)
				for _, s := range l.Sections {
					ask("section", s.Name)
				}
			}
			for _, ro := range m.Rosters {
				ask("roster", ro.Name)
				ask("value", ro.Names()...)
			}
			for _, n := range m.Never {
				ask("never", n.ID)
			}
			for _, other := range m.Roles {
				ask("role", other.Name)
			}
			for _, p := range m.Predicates {
				for _, f := range p.About {
					ask("subject", f.Name, p.Name+"."+f.Name)
				}
			}
			for _, tool := range m.Tools {
				for _, f := range tool.Parameters {
					ask("parameter", f.Name, tool.Name+"."+f.Name)
				}
			}
			for _, rec := range m.Types {
				ask("record", rec.Name)
			}
			ask("kind", schema.MemoryKinds...)
		}
	}
	for _, kind := range []string{"part", "layout", "section", "roster", "value", "never", "role", "subject", "parameter", "record", "kind"} {
		if asked[kind] == 0 {
			t.Errorf("no %s was asked for", kind)
		}
	}
}

// A word that says which kind is meant wins over every scope whose open roster, or whose missing head, would take the word for a value.
func TestAPrefixIsNoValue(t *testing.T) {
	m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(`grantgen: 1
namespace: kb
roster: {customer: string}
events: {kb: {text: string}}
scopes:
  kb: {retrieved: "c:{customer}:kb"}
  open: {chronicle: "{customer}:kb"}
roles:
  kb:
    for: customer
    sees: {kb: {log: [kb]}, found: {retrieved: "c:{self.customer}:kb"}, past: {chronicle: "{self.customer}:kb"}}
    parts: {kb: {register: considered, from: kb}, found: {register: considered, from: found}, past: {register: generated, from: past}}
`)}}, nil)
	if m == nil {
		t.Fatal(list)
	}
	q := question{Answer: &Answer{}, m: m, role: m.Roles[0]}
	kinds := map[string]string{"event": "event", "slice": "slice", "namespace": "namespace", "part": "part", "role": "role", "family": "scope", "retrieved": "scope"}
	for _, k := range q.kinds() {
		for _, word := range k.words {
			a, err := Why(m, "kb", word+":kb")
			switch want, known := kinds[word]; {
			case known && (err != nil || a.Kind != want):
				t.Errorf("%s:kb: %+v %v", word, a, err)
			case strings.Contains(a.Verdict, "c:"+word+":kb"):
				t.Errorf("%s is taken for a customer: %s", word, a.Verdict)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) { // what is no such word is a customer
		customer := rapid.StringMatching(`[a-z]{1,8}[0-9]`).Draw(t, "customer")
		for _, what := range []string{customer + ":kb", "scope:" + customer + ":kb", "c:" + customer + ":kb", "kb:" + customer + ":kb"} {
			a, err := Why(m, "kb@"+customer, what)
			if err != nil || !a.May || !strings.Contains(a.Verdict, customer+":kb") {
				t.Fatalf("%s: %+v %v", what, a, err)
			}
		}
	})
}

// The envelope's time is a field for show:, and is read where a slice shows it.
func TestTheTimeIsAField(t *testing.T) {
	m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(`grantgen: 1
events: {Said: {text: string}}
roles:
  host: {sees: {talk: {log: [{events: [Said], show: [text, at]}]}}}
  guest: {sees: {talk: Said}}
`)}}, nil)
	if m == nil {
		t.Fatal(list)
	}
	for who, want := range map[string]string{"host": "host may read Said.at", "guest": "guest may not read Said.at: none of its slices shows it"} {
		for _, what := range []string{"Said.at", "event:Said.at", "grants.Said.at"} {
			a, err := Why(m, who, what)
			if err != nil || a.May != (who == "host") || a.Verdict != strings.ReplaceAll(want, "Said.at", what) {
				t.Errorf("%s %s: %+v %v", who, what, a, err)
			}
		}
	}
}

// A scope that names no member's own value is read by every member.
func TestWhatEveryMemberReads(t *testing.T) {
	for _, m := range models(t) {
		for _, r := range m.Roles {
			for _, ref := range reads(r) {
				a, err := Why(m, r.Name, ref.Text)
				if err != nil {
					t.Fatal(err)
				}
				if own := slices.ContainsFunc(ref.Args, func(a schema.ScopeArg) bool { return a.Self }); !own && !strings.HasPrefix(a.Verdict, r.Name+" may read ") {
					t.Errorf("%s %s: %s", r.Name, ref.Text, a.Verdict)
				}
			}
		}
	}
}
