// Package reach answers who may read what, and why, from a schema's Model.
package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// Table is roles against event types and scopes.
type Table struct {
	Roles []string `json:"roles"`
	Rows  []Row    `json:"rows"`
}

// Row is one event type or scope; Cells go by the order of the roles.
type Row struct {
	What  string   `json:"what"`
	Cells []string `json:"cells"`
}

// The cells, weakest first.
const (
	never = "-"
	rng   = "range"
	where = "where"
	yes   = "yes"
)

var strength = map[string]int{never: 0, rng: 1, where: 2, yes: 3}

// Matrix is the table of a schema: event types by name, then every scope that a role names or that a family has.
func Matrix(m *schema.Model) Table {
	t := Table{Roles: []string{}, Rows: []Row{}}
	for _, r := range m.Roles {
		t.Roles = append(t.Roles, r.Name)
	}
	for _, ev := range m.Events {
		row := Row{What: ev.Name}
		for _, r := range m.Roles {
			row.Cells = append(row.Cells, eventCell(r, ev))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, scope := range scopes(m) {
		row := Row{What: scope}
		for _, r := range m.Roles {
			cell := never
			for _, ref := range reads(r) {
				if ref.Text == scope {
					cell = yes
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func eventCell(r *schema.Role, ev *schema.Event) string {
	cell := never
	for _, s := range r.Sees {
		for _, c := range s.Clauses {
			if c.Event != ev {
				continue
			}
			this := yes
			switch {
			case len(c.Where) > 0:
				this = where
			case s.Kind == schema.EventsSlice:
				this = rng
			}
			if strength[this] > strength[cell] {
				cell = this
			}
		}
	}
	return cell
}

// reads lists the scopes that a role's slices name.
func reads(r *schema.Role) []*schema.ScopeRef {
	var out []*schema.ScopeRef
	for _, s := range r.Sees {
		if s.Scope != nil {
			out = append(out, s.Scope)
		}
		for _, b := range s.Beliefs {
			out = append(out, b.Scope)
		}
	}
	return out
}

func scopes(m *schema.Model) []string {
	var out []string
	for _, r := range m.Roles {
		for _, ref := range append(reads(r), r.Writes...) {
			out = append(out, ref.Text)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

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
	if strings.Contains(what, ":") {
		whyScope(&a, role, selves)
		return a, nil
	}
	names = names[:0]
	for _, ev := range m.Events {
		names = append(names, ev.Name)
		if ev.Name == what {
			whyEvent(&a, role, ev)
			return a, nil
		}
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
	values := strings.Split(member, "+")
	if len(values) != len(r.For) {
		return nil, fmt.Errorf("%s names %d values, and the role %s is for %d rosters", who, len(values), r.Name, len(r.For))
	}
	for i, ro := range r.For {
		var names []string
		for _, v := range ro.Values {
			names = append(names, v.Name)
		}
		if !slices.Contains(names, values[i]) {
			return nil, fmt.Errorf("the roster %s has no value %q%s", ro.Name, values[i], hint(values[i], names))
		}
		out = append(out, self{ro.Name, values[i]})
	}
	return out, nil
}

// self is a member's own value of one roster.
type self struct{ roster, value string }

func bind(text string, selves []self) string {
	for _, s := range selves {
		text = strings.ReplaceAll(text, "{self."+s.roster+"}", s.value)
	}
	return text
}

func whyEvent(a *Answer, r *schema.Role, ev *schema.Event) {
	for _, s := range r.Sees {
		for _, c := range s.Clauses {
			if c.Event != ev {
				continue
			}
			text := fmt.Sprintf("slice %s admits %s", s.Name, ev.Name)
			if c.Wildcard {
				text += ` by "*"`
			}
			if len(c.Where) > 0 {
				text += " under its where"
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
	a.Because = append(a.Because, Reason{r.Pos, "the role stands here"})
}

func whyScope(a *Answer, r *schema.Role, selves []self) {
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
			if ref.Text == a.What || bind(ref.Text, selves) == a.What {
				a.Because = append(a.Because, Reason{ref.Pos, fmt.Sprintf("slice %s reads %q", name, ref.Text)})
			}
		}
	}
	if a.May = len(a.Because) > 0; a.May {
		a.Verdict = fmt.Sprintf("%s may read %s", a.Role, a.What)
		return
	}
	a.Verdict = fmt.Sprintf("%s may not read %s: none of its slices names it", a.Role, a.What)
	a.Because = append(a.Because, Reason{r.Pos, "the role stands here"})
	for _, w := range r.Writes {
		if w.Text == a.What || bind(w.Text, selves) == a.What {
			a.Because = append(a.Because, Reason{w.Pos, "it may write it, which is not reading"})
		}
	}
}
