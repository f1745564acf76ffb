package grantdiff

import (
	"slices"
	"strings"
)

// manyMembers is how many members of a family are looked at, and manyAlike how many values that no text names.
const (
	manyMembers = 5000
	manyAlike   = 2
)

// members is the own values to look at. Values of a roster that neither side's text names are alike in everything: two of them stand
// for all, one to be the member and one to be another.
func (d *differ) members(was, now *role) ([]map[string]string, bool) {
	out := []map[string]string{{}}
	for _, name := range was.family {
		old, new := d.sides[0].rosters[name], d.sides[1].rosters[name]
		named := namedBy(was, now)
		var values []string
		alike := 0
		for _, v := range new.values {
			if !old.has(v) {
				continue
			}
			if !named[v] {
				if alike++; alike > manyAlike {
					continue
				}
			}
			values = append(values, v)
		}
		if new.open && old.open {
			values = []string{somebody}
		}
		var next []map[string]string
		for _, m := range out {
			for _, v := range values {
				with := map[string]string{name: v}
				for k, x := range m {
					with[k] = x
				}
				next = append(next, with)
			}
		}
		if out = next; len(out) > manyMembers {
			return nil, false
		}
	}
	return out, true
}

// namedBy is the texts that clauses and scopes of roles name.
func namedBy(roles ...*role) map[string]bool {
	named := map[string]bool{}
	for _, r := range roles {
		for _, s := range r.slices {
			for _, c := range s.clauses {
				for _, w := range c.where {
					for _, v := range w.Values {
						if text, ok := v.AsText(); ok {
							named[text] = true
						}
					}
				}
			}
			for _, scope := range append(slices.Clone(r.writes), s.scope) {
				nameSegments(named, scope)
			}
			for _, scope := range s.scopes {
				nameSegments(named, scope)
			}
		}
	}
	return named
}

func nameSegments(named map[string]bool, scope string) {
	for g := range strings.SplitSeq(scope, ":") {
		named[g] = true
	}
}

// newMembers says which members a family has that it had not.
func (d *differ) newMembers(name string, was, now *role) {
	for _, kind := range now.family {
		old, new := d.sides[0].rosters[kind], d.sides[1].rosters[kind]
		diff := func(a, b *roster) []string {
			return slices.DeleteFunc(slices.Clone(a.values), func(v string) bool { return b.has(v) })
		}
		added, gone := diff(new, old), diff(old, new)
		f := Finding{Role: name, What: "members of " + kind, Owner: roleOwner(was, now)}
		f.Was, f.Now = strings.Join(gone, ", "), strings.Join(added, ", ")
		f.At, f.WasAt = d.sides[1].memberPlace(kind, added), d.sides[0].memberPlace(kind, gone)
		switch {
		case new.open && !old.open:
			f.Verdict, f.Widens, f.Detail = Reach, true, "the roster is open now: anybody can be a member"
		case len(added) > 0:
			f.Verdict, f.Widens, f.Detail = Reach, true, "the role's text is the same, and it has new members: "+f.Now
		case len(gone) > 0 || old.open && !new.open:
			f.Verdict, f.Detail = Narrowed, "members are gone: "+f.Was
		default:
			continue
		}
		f.Hash = hash(name, kind, strings.Join(added, " "), strings.Join(gone, " "), d.meaning(1, now), f.Owner)
		d.add(f)
	}
}
