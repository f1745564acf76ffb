package reach

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/schema"
)

// ownNamespace is that of grantgen's own events.
const ownNamespace = "grantgen"

// Kinds is what may be asked for, in the order in which a name is looked for. A word and a colon before a name say which is meant.
const Kinds = "an event type (OfferMade, fisheries.OfferMade) or a field of one (OfferMade.text), a slice or given value of the role (room, ask),\n" +
	"a tool (lookup), a scope (party:uk:held, also uk:held) or a family of scopes (held), a predicate (position) or a subject of one, the\n" +
	"namespace (fisheries), a part, a record or a field of one (Money.amount), a parameter of a tool (lookup.name), a kind of fact (goal).\n" +
	"Of a layout, a section, a roster, a value of one, a role and a never: it says what it is"

// answer finds out what is asked for, and answers. What the schema writes just so comes first; then a word that says which kind is meant,
// before any scope that only an open roster or a missing head would make of it: its values may be called like anything.
func (q question) answer() error {
	what := q.What
	found := q.scopesLike(what, q.m.Scopes)
	if texts := found[written]; strings.Contains(what, ":") && len(texts) == 1 {
		q.scope(texts[0])
		return nil
	}
	for _, k := range q.kinds() {
		for _, word := range k.words {
			for _, mark := range []string{":", " "} {
				name, ok := strings.CutPrefix(what, word+mark)
				if !ok {
					continue
				}
				if done, err := k.ask(name); done || err != nil {
					return err
				}
				if texts := found[whole]; len(texts) == 1 {
					q.scope(texts[0])
					return nil
				}
				return fmt.Errorf("the schema has no %s %q%s%s", k.one(), name, hint(name, k.names), listed(cmp.Or(k.list, "there are"), k.names))
			}
		}
	}
	if texts := q.scopesCalled(what); strings.Contains(what, ":") && len(texts) == 1 {
		q.scope(texts[0])
		return nil
	}
	for _, k := range q.kinds() {
		if done, err := k.ask(what); done || err != nil {
			return err
		}
	}
	return q.unknown()
}

// kind is one kind of thing that may be asked for.
type kind struct {
	words []string // before the name
	list  string   // over the names
	names []string
	ask   func(name string) (bool, error) // false: there is no such thing
}

// one is what one of the kind is called.
func (k kind) one() string {
	switch word := k.words[0]; word {
	case "beliefs", "chronicle", "memory", "retrieved":
		return "scope of " + word
	default:
		return word
	}
}

func (q question) kinds() []kind {
	m, r := q.m, q.role
	namesOf := func(n int, name func(int) string) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = name(i)
		}
		return out
	}
	out := []kind{
		{[]string{"event"}, "event types, and with .FIELD their fields", namesOf(len(m.Events), func(i int) string { return m.Events[i].Name }), q.askEvent},
		{[]string{"slice", "given"}, "slices and given values of " + r.Name, namesOf(len(r.Sees), func(i int) string { return r.Sees[i].Name }), q.askSlice},
		{[]string{"tool"}, "tools", namesOf(len(m.Tools), func(i int) string { return m.Tools[i].Name }), q.askTool},
		{[]string{"scope"}, "scopes", namesOf(len(m.Scopes), func(i int) string { return m.Scopes[i].String() }), q.askScope},
		{[]string{"family"}, "families of scopes", namesOf(len(m.Scopes), func(i int) string { return m.Scopes[i].Name }), q.askFamily},
		{[]string{"predicate"}, "predicates", namesOf(len(m.Predicates), func(i int) string { return m.Predicates[i].Name }), q.askPredicate},
		{[]string{"namespace"}, "namespace", []string{m.Namespace}, q.askNamespace},
		{[]string{"part"}, "parts of " + r.Name, namesOf(len(r.Parts), func(i int) string { return r.Parts[i].Name }), q.askPart},
		{[]string{"layout"}, "layouts", namesOf(len(m.Layouts), func(i int) string { return m.Layouts[i].Name }), q.askLayout},
		{[]string{"section"}, "sections", q.sections(), q.askSection},
		{[]string{"roster"}, "rosters", namesOf(len(m.Rosters), func(i int) string { return m.Rosters[i].Name }), q.askRoster},
		{[]string{"value"}, "", nil, q.askValue},
		{[]string{"record", "type"}, "records, and with .FIELD their fields", namesOf(len(m.Types), func(i int) string { return m.Types[i].Name }), q.askRecord},
		{[]string{"kind"}, "", schema.MemoryKinds, q.askFactKind},
		{[]string{"subject"}, "", q.subjects(), q.askSubject},
		{[]string{"parameter"}, "", q.parameters(), q.askParameter},
		{[]string{"never"}, "assertions", namesOf(len(m.Never), func(i int) string { return m.Never[i].ID }), q.askNever},
		{[]string{"role"}, "", namesOf(len(m.Roles), func(i int) string { return m.Roles[i].Name }), q.askRole},
		{[]string{"field"}, "", nil, q.askField},
	}
	for _, of := range []schema.ScopeKind{schema.BeliefScope, schema.ChronicleScope, schema.MemoryScope, schema.RetrievedScope} {
		k := kind{words: []string{string(of)}, ask: q.askScopeOf(of)}
		for _, s := range m.Scopes {
			if s.Kind == of {
				k.names = append(k.names, s.String())
			}
		}
		out = append(out, k)
	}
	return out
}

// unknown says what there is, and what is nearest.
func (q question) unknown() error {
	if strings.Contains(q.What, ":") {
		var all, families []string
		for _, s := range q.m.Scopes {
			all, families = append(all, spelt(s)...), append(families, s.String())
		}
		return fmt.Errorf("the schema has no scope %q%s%s", q.What, hint(q.What, all), listed("scopes", families))
	}
	var near []string
	lists := ""
	for _, k := range q.kinds() {
		near = append(near, k.names...)
		if k.list != "" {
			lists += listed(k.list, k.names)
		}
	}
	for _, ev := range q.m.Events {
		near = append(near, q.m.Namespace+"."+ev.Name)
		for _, f := range ev.Fields {
			near = append(near, ev.Name+"."+f.Name)
		}
	}
	return fmt.Errorf("the schema has nothing called %q%s%s", q.What, hint(q.What, near), lists)
}

// askTool looks among the role's tools.
func (q question) askTool(name string) (bool, error) {
	i := slices.IndexFunc(q.m.Tools, func(t *schema.Tool) bool { return t.Name == name })
	if i < 0 {
		return false, nil
	}
	q.Kind = "tool"
	q.offers(q.m.Tools[i])
	q.say(fmt.Sprintf("%s may call %s", q.Role, q.What), fmt.Sprintf("%s may not call %s: none of its slices offers it", q.Role, q.What))
	return true, nil
}

// askPredicate looks among what the role's beliefs slices read.
func (q question) askPredicate(name string) (bool, error) {
	if !slices.ContainsFunc(q.m.Predicates, func(p *schema.Predicate) bool { return p.Name == name }) {
		return false, nil
	}
	q.Kind = "predicate"
	for _, s := range q.role.Sees {
		if !slices.ContainsFunc(s.Predicates, func(p *schema.Predicate) bool { return p.Name == name }) {
			continue
		}
		for _, b := range s.Beliefs {
			q.because(b.Scope.Pos, "slice %s.%s reads %s in %q", s.Name, b.Name, name, b.Scope.Text)
		}
	}
	q.say(fmt.Sprintf("%s may read beliefs of the predicate %s", q.Role, name), fmt.Sprintf("%s may not read beliefs of the predicate %s: none of its slices reads it", q.Role, name))
	return true, nil
}
