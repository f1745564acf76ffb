package schema_test

import (
	"fmt"
	"os"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/grantgen/grantgen/schema"
)

// One declaration that is wrong is told where it stands, and nothing that uses its name is blamed for it. Each value of a map under a table
// of a good schema is made into what can stand nowhere, one at a time, at three depths.
func TestWhatIsWrongIsToldOnce(t *testing.T) {
	tried := 0
	for _, name := range []string{"everything.grant.yaml", "fisheries.grant.yaml", "open", "laid out"} {
		src := []byte(map[string]string{"open": openSchema, "laid out": laidOutSchema}[name])
		if len(src) == 0 {
			var err error
			if src, err = os.ReadFile("../testdata/schemas/good/" + name); err != nil {
				t.Fatal(err)
			}
		}
		if m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: src}}, func(string) ([]byte, error) { return []byte("Be kind.\n"), nil }); m == nil {
			t.Fatal(list)
		}
		for _, at := range places(t, src) {
			for _, garbage := range []string{"?!", "strng-"} {
				broken, line := breakAt(t, src, at, garbage)
				if broken == nil {
					continue
				}
				tried++
				m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: broken}}, func(string) ([]byte, error) { return []byte("Be kind.\n"), nil })
				if m != nil {
					continue // it may be a text
				}
				for _, d := range list {
					if d.Line != line {
						t.Errorf("%s: %v is %s at line %d, and there is said too:\n%s", name, at, garbage, line, d.String())
					}
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d were tried", tried)
	}
}

const openSchema = `grantgen: 1
roster: {customer: string, side: [buyer, seller]}
types: {money: {amount: int}}
events: {Asked: {envelope: {customer: customer, side: side}, payload: {text: string, price: money?}}}
predicates: {mood: {about: {who: customer}, kind: functional, value: string}}
scopes:
  kb: {retrieved: "c:{customer}:kb"}
  past: {chronicle: "c:{customer}:past"}
  held: {beliefs: "c:{customer}:{side}:held"}
tools: {lookup: {doc: Finds things., version: "1", owner: us, parameters: {name: string, side: side}}}
roles:
  agent:
    for: customer
    sees:
      asked: {log: [{events: [Asked], where: {customer: "{self.customer}", side: buyer}}]}
      found: {retrieved: "c:{self.customer}:kb"}
      held: {beliefs: {buyer: "c:{self.customer}:buyer:held"}, show: [about]}
      past: {chronicle: "c:{self.customer}:past"}
      tools: {tools: [lookup]}
      ask: string
    parts:
      asked: {register: considered, from: asked, text: "{customer} {side}: {text}"}
      found: {register: considered, from: found}
      held: {register: considered, from: held.buyer, text: "{who}: {value}"}
      past: {register: generated, from: past}
      call: {register: binding, from: tools}
      ask: {register: binding, from: ask}
  scribe:
    for: customer
    writes: ["c:{self.customer}:past"]
    sees: {round: {events: [{events: [Asked], where: {customer: "{self.customer}"}}]}}
never:
  - {id: own-kb, roles: [agent], scope: "c:{other.customer}:kb"}
  - {id: own-asked, roles: [agent], events: [Asked], where: {customer: "{other.customer}"}}
checks:
  - {role: agent@ada, sees: {Asked: {customer: ada, side: buyer}}}
  - {role: agent@ada, not: {scope: "c:bob:kb"}}
`

const laidOutSchema = `grantgen: 1
roster: {customer: string}
events: {Asked: {envelope: {customer: customer}, payload: {text: string}}}
scopes: {facts: {memory: "c:{customer}:facts"}, kb: {retrieved: "c:{customer}:kb"}}
tools: {lookup: {doc: Finds things., version: "1", owner: us, parameters: {name: string}}}
layouts:
  desk:
    sections:
      - {name: tools, budget: 500, keep: always, stable: true}
      - {name: facts, budget: 600}
      - {name: evidence, budget: 600, overflow: shed}
      - {name: turns, budget: 600, overflow: shed}
      - {name: goal, budget: 200, keep: always}
roles:
  agent:
    for: customer
    layout: desk
    sees:
      tools: {tools: [lookup]}
      facts: {memory: "c:{self.customer}:facts", query: ask}
      found: {retrieved: "c:{self.customer}:kb"}
      asked: {log: [{events: [Asked], where: {customer: "{self.customer}"}}], last: 3}
      ask: string
    parts:
      call: {register: binding, from: tools, section: tools}
      fact: {register: considered, from: facts, section: facts}
      found: {register: considered, from: found, section: evidence}
      asked: {register: considered, from: asked, section: turns}
      ask: {register: binding, from: ask, section: goal}
`

// places is the paths of what a schema declares: the values of the tables, and of the maps in them, but for words of the language.
func places(t *testing.T, src []byte) [][]string {
	var root yaml.Node
	if err := yaml.Unmarshal(src, &root); err != nil {
		t.Fatal(err)
	}
	var out [][]string
	var walk func(n *yaml.Node, path []string)
	walk = func(n *yaml.Node, path []string) {
		for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
			here := append(path[:len(path):len(path)], n.Content[i].Value)
			if declares(here) {
				out = append(out, here)
			}
			walk(n.Content[i+1], here)
		}
	}
	walk(root.Content[0], nil)
	return out
}

// declares says whether the last key of a path is a name of the schema's own.
func declares(path []string) bool {
	switch path[0] {
	case "roster", "types", "events", "predicates", "scopes", "tools", "layouts", "roles":
	default:
		return false
	}
	if len(path) <= 2 {
		return true
	}
	switch path[len(path)-2] {
	case "envelope", "payload", "about", "parameters", "fields", "sees", "parts", "beliefs":
		return true
	}
	return path[0] == "roster" || path[0] == "types" && len(path) == 3 && path[2] != "doc" && path[2] != "fields"
}

// breakAt puts something else in the place of a value; line is where it stands then.
func breakAt(t *testing.T, src []byte, path []string, garbage string) (broken []byte, line int) {
	var root yaml.Node
	if err := yaml.Unmarshal(src, &root); err != nil {
		t.Fatal(err)
	}
	n := valueAt(root.Content[0], path)
	if n == nil {
		t.Fatal(fmt.Sprint("there is no ", path))
	}
	*n = yaml.Node{Kind: yaml.ScalarNode, Style: yaml.DoubleQuotedStyle, Value: garbage}
	var clear func(n *yaml.Node)
	clear = func(n *yaml.Node) { // every value on a line of its own
		n.Style &^= yaml.FlowStyle
		for _, c := range n.Content {
			clear(c)
		}
	}
	clear(&root)
	b, err := yaml.Marshal(&root)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, &root); err != nil {
		t.Fatal(err)
	}
	return b, valueAt(root.Content[0], path).Line
}

func valueAt(n *yaml.Node, path []string) *yaml.Node {
	for _, step := range path {
		var next *yaml.Node
		for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
			if n.Content[i].Value == step {
				next = n.Content[i+1]
			}
		}
		if n = next; n == nil {
			return nil
		}
	}
	return n
}
