package reach

import (
	"slices"
	"strings"

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

// Options say what a table shows beside event types and scopes.
type Options struct {
	Fields  bool // a row for each field of an event type
	Members bool // a column for each member of a family, not for the family
}

// The cells, weakest first. A scope that a role writes has `writes`, alone or after `yes`.
const (
	never  = "-"
	rng    = "range"
	where  = "where"
	yes    = "yes"
	writes = "writes"
)

var strength = map[string]int{never: 0, rng: 1, where: 2, yes: 3}

// column is a role, or one member of a family.
type column struct {
	role   *schema.Role
	name   string
	selves []self
}

// Matrix is the table of a schema: event types by name, then every scope that a role names or that a family has, then the tools.
func Matrix(m *schema.Model, o Options) Table {
	t := Table{Roles: []string{}, Rows: []Row{}}
	columns := columnsOf(m, o.Members)
	for _, c := range columns {
		t.Roles = append(t.Roles, c.name)
	}
	row := func(what string, cell func(column) string) {
		r := Row{What: what}
		for _, c := range columns {
			r.Cells = append(r.Cells, cell(c))
		}
		t.Rows = append(t.Rows, r)
	}
	for _, ev := range m.Events {
		row(ev.Name, func(c column) string { return eventCell(c.role, ev, nil) })
		if o.Fields {
			for _, f := range ev.Fields {
				row(ev.Name+"."+f.Name, func(c column) string { return eventCell(c.role, ev, f) })
			}
		}
	}
	for _, scope := range scopes(columns) {
		row(scope, func(c column) string { return scopeCell(c, scope) })
	}
	for _, tool := range m.Tools {
		row("tool:"+tool.Name, func(c column) string {
			for _, s := range c.role.Sees {
				if slices.Contains(s.Tools, tool) {
					return yes
				}
			}
			return never
		})
	}
	return t
}

// columnsOf lists the roles; with members, those of a family over finite rosters one by one.
func columnsOf(m *schema.Model, members bool) []column {
	var out []column
	for _, r := range m.Roles {
		if !members || len(r.For) == 0 || slices.ContainsFunc(r.For, func(ro *schema.Roster) bool { return ro.Open }) {
			out = append(out, column{role: r, name: r.Name})
			continue
		}
		all := []column{{role: r, name: r.Name}}
		for _, ro := range r.For {
			var next []column
			for _, c := range all {
				for _, v := range ro.Values {
					next = append(next, column{r, c.name + "@" + v.Name, append(slices.Clone(c.selves), self{ro.Name, v.Name})})
				}
			}
			all = next
		}
		out = append(out, all...)
	}
	return out
}

// text is a scope as the column has it: with the member's values in place.
func (c column) text(ref *schema.ScopeRef) string {
	text := ref.Text
	for _, s := range c.selves {
		text = strings.ReplaceAll(text, "{self."+s.roster+"}", s.value)
	}
	return text
}

func scopeCell(c column, scope string) string {
	cell := never
	for _, ref := range reads(c.role) {
		if c.text(ref) == scope {
			cell = yes
		}
	}
	for _, ref := range c.role.Writes {
		switch {
		case c.text(ref) != scope:
		case cell == yes:
			return yes + ", " + writes
		default:
			cell = writes
		}
	}
	return cell
}

// eventCell is the strongest that a clause gives: of the event, or of one field, which the slice must show.
func eventCell(r *schema.Role, ev *schema.Event, f *schema.Field) string {
	cell := never
	for _, s := range r.Sees {
		for _, c := range s.Clauses {
			if c.Event != ev || f != nil && !shown(s, ev, f) {
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

func shown(s *schema.Slice, ev *schema.Event, f *schema.Field) bool {
	for _, it := range s.Items {
		if it.Event == ev {
			return f == eventTime && it.At || slices.Contains(it.Fields, f)
		}
	}
	return false
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

func scopes(columns []column) []string {
	var out []string
	for _, c := range columns {
		for _, ref := range append(reads(c.role), c.role.Writes...) {
			out = append(out, c.text(ref))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
