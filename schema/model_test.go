package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

// closed writes a role in closed form, so that a test can hold every default.
func closed(r *schema.Role) string {
	var b strings.Builder
	for _, s := range r.Sees {
		fmt.Fprintf(&b, "sees %s %s", s.Name, s.Kind)
		for _, c := range s.Clauses {
			fmt.Fprintf(&b, " [%s", c.Event.Name)
			for _, w := range c.Where {
				fmt.Fprintf(&b, "; %s", w)
			}
			b.WriteString("]")
		}
		for _, it := range s.Items {
			fmt.Fprintf(&b, " %s(", it.Event.Name)
			for i, f := range it.Fields {
				fmt.Fprintf(&b, "%s%s %s", map[bool]string{true: ", "}[i > 0], f.Name, f.Type)
			}
			fmt.Fprintf(&b, ")%s", map[bool]string{true: " at"}[it.At])
		}
		for _, bl := range s.Beliefs {
			fmt.Fprintf(&b, " %s=%s", bl.Name, bl.Scope.Text)
		}
		for _, p := range s.Predicates {
			fmt.Fprintf(&b, " ?%s", p.Name)
		}
		if s.Scope != nil {
			fmt.Fprintf(&b, " %s", s.Scope.Text)
		}
		if s.Type.Kind != "" {
			fmt.Fprintf(&b, " %s", s.Type)
		}
		if s.Last > 0 {
			fmt.Fprintf(&b, " last %d", s.Last)
		}
		if s.Since != nil {
			fmt.Fprintf(&b, " since %s", s.Since.Name)
		}
		b.WriteString("\n")
	}
	for _, p := range r.Parts {
		fmt.Fprintf(&b, "part %s %s %d", p.Name, p.Register, p.Rank)
		if p.From != nil {
			fmt.Fprintf(&b, " from %s.%s", p.From.Name, p.Of)
		}
		for _, it := range p.Texts {
			fmt.Fprintf(&b, " %s=%q", it.Item, template(it.Text))
		}
		fmt.Fprintf(&b, " %s\n", map[bool]string{true: "latest", false: "oldest"}[p.Latest])
	}
	return b.String()
}

func template(t schema.Template) string {
	var b strings.Builder
	for _, p := range t {
		switch {
		case p.Place == nil:
			b.WriteString(p.Literal)
		case p.Place.Field != nil:
			b.WriteString("{" + p.Place.Field.Name)
		case p.Place.Value:
			b.WriteString("{value")
		case p.Place.Predicate:
			b.WriteString("{predicate")
		case p.Place.At:
			b.WriteString("{at")
		}
		if p.Place != nil {
			if p.Place.Default != nil {
				b.WriteString("|" + *p.Place.Default)
			}
			b.WriteString("}")
		}
	}
	return b.String()
}

func TestDefaults(t *testing.T) {
	m, said := parse(smallest)
	if m == nil {
		t.Fatal(said)
	}
	if m.Package != "grants" || m.Out != "grants" || m.Namespace != "grants" || m.Events[0].Version != 1 {
		t.Error(m.Package, m.Out, m.Namespace, m.Events[0].Version)
	}
	want := `sees talk log [Said] Said(who string, text string)
sees ask given string
part talk considered 0 from talk.Said Said="{who}: {text}" oldest
part ask binding 0 from ask. ="{value}" latest
`
	if got := closed(m.Roles[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDefaultsOfEveryKind(t *testing.T) {
	src := `grantgen: 1
roster: {party: [norway, uk]}
events:
  Said: {text: string}
  Told: {envelope: {to: string, party: party}, payload: {n: int, text: string}}
predicates: {position: {about: {who: string}, kind: functional, value: string}}
scopes: {held: {beliefs: "party:{party}:held"}, public: {chronicle: "chronicle:public"}}
roles:
  helper:
    sees:
      room: {log: ["*"], last: 3}
      one: {beliefs: {held: "party:uk:held"}}
      two: {beliefs: {a: "party:uk:held", b: "party:norway:held"}, show: [about]}
      past: {chronicle: "chronicle:public"}
      policy: {fixed: policy.md}
`
	m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(src)}}, policy)
	if m == nil {
		t.Fatal(list)
	}
	want := `sees room log [Said] [Told] Said(text string) Told(to string, party party, n int, text string) last 3
sees one beliefs held=party:uk:held ?position
sees two beliefs a=party:uk:held b=party:norway:held ?position
sees past chronicle chronicle:public
sees policy fixed
part room-Said considered 0 from room.Said Said="{text}" oldest
part room-Told considered 0 from room.Told Told="{to}: {text}" oldest
part one considered 0 from one.held held="{value}" latest
part two-a considered 0 from two.a a="{value}" latest
part two-b considered 0 from two.b b="{value}" latest
part past generated 0 from past. ="{value}" latest
part policy binding 0 from policy. ="{value}" latest
`
	if got := closed(m.Roles[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	s := m.Roles[0].Slice("policy")
	if s.Text != "Speak in the name of your party." || len(s.SHA256) != 64 {
		t.Errorf("%q %s", s.Text, s.SHA256)
	}
}

func TestFisheries(t *testing.T) {
	for _, f := range goodFiles(t) {
		if f.Name != "fisheries.grant.yaml" {
			continue
		}
		m, list := schema.Parse([]schema.File{f}, nil)
		if m == nil {
			t.Fatal(list)
		}
		want := `sees past chronicle chronicle:public
sees room log [OfferMade] OfferMade(party party, text string) since past
sees side log [SideTalk; audience has {self.party}] SideTalk(party party, audience set party, text string) last 20
sees own beliefs held=party:{self.party}:held ?position
sees ask given string
part ask binding 0 from ask. ="{value}" latest
part past generated 0 from past. ="{value}" latest
part belief considered 3 from own.held held="{value}" latest
part offer considered 2 from room.OfferMade OfferMade="{party}: {text}" oldest
part side considered 1 from side.SideTalk SideTalk="{party} (aside): {text}" oldest
`
		var names []string
		for _, r := range m.Roles {
			names = append(names, r.Name)
			if got := closed(r); r.Name == "negotiator" && got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		}
		if got := strings.Join(names, " "); got != "chronicler negotiator norway" || len(m.Never) != 2 || len(m.Checks) != 3 {
			t.Error(got, len(m.Never), len(m.Checks))
		}
	}
}

// B4: a diamond of depth 20, two parents each, costs what its roles cost; the parents' slices come first, in order.
func TestB4Diamond(t *testing.T) {
	var b strings.Builder
	b.WriteString("grantgen: 1\nevents: {Said: {text: string}}\nroles:\n  l0: {sees: {base: Said}}\n  r0: {sees: {base: Said}}\n")
	for i := 1; i <= 20; i++ {
		for _, side := range "lr" {
			fmt.Fprintf(&b, "  %c%d: {extends: [l%d, r%d], sees: {%c%d: Said}}\n", side, i, i-1, i-1, side, i)
		}
	}
	m, said := parse(b.String())
	if m == nil {
		t.Fatal(said)
	}
	for _, r := range m.Roles {
		if r.Name != "l20" {
			continue
		}
		var names []string
		for _, s := range r.Sees {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); !strings.HasPrefix(got, "base l1 r1 l2 r2 ") || !strings.HasSuffix(got, " l19 r19 l20") {
			t.Error(got)
		}
	}
}
