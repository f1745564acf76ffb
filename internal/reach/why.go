package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// Answer is why a role may or may not read something.
type Answer struct {
	Role    string   `json:"role"`
	What    string   `json:"what"`
	May     bool     `json:"may"`
	Verdict string   `json:"verdict"`
	Because []Reason `json:"because"`
}

// Reason is one clause or scope that lets it in, or a place that comes near.
type Reason struct {
	Pos  diag.Pos `json:"at"`
	Text string   `json:"text"`
}

// Why answers for a role or a member, and an event type or a scope. A name that the schema lacks is an error with a suggestion.
func Why(m *schema.Model, who, what string) (Answer, error) {
	name, member, _ := strings.Cut(who, "@")
	var role *schema.Role
	var names []string
	for _, r := range m.Roles {
		names = append(names, r.Name)
		if r.Name == name {
			role = r
		}
	}
	if role == nil {
		return Answer{}, fmt.Errorf("the schema has no role %q%s", name, hint(name, names))
	}
	selves, err := members(role, who, member)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Role: who, What: what, Because: []Reason{}}
	if name, ok := strings.CutPrefix(what, "tool:"); ok {
		return a, whyTool(&a, m, role, name)
	}
	if strings.Contains(what, ":") {
		if err := known(m, what); err != nil {
			return Answer{}, err
		}
		whyScope(&a, m, role, selves)
		return a, nil
	}
	names = names[:0]
	event, field, dotted := strings.Cut(what, ".")
	for _, ev := range m.Events {
		names = append(names, ev.Name)
		if ev.Name != event {
			continue
		}
		var f *schema.Field
		if dotted {
			if f = ev.Field(field); f == nil {
				var fields []string
				for _, x := range ev.Fields {
					fields = append(fields, x.Name)
				}
				return Answer{}, fmt.Errorf("the event type %s has no field %q%s", ev.Name, field, hint(field, fields))
			}
		}
		whyEvent(&a, role, ev, f)
		return a, nil
	}
	return Answer{}, fmt.Errorf("the schema has no event type %q, and a scope has a ':'%s", what, hint(what, names))
}

func hint(word string, candidates []string) string {
	if s := diag.DidYouMean(word, candidates); s != "" {
		return "; " + s
	}
	return ""
}

// members reads the part of a name after "@": one value for each roster of the family.
func members(r *schema.Role, who, member string) ([]self, error) {
	if member == "" {
		return nil, nil
	}
	var out []self
	if len(r.For) == 0 {
		return nil, fmt.Errorf("%s is one role, not a family: it has no member %q", r.Name, member)
	}
	values := strings.Split(member, "+")
	if len(values) != len(r.For) {
		return nil, fmt.Errorf("%s names %d values, and the role %s is for %d rosters", who, len(values), r.Name, len(r.For))
	}
	for i, ro := range r.For {
		var names []string
		for _, v := range ro.Values {
			names = append(names, v.Name)
		}
		if !ro.Open && !slices.Contains(names, values[i]) {
			return nil, fmt.Errorf("the roster %s has no value %q%s", ro.Name, values[i], hint(values[i], names))
		}
		out = append(out, self{ro.Name, values[i]})
	}
	return out, nil
}

// self is a member's own value of one roster.
type self struct{ roster, value string }

// whyTool looks among the role's tools.
func whyTool(a *Answer, m *schema.Model, r *schema.Role, name string) error {
	var names []string
	for _, t := range m.Tools {
		names = append(names, t.Name)
	}
	if !slices.Contains(names, name) {
		return fmt.Errorf("the schema has no tool %q%s", name, hint(name, names))
	}
	for _, s := range r.Sees {
		for _, t := range s.Tools {
			if t.Name == name {
				a.Because = append(a.Because, Reason{s.Pos, fmt.Sprintf("slice %s offers %s", s.Name, name)})
			}
		}
	}
	if a.May = len(a.Because) > 0; a.May {
		a.Verdict = fmt.Sprintf("%s may call %s", a.Role, a.What)
		return nil
	}
	a.Verdict = fmt.Sprintf("%s may not call %s: none of its slices offers it", a.Role, a.What)
	a.Because = append(a.Because, Reason{r.Pos, "the role stands here"})
	return nil
}

func whyEvent(a *Answer, r *schema.Role, ev *schema.Event, f *schema.Field) {
	var hidden []Reason
	for _, s := range r.Sees {
		for _, c := range s.Clauses {
			if c.Event != ev {
				continue
			}
			if f != nil && !shown(s, ev, f) {
				hidden = append(hidden, Reason{c.Pos, fmt.Sprintf("slice %s admits %s and does not show %s", s.Name, ev.Name, f.Name)})
				continue
			}
			text := fmt.Sprintf("slice %s admits %s", s.Name, ev.Name)
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
			a.Because = append(a.Because, Reason{c.Pos, text})
		}
	}
	if a.May = len(a.Because) > 0; a.May {
		a.Verdict = fmt.Sprintf("%s may read %s", a.Role, a.What)
		return
	}
	a.Verdict = fmt.Sprintf("%s may not read %s: none of its slices admits it", a.Role, a.What)
	if len(hidden) > 0 {
		a.Verdict = fmt.Sprintf("%s may not read %s: none of its slices shows it", a.Role, a.What)
		a.Because = append(a.Because, hidden...)
	}
	a.Because = append(a.Because, Reason{r.Pos, "the role stands here"})
}

func whyScope(a *Answer, m *schema.Model, r *schema.Role, selves []self) {
	for _, s := range r.Sees {
		refs := map[string]*schema.ScopeRef{}
		var order []string
		if s.Scope != nil {
			order, refs[s.Name] = append(order, s.Name), s.Scope
		}
		for _, b := range s.Beliefs {
			name := s.Name + "." + b.Name
			order, refs[name] = append(order, name), b.Scope
		}
		for _, name := range order {
			ref := refs[name]
			if !names(ref, a.What, selves) {
				continue
			}
			text := fmt.Sprintf("slice %s reads %q", name, ref.Text)
			if some := ref.Text != a.What && len(selves) == 0; some {
				text += ", each member its own"
			}
			a.Because = append(a.Because, Reason{ref.Pos, text})
		}
	}
	if len(a.Because) > 0 {
		a.Because = append(a.Because, writersOf(m, a.What)...)
	}
	if a.May = len(a.Because) > 0; a.May {
		a.Verdict = fmt.Sprintf("%s may read %s", a.Role, a.What)
		if len(r.For) > 0 && len(selves) == 0 && !strings.Contains(a.What, "{self.") {
			a.Verdict = fmt.Sprintf("a member of %s may read %s", a.Role, a.What)
		}
		return
	}
	a.Verdict = fmt.Sprintf("%s may not read %s: none of its slices names it", a.Role, a.What)
	a.Because = append(a.Because, Reason{r.Pos, "the role stands here"})
	for _, w := range r.Writes {
		if names(w, a.What, selves) {
			a.Because = append(a.Because, Reason{w.Pos, "it may write it, which is not reading"})
		}
	}
}

// writersOf says what else reaches the reader of a scope: what its writers see.
func writersOf(m *schema.Model, scope string) []Reason {
	var out []Reason
	for _, r := range m.Roles {
		for _, w := range r.Writes {
			if !names(w, scope, nil) {
				continue
			}
			var sees []string
			for _, s := range r.Sees {
				for _, it := range s.Items {
					sees = append(sees, it.Event.Name)
				}
			}
			for _, ref := range reads(r) {
				sees = append(sees, ref.Text)
			}
			slices.Sort(sees)
			text := r.Name + " writes it"
			if sees = slices.Compact(sees); len(sees) > 0 {
				text += ", who may read " + strings.Join(sees, ", ")
			}
			out = append(out, Reason{w.Pos, text})
		}
	}
	return out
}
