package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/schema"
)

// ownNamespace is that of grantgen's own events.
const ownNamespace = "grantgen"

// Kinds is what may be asked for, in the order in which a name is looked for. A word and a colon before a name say which is meant.
const Kinds = "an event type (OfferMade, fisheries.OfferMade) or a field of one (OfferMade.text), a slice or given value of the role (room, ask),\n" +
	"a tool (lookup), a scope (party:uk:held, also uk:held) or a family of scopes (held), a predicate (position), or the namespace (fisheries)"

// answer finds out what is asked for, and answers.
func (q question) answer() error {
	what := q.What
	if texts := q.scopesCalled(what); strings.Contains(what, ":") && len(texts) == 1 {
		q.scope(texts[0])
		return nil
	}
	for _, k := range q.kinds() {
		for _, word := range k.words {
			for _, mark := range []string{":", " "} {
				if name, ok := strings.CutPrefix(what, word+mark); ok {
					if done, err := k.ask(name); done || err != nil {
						return err
					}
					return fmt.Errorf("the schema has no %s %q%s%s", k.words[0], name, hint(name, k.names), listed(k.list, k.names))
				}
			}
		}
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

func (q question) kinds() []kind {
	m, r := q.m, q.role
	namesOf := func(n int, name func(int) string) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = name(i)
		}
		return out
	}
	return []kind{
		{[]string{"event"}, "event types, and with .FIELD their fields", namesOf(len(m.Events), func(i int) string { return m.Events[i].Name }), q.askEvent},
		{[]string{"slice", "given"}, "slices and given values of " + r.Name, namesOf(len(r.Sees), func(i int) string { return r.Sees[i].Name }), q.askSlice},
		{[]string{"tool"}, "tools", namesOf(len(m.Tools), func(i int) string { return m.Tools[i].Name }), q.askTool},
		{[]string{"scope", "beliefs", "chronicle", "memory", "retrieved"}, "scopes", namesOf(len(m.Scopes), func(i int) string { return m.Scopes[i].String() }), q.askScope},
		{[]string{"family"}, "families of scopes", namesOf(len(m.Scopes), func(i int) string { return m.Scopes[i].Name }), q.askFamily},
		{[]string{"predicate"}, "predicates", namesOf(len(m.Predicates), func(i int) string { return m.Predicates[i].Name }), q.askPredicate},
		{[]string{"namespace"}, "namespace", []string{m.Namespace}, q.askNamespace},
	}
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
		lists += listed(k.list, k.names)
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
	if !slices.ContainsFunc(q.m.Tools, func(t *schema.Tool) bool { return t.Name == name }) {
		return false, nil
	}
	q.Kind = "tool"
	for _, s := range q.role.Sees {
		for _, t := range s.Tools {
			if t.Name == name {
				p, ok := s.Written.At("tools", name)
				if !ok {
					p = s.Pos
				}
				q.because(p, "slice %s offers %s", s.Name, name)
			}
		}
	}
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
