package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// askEvent takes TYPE, TYPE.FIELD, and either with the namespace before it.
func (q question) askEvent(name string) (bool, error) {
	names := []string{name}
	if rest, ok := strings.CutPrefix(name, q.m.Namespace+"."); ok {
		names = append(names, rest)
	}
	for _, n := range names {
		typ, field, dotted := strings.Cut(n, ".")
		i := slices.IndexFunc(q.m.Events, func(e *schema.Event) bool { return e.Name == typ })
		if i < 0 {
			continue
		}
		ev := q.m.Events[i]
		if !dotted {
			q.Kind = "event"
			q.event(ev, nil)
			return true, nil
		}
		f := ev.Field(field)
		if field == "at" { // no event type has a field of that name: it is the envelope's
			f = eventTime
		}
		if f != nil {
			q.Kind = "field"
			q.event(ev, f)
			return true, nil
		}
		if q.role.Slice(typ) != nil {
			continue // a slice has the name too
		}
		var fields []string
		for _, x := range ev.Fields {
			fields = append(fields, x.Name)
		}
		fields = append(fields, eventTime.Name)
		return false, fmt.Errorf("the event type %s has no field %q%s%s", ev.Name, field, hint(field, fields), listed("fields", fields))
	}
	if rest, ok := strings.CutPrefix(name, ownNamespace+"."); ok && rest != "" {
		q.Kind = "event"
		q.say("", fmt.Sprintf("%s may not read %s: grantgen's own events reach a role by its beliefs, chronicle, memory and retrieved slices alone", q.Role, name))
		return true, nil
	}
	return false, nil
}

// eventTime is the time in an event's envelope, which `show:` names like a field.
var eventTime = &schema.Field{Name: "at", Type: schema.Type{Kind: schema.Time}}

func (q question) event(ev *schema.Event, f *schema.Field) {
	hidden := q.clauses(func(_ *schema.Slice, c *schema.Clause) bool { return c.Event == ev }, f)
	no := "admits"
	if len(hidden) > 0 {
		no = "shows"
	}
	may := len(q.Because) > 0
	q.say(fmt.Sprintf("%s may read %s", q.Role, q.What), fmt.Sprintf("%s may not read %s: none of its slices %s it", q.Role, q.What, no))
	if may {
		return
	}
	q.Because = append(hidden, q.Because...)
	what := ev.Name
	if f != nil {
		what += "." + f.Name
	}
	q.throughWriters(what, eventThrough(ev, f))
}

// clauses gives the clauses that are chosen as reasons; those that do not show the field, if there is one, come back apart.
func (q question) clauses(chosen func(*schema.Slice, *schema.Clause) bool, f *schema.Field) (hidden []Reason) {
	for _, s := range q.role.Sees {
		for _, c := range s.Clauses {
			if !chosen(s, c) {
				continue
			}
			if f != nil && !shown(s, c.Event, f) {
				hidden = append(hidden, Reason{c.Pos, fmt.Sprintf("slice %s admits %s and does not show %s", s.Name, c.Event.Name, f.Name)})
				continue
			}
			q.because(c.Pos, "%s", clauseText(s, c, f))
		}
	}
	return hidden
}

func clauseText(s *schema.Slice, c *schema.Clause, f *schema.Field) string {
	text := fmt.Sprintf("slice %s admits %s", s.Name, c.Event.Name)
	if f != nil {
		text += " and shows " + f.Name
	}
	if c.Wildcard {
		text += ` by "*"`
	}
	if len(c.Where) > 0 {
		text += " under its where: " + c.Condition()
	}
	if s.Kind == schema.EventsSlice {
		text += " within the range that Input gives"
	}
	if s.Last > 0 {
		text += fmt.Sprintf(", the last %d of the slice", s.Last)
	}
	return text
}

// askNamespace takes the schema's namespace, or grantgen's.
func (q question) askNamespace(name string) (bool, error) {
	switch name {
	case q.m.Namespace:
		q.Kind = "namespace"
		q.clauses(func(*schema.Slice, *schema.Clause) bool { return true }, nil)
		read := map[*schema.Event]bool{}
		for _, s := range q.role.Sees {
			for _, c := range s.Clauses {
				read[c.Event] = true
			}
		}
		q.say(fmt.Sprintf("%s may read %d of the %d event types of the namespace %s", q.Role, len(read), len(q.m.Events), name),
			fmt.Sprintf("%s may read none of the %d event types of the namespace %s", q.Role, len(q.m.Events), name))
		return true, nil
	case ownNamespace:
		q.Kind = "namespace"
		q.say("", fmt.Sprintf("%s may read no event of the namespace %s: they reach a role by its beliefs, chronicle, memory and retrieved slices alone", q.Role, name))
		return true, nil
	}
	return false, nil
}

// askSlice takes a slice of the role, or slice.item, or the file of a fixed one.
func (q question) askSlice(name string) (bool, error) {
	of, item, dotted := strings.Cut(name, ".")
	for _, s := range q.role.Sees {
		if s.Name == name || s.File != "" && s.File == name {
			q.slice(s, "")
			return true, nil
		}
		if dotted && s.Name == of {
			items := itemsOf(s)
			if !slices.Contains(items, item) {
				return false, fmt.Errorf("the slice %s of %s has no item %q%s%s", of, q.role.Name, item, hint(item, items), listed("items", items))
			}
			q.slice(s, item)
			return true, nil
		}
	}
	var others []string
	at := diag.Pos{}
	for _, r := range q.m.Roles {
		if s := r.Slice(of); s != nil && r != q.role {
			if len(others) == 0 {
				at = s.Pos
			}
			others = append(others, r.Name)
		}
	}
	if len(others) == 0 || q.other(name) {
		return false, nil
	}
	q.Kind = "slice"
	q.say("", fmt.Sprintf("%s has no slice %s", q.Role, of))
	q.because(at, "%s has one of that name", strings.Join(others, ", "))
	return true, nil
}

// other says whether a name that is no slice of this role is something else than another role's slice.
func (q question) other(name string) bool {
	return slices.ContainsFunc(q.m.Tools, func(t *schema.Tool) bool { return t.Name == name }) ||
		slices.ContainsFunc(q.m.Scopes, func(s *schema.Scope) bool { return s.Name == name }) ||
		slices.ContainsFunc(q.m.Predicates, func(p *schema.Predicate) bool { return p.Name == name }) ||
		slices.ContainsFunc(q.role.Parts, func(p *schema.Part) bool { return p.Name == name }) ||
		name == q.m.Namespace || name == ownNamespace || len(q.scopesCalled(name)) > 0
}

func itemsOf(s *schema.Slice) []string {
	var out []string
	for _, it := range s.Items {
		out = append(out, it.Event.Name)
	}
	for _, b := range s.Beliefs {
		out = append(out, b.Name)
	}
	for _, t := range s.Tools {
		out = append(out, t.Name)
	}
	return out
}

// slice answers for a slice of the role, or for one item of it: it reads all that the slice hands out.
func (q question) slice(s *schema.Slice, item string) {
	q.Kind = "slice"
	is := func(name string) bool { return item == "" || item == name }
	q.clauses(func(other *schema.Slice, c *schema.Clause) bool { return other == s && is(c.Event.Name) }, nil)
	for _, b := range s.Beliefs {
		if is(b.Name) {
			q.because(b.Scope.Pos, "slice %s.%s reads %q", s.Name, b.Name, b.Scope.Text)
		}
	}
	if s.Scope != nil {
		q.because(s.Scope.Pos, "slice %s reads %q", s.Name, s.Scope.Text)
	}
	for _, t := range s.Tools {
		if is(t.Name) {
			p, ok := s.Written.At("tools", t.Name)
			if !ok {
				p = s.Pos
			}
			q.because(p, "slice %s offers %s", s.Name, t.Name)
		}
	}
	switch s.Kind {
	case schema.GivenSlice:
		q.because(s.Pos, "slice %s is a value that the application gives with each call: %s", s.Name, s.Type)
	case schema.FixedSlice:
		q.because(s.Pos, "slice %s is the text of %s", s.Name, s.File)
	}
	q.say(fmt.Sprintf("%s may read %s, %s", q.Role, q.What, sliceKind(s)), "")
}

func sliceKind(s *schema.Slice) string {
	switch s.Kind {
	case schema.GivenSlice:
		return "a given value"
	case schema.FixedSlice:
		return "a fixed text"
	case schema.EventsSlice:
		return "an events slice"
	}
	return "a " + string(s.Kind) + " slice"
}
