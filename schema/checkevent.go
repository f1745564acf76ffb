package schema

import (
	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

// checkEvent reads an example event, which has a value for each attribute that is not optional, and holds it against the clauses.
func (r *resolver) checkEvent(c *Check, e shape.Entry[shape.Dict[shape.ExampleValue]], role *Role, who []bound) bool {
	ev, ok := find(r, &r.events, e.Key.Pos, "event type", e.Name())
	if !ok {
		return false
	}
	c.Event = ev.Name
	attrs, ok := r.example(c, ev, e, role)
	if !ok {
		return false
	}
	r.each(c, role, who, func(b binding) bool {
		filled := map[*Field]value{}
		for f, v := range attrs {
			v.lit = b.literal(v.lit)
			filled[f] = v
		}
		var reasons []diag.Related
		for _, s := range role.Sees {
			for _, cl := range s.Clauses {
				if cl.Event != ev {
					continue
				}
				if !admitsEvent(b.wheres(cl.Where), filled) {
					reasons = append(reasons, diag.Related{Pos: cl.Pos, Message: "roles." + role.Name + ".sees." + s.Name + " admits it only where " + wheresString(b.wheres(cl.Where))})
					continue
				}
				if c.Not {
					r.fail(c.Pos, "check", "this check fails: %s sees this %s", role.member(b), ev.Name).Related =
						[]diag.Related{{Pos: cl.Pos, Message: "roles." + role.Name + ".sees." + s.Name + " admits it here"}}
				}
				return !c.Not
			}
		}
		if c.Not {
			return true
		}
		d := r.fail(c.Pos, "check", "this check fails: %s does not see this %s", role.member(b), ev.Name)
		if d.Related = reasons; len(reasons) == 0 {
			d.Expected = "a slice of " + role.Name + " over " + ev.Name + ", and there is none"
		}
		return false
	})
	return true
}

func (r *resolver) example(c *Check, ev *Event, e shape.Entry[shape.Dict[shape.ExampleValue]], role *Role) (map[*Field]value, bool) {
	attrs, good := map[*Field]value{}, true
	sc := scopeOfWhere{self: role.For, example: true}
	for _, a := range e.Val.Entries {
		f := ev.Field(a.Name())
		switch {
		case f == nil || !f.Attribute:
			good = false
			r.noAttribute(ev, f, shape.Entry[shape.Where]{Key: a.Key})
			continue
		case f.Type.Kind == "":
			good = false
			continue
		case a.Val.Set.Given != (f.Type.Kind == SetOf):
			d := r.fail(a.Node.Pos, "check", "%s is %s", f.Name, article(f.Type))
			if d.Expected = "one value"; f.Type.Kind == SetOf {
				d.Expected = "a list of values"
			}
			good = false
			continue
		}
		forms := a.Val.Set.Items
		if !a.Val.Set.Given {
			forms = []shape.Literal{a.Val.One}
		}
		cf, v := CheckField{Name: f.Name, Set: a.Val.Set.Given}, value{}
		for _, form := range forms {
			l, ok := r.literal(form, f, sc)
			if ok && l.Self != nil && cf.Set {
				r.fail(form.Pos(), "place", "a set in an example has values only").Expected = "a value of " + f.Type.Roster.Name
				ok = false
			}
			good = good && ok
			cf.Values = append(cf.Values, l)
			v.set = append(v.set, l.Text)
			v.lit = l
		}
		attrs[f] = v
		c.Fields = append(c.Fields, cf)
	}
	for _, f := range ev.Fields {
		if f.Attribute && !f.Type.Optional && f.Type.Kind != "" && good {
			if _, ok := attrs[f]; !ok {
				r.fail(e.Key.Pos, "check", "this example lacks %q: an example gives every attribute that is not optional", f.Name).Expected =
					f.Name + ": and a value"
				good = false
			}
		}
	}
	return attrs, good
}
