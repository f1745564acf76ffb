package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema"
)

// is ends an answer about what is no thing to read: it says what kind of thing it is, and where it stands.
func (q question) is(kind string, p diag.Pos, format string, args ...any) bool {
	q.Kind, q.Verdict = kind, fmt.Sprintf(format, args...)
	q.because(p, "it stands here")
	return true
}

// askPart takes a part of the role, or of another.
func (q question) askPart(name string) (bool, error) {
	if i := slices.IndexFunc(q.role.Parts, func(p *schema.Part) bool { return p.Name == name }); i >= 0 {
		p := q.role.Parts[i]
		if p.From == nil {
			return q.is("part", p.Pos, "%s is a part of %s, which its assembler fills", name, q.role.Name), nil
		}
		from := p.From.Name
		if p.Of != "" {
			from += "." + p.Of
		}
		q.slice(p.From, p.Of)
		q.Kind, q.Verdict = "part", fmt.Sprintf("%s is a part of %s, made from %s", name, q.role.Name, from)
		return true, nil
	}
	var others []string
	at := diag.Pos{}
	for _, r := range q.m.Roles {
		for _, p := range r.Parts {
			if p.Name == name {
				if len(others) == 0 {
					at = p.Pos
				}
				others = append(others, r.Name)
			}
		}
	}
	if len(others) == 0 {
		return false, nil
	}
	return q.is("part", at, "%s has no part %s: it is one of %s", q.role.Name, name, strings.Join(others, ", ")), nil
}

// askLayout takes a layout.
func (q question) askLayout(name string) (bool, error) {
	for _, l := range q.m.Layouts {
		if l.Name == name {
			return q.is("layout", l.Pos, "%s is a layout, and nothing to read: %s", name, q.lays(l)), nil
		}
	}
	return false, nil
}

// lays says whether a layout is the role's.
func (q question) lays(l *schema.Layout) string {
	if q.role.Layout == l {
		return "it lays out the prompt of " + q.role.Name
	}
	return q.role.Name + " does not have it"
}

func (q question) sections() []string {
	var out []string
	for _, l := range q.m.Layouts {
		for _, s := range l.Sections {
			out = append(out, s.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// askSection takes a section, or LAYOUT.SECTION: the role's own layout first.
func (q question) askSection(name string) (bool, error) {
	layouts := slices.Clone(q.m.Layouts)
	if q.role.Layout != nil {
		layouts = append([]*schema.Layout{q.role.Layout}, layouts...)
	}
	for _, l := range layouts {
		for _, s := range l.Sections {
			if s.Name != name && l.Name+"."+s.Name != name {
				continue
			}
			var parts []string
			for _, p := range q.role.Parts {
				if p.Section == s {
					parts = append(parts, p.Name)
				}
			}
			holds := q.lays(l)
			if q.role.Layout == l {
				holds = "no part of " + q.role.Name + " stands in it"
				if len(parts) > 0 {
					holds = "of " + q.role.Name + " it holds " + strings.Join(parts, ", ")
				}
			}
			return q.is("section", s.Pos, "%s is a section of the layout %s, and nothing to read: %s", s.Name, l.Name, holds), nil
		}
	}
	return false, nil
}

// askRoster takes a roster.
func (q question) askRoster(name string) (bool, error) {
	for _, r := range q.m.Rosters {
		if r.Name != name {
			continue
		}
		holds := "an open one"
		if !r.Open {
			holds = strings.Join(r.Names(), ", ")
		}
		if slices.Contains(q.role.For, r) {
			holds += "; " + q.role.Name + " is a family over it"
		}
		return q.is("roster", r.Pos, "%s is a roster, and nothing to read: %s", name, holds), nil
	}
	return false, nil
}

// askValue takes a value of a roster, also as ROSTER.VALUE.
func (q question) askValue(name string) (bool, error) {
	var of []string
	at := diag.Pos{}
	value := name
	for _, r := range q.m.Rosters {
		for _, v := range r.Values {
			if v.Name == name || r.Name+"."+v.Name == name {
				if len(of) == 0 {
					at = v.Pos
				}
				of, value = append(of, r.Name), v.Name
			}
		}
	}
	if len(of) == 0 {
		return false, nil
	}
	return q.is("value", at, "%s is a value of the roster %s, and nothing to read", value, strings.Join(of, ", ")), nil
}

// askNever takes the id of an assertion.
func (q question) askNever(name string) (bool, error) {
	for _, n := range q.m.Never {
		if n.ID != name {
			continue
		}
		what := n.Scope
		if n.Event != nil {
			what = n.Event.Name
			if len(n.Where) > 0 {
				what += ", where it says so,"
			}
		}
		return q.is("never", n.Pos, "%s is an assertion, and nothing to read: that %s never reads %s", name, strings.Join(n.Roles, ", "), what), nil
	}
	return false, nil
}

// askRole takes the name of a role: no role is read by another, but for what it writes.
func (q question) askRole(name string) (bool, error) {
	i := slices.IndexFunc(q.m.Roles, func(r *schema.Role) bool { return r.Name == name })
	if i < 0 {
		return false, nil
	}
	r := q.m.Roles[i]
	holds := "it writes no scope"
	if len(r.Writes) > 0 {
		var texts []string
		for _, w := range r.Writes {
			texts = append(texts, w.Text)
		}
		holds = "what it writes is " + strings.Join(texts, ", ")
	}
	return q.is("role", r.Pos, "%s is a role, and nothing to read: %s", name, holds), nil
}

// askField takes the bare name of an event's field, which may be a field of several.
func (q question) askField(name string) (bool, error) {
	var of []string
	for _, ev := range q.m.Events {
		if ev.Field(name) != nil || name == eventTime.Name {
			of = append(of, ev.Name+"."+name)
		}
	}
	if len(of) == 0 {
		return false, nil
	}
	return false, fmt.Errorf("%q is a field of event types: name one with its type%s", name, listed("fields", of))
}
