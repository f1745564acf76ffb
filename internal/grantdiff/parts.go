package grantdiff

import (
	"slices"
	"strings"
)

// parts compares the parts of a role: their keys and texts, where they come from, and whether they write what none wrote before. A
// text may change without a gain; one that names a place that was readable and that no part named puts more into the prompt.
func (d *differ) parts(name string, was, now *role) {
	had, has := written(was), written(now)
	may := readable(d.sides[0], was)
	for _, n := range sorted(was.parts, now.parts) {
		old, new := was.parts[n], now.parts[n]
		f := Finding{Role: name, What: "part " + n, Verdict: Changed, Owner: roleOwner(was, now)}
		switch {
		case old == nil:
			f.Detail, f.Now, f.At = "it is new", "of the register "+new.register, new.pos
		case new == nil:
			f.Detail, f.Was, f.WasAt = "it is gone", "of the register "+old.register, old.pos
		default:
			d.compare(name, was, now, f.What+" ", old.items, new.items)
			f.What += " from"
			f.At, f.WasAt = d.sides[1].placed(now, f.What), d.sides[0].placed(was, f.What)
			f.Detail, f.Was, f.Now = "it comes from elsewhere", old.from, new.from
		}
		if old == nil || new == nil || old.from != new.from && comesFrom(was, old) != comesFrom(now, new) {
			f.Hash = hash(name, f.What, f.Detail, f.Was, f.Now, f.Owner)
			d.add(f)
		}
		if new != nil {
			d.writes(name, n, had, has[n], may, was, now)
		}
	}
}

// writes is a finding where a part writes what was readable and what no part wrote.
func (d *differ) writes(name, part string, had map[string]map[string]bool, has, may map[string]bool, was, now *role) {
	var gained []string
	for _, place := range sorted(has) {
		if may[place] && !slices.ContainsFunc(sorted(had), func(o string) bool { return had[o][place] }) {
			gained = append(gained, place)
		}
	}
	if len(gained) == 0 {
		return
	}
	f := Finding{Role: name, What: "part " + part + " writes", Verdict: Changed, Widens: true, Now: strings.Join(gained, ", "),
		Detail: "it writes what no part wrote before", At: d.sides[1].placed(now, "part "+part+" "+now.names(part, gained[0])), Owner: roleOwner(was, now)}
	if was.parts[part] != nil {
		f.WasAt = d.sides[0].placed(was, "part "+part+" text")
	}
	f.Hash = hash(name, f.What, f.Now, f.Owner)
	d.add(f)
}

// names is the key of a part that names a place: text, group or fallback.
func (r *role) names(name, place string) string {
	p := r.parts[name]
	of, _, _ := strings.Cut(p.from, ".")
	for _, at := range sorted(p.places) {
		item, field, _ := strings.Cut(at, ".")
		if s := r.slices[of]; s != nil && placeOf(s, item, field) == place {
			return p.places[at]
		}
	}
	return "text"
}

// comesFrom is a part's source without the slice's name, which is no more than a name: what it admits is compared elsewhere.
func comesFrom(r *role, p *part) string {
	name, item, _ := strings.Cut(p.from, ".")
	s := r.slices[name]
	if s == nil {
		return p.from
	}
	sources := []string{s.kind, s.scope, item}
	if s.kind == "given" {
		sources = append(sources, name)
	}
	for _, n := range sorted(s.scopes) {
		sources = append(sources, s.scopes[n])
	}
	return strings.Join(append(sources, sorted(s.shows)...), "\n")
}

// written is, by part, the places that its texts name, as what they are of: an event's field, a scope's value, a given value.
func written(r *role) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for n, p := range r.parts {
		name, _, _ := strings.Cut(p.from, ".")
		s := r.slices[name]
		if s == nil {
			continue
		}
		out[n] = map[string]bool{}
		for place := range p.places {
			item, field, _ := strings.Cut(place, ".")
			out[n][placeOf(s, item, field)] = true
		}
	}
	return out
}

func placeOf(s *slice, item, field string) string {
	switch s.kind {
	case "log", "events":
		return item + "." + field
	case "beliefs":
		return s.scopes[item] + "." + field
	case "given":
		return "given " + s.name
	case "fixed":
		return "fixed " + s.name
	}
	return s.kind + " " + s.scope
}

// readable is the places that a role could have written: of what it may read.
func readable(c *Closed, r *role) map[string]bool {
	out := map[string]bool{}
	for _, s := range r.slices {
		switch s.kind {
		case "log", "events":
			for e, shows := range s.shows {
				for f := range shows {
					out[placeOf(s, e, f)] = true
				}
			}
		case "beliefs":
			for item := range s.scopes {
				out[placeOf(s, item, "value")], out[placeOf(s, item, "predicate")] = true, true
				for _, p := range s.predicates {
					if pr := c.predicates[p]; pr != nil && s.about {
						for a := range pr.about {
							out[placeOf(s, item, a)] = true
						}
					}
				}
			}
		default:
			out[placeOf(s, "", "value")] = true
		}
	}
	return out
}

// layout compares the layouts that a role had and has.
func (d *differ) layout(name string, was, now *role) {
	old, new := d.sides[0].layouts[was.layout], d.sides[1].layouts[now.layout]
	if was.layout == "" || now.layout == "" {
		return // that it has one, or has none any more, is said
	}
	old, new = restAsNumbers(old, new)
	before := len(d.report.Findings)
	d.compare(name, was, now, "layout ", old, new)
	for i := before; i < len(d.report.Findings); i++ {
		d.placeAllowed(&d.report.Findings[i], was, now, old, new)
	}
}
