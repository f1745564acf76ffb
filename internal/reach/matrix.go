package reach

import (
	"slices"

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
