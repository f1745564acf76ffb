package reach

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/schema"
)

func models(t *testing.T) []*schema.Model {
	t.Helper()
	var out []*schema.Model
	for _, name := range []string{"everything.grant.yaml", "fisheries.grant.yaml", "smallest.grant.yaml"} {
		b, err := os.ReadFile(filepath.Join("..", "..", "testdata", "schemas", "good", name))
		if err != nil {
			t.Fatal(err)
		}
		m, list := schema.Parse([]schema.File{{Name: name, Bytes: b}}, func(string) ([]byte, error) { return []byte("Be kind.\n"), nil })
		if m == nil {
			t.Fatal(list)
		}
		out = append(out, m)
	}
	return out
}

// Whatever a role's text names, the role may read, under each of its names, and the answer says where.
func TestARoleMayReadWhatItNames(t *testing.T) {
	asked := 0
	for _, m := range models(t) {
		for _, r := range m.Roles {
			yes := func(what string) {
				t.Helper()
				asked++
				a, err := Why(m, r.Name, what)
				if err != nil || !a.May || len(a.Because) == 0 || a.Because[0].Pos.Line == 0 || a.Kind == "" {
					t.Errorf("%s %q: %+v %v", r.Name, what, a, err)
				}
			}
			for _, s := range r.Sees {
				yes("slice:" + s.Name)
				yes(s.Name)
				for _, it := range s.Items {
					for _, what := range []string{it.Event.Name, m.Namespace + "." + it.Event.Name, "event:" + it.Event.Name, s.Name + "." + it.Event.Name} {
						yes(what)
					}
					for _, f := range it.Fields {
						yes(it.Event.Name + "." + f.Name)
						yes(m.Namespace + "." + it.Event.Name + "." + f.Name)
					}
				}
				for _, tool := range s.Tools {
					yes("tool:" + tool.Name)
				}
				for _, b := range s.Beliefs {
					yes(s.Name + "." + b.Name)
				}
				for _, p := range s.Predicates {
					yes("predicate:" + p.Name)
				}
			}
			for _, ref := range reads(r) {
				for _, what := range []string{ref.Text, "scope:" + ref.Text, ref.Family.Name + ":" + ref.Text, string(ref.Family.Kind) + " " + ref.Text, "family:" + ref.Family.Name, ref.Family.String()} {
					yes(what)
				}
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d questions", asked)
	}
}

// A scope that is cut short at its head means a whole one that ends so, or it is said to be several.
func TestScopesCutShort(t *testing.T) {
	short := 0
	for _, m := range models(t) {
		q := question{Answer: &Answer{}, m: m}
		for _, s := range m.Scopes {
			for _, whole := range spelt(s) {
				segments := strings.Split(whole, ":")
				for i := 1; i < len(segments); i++ {
					short++
					cut := strings.Join(segments[i:], ":")
					found := q.scopesCalled(cut)
					if len(found) == 0 {
						t.Errorf("%q is nothing", cut)
					}
					for _, f := range found {
						if !strings.HasSuffix(f, ":"+cut) && f != cut {
							t.Errorf("%q is taken for %q", cut, f)
						}
						if again := q.scopesCalled(f); len(again) != 1 || again[0] != f {
							t.Errorf("%q is taken for %v", f, again)
						}
					}
				}
			}
		}
	}
	if short == 0 {
		t.Error("nothing was cut")
	}
}

// What nobody names is an error that lists what there is.
func TestUnknownNames(t *testing.T) {
	for _, m := range models(t) {
		for _, what := range []string{"nothing-of-the-kind", "no:such:scope", "tool:none", "", ".", ":", "a.b.c", "slice:", "namespace:x"} {
			if a, err := Why(m, m.Roles[0].Name, what); err == nil {
				t.Errorf("%q: %+v", what, a)
			}
		}
		if _, err := Why(m, "nobody-here", "x"); err == nil || !strings.Contains(err.Error(), m.Roles[0].Name) {
			t.Error(err)
		}
	}
}

// A member of a family over several rosters is called as everywhere else, and one of an open roster by whatever it is called.
func TestMembers(t *testing.T) {
	m, list := schema.Parse([]schema.File{{Name: "s.grant.yaml", Bytes: []byte(`grantgen: 1
roster: {party: [norway, uk], mood: [calm, cross], user: string}
scopes:
  moods: {chronicle: "party:{party}:{mood}"}
  mine: {chronicle: "user:{user}"}
roles:
  negotiator: {for: [party, mood], sees: {past: {chronicle: "party:{self.party}:{self.mood}"}}}
  assistant: {for: user, sees: {past: {chronicle: "user:{self.user}"}}}
`)}}, nil)
	if m == nil {
		t.Fatal(list)
	}
	for _, c := range []struct {
		who, what string
		may       bool
	}{
		{"negotiator@uk@calm", "party:uk:calm", true},
		{"negotiator@uk+calm", "uk:calm", true},
		{"negotiator@uk@calm", "party:uk:cross", false},
		{"negotiator", "party:uk:cross", true},
		{"assistant@ada@example.com", "user:ada@example.com", true},
		{"assistant@ada+x", "user:ada", false},
	} {
		if a, err := Why(m, c.who, c.what); err != nil || a.May != c.may {
			t.Errorf("%s %s: %+v %v", c.who, c.what, a, err)
		}
	}
	for _, who := range []string{"negotiator@uk", "negotiator@uk@calm@x", "negotiator@uk@clam"} {
		if _, err := Why(m, who, "party:uk:calm"); err == nil {
			t.Errorf("%s is taken", who)
		}
	}
}
