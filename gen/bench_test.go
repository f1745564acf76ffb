package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/gen"
	"github.com/grantgen/grantgen/schema"
)

// tenSlices is a schema of n roles with ten slices each: four logs, two of beliefs, a chronicle, three given.
func tenSlices(n int) string {
	var b strings.Builder
	b.WriteString(`grantgen: 1
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
`)
	for i := range n {
		fmt.Fprintf(&b, `  role%04d:
    doc: Role %d of many.
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
`, i, i)
	}
	return b.String()
}

// BenchmarkGenerate reads a schema and renders every file: 10, 100 and 1,000 roles of ten slices.
func BenchmarkGenerate(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("roles=%d", n), func(b *testing.B) {
			files := splitRoles(n)
			b.ReportAllocs()
			for b.Loop() {
				model, diags := schema.Parse(files, nil)
				if diags.HasErrors() {
					b.Fatal(diags)
				}
				out, diags, err := gen.Generate(model, gen.Config{ImportPath: "example.com/c"})
				if err != nil || len(diags) > 0 {
					b.Fatal(err, diags)
				}
				if len(out) < n {
					b.Fatalf("%d files", len(out))
				}
			}
		})
	}
}

// splitRoles keeps each file under the limit of nodes: the language has one on purpose, and large schemas are many files.
func splitRoles(n int) []schema.File {
	text := tenSlices(n)
	head, roles, _ := strings.Cut(text, "  role0000:\n")
	files := []schema.File{{Name: "a.grant.yaml", Bytes: []byte(head)}}
	all := strings.Split("  role0000:\n"+roles, "\n  role")
	for i := 0; i < len(all); i += 50 {
		part := all[i:min(i+50, len(all))]
		body := strings.Join(part, "\n  role")
		if i > 0 {
			body = "  role" + body
		}
		files = append(files, schema.File{Name: fmt.Sprintf("b%04d.grant.yaml", i), Bytes: []byte("grantgen: 1\nroles:\n" + body + "\n")})
	}
	return files
}
