package grantdiff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/internal/box"
)

// ReadLock reads a grants.lock.yaml back, strictly. A fact that it does not know is kept and compared as text, so that nothing is lost.
func ReadLock(name string, b []byte) (*Closed, error) {
	d, err := parseDocument(name, b, "facts")
	if err != nil {
		return nil, err
	}
	if v, _ := d.top.get("grantgen"); v != "1" {
		return nil, fmt.Errorf("%s: this is of grantgen %q, and the language's version is 1", name, v)
	}
	c := newClosed()
	if c.namespace, _ = d.top.get("namespace"); c.namespace == "" {
		return nil, fmt.Errorf("%s: there is no namespace", name)
	}
	// The vocabulary first: what a where means depends on the types of attributes.
	for _, roles := range []bool{false, true} {
		for _, f := range d.facts {
			if (f[0].key == "role") != roles {
				continue
			}
			var err error
			if roles {
				err = c.roleFact(f)
			} else {
				err = c.worldFact(f)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: {%s}: %w", name, clip(f.String()), err)
			}
		}
	}
	return c, c.finish(name)
}

// finish sorts what came in the order of the facts, and refuses names that lead nowhere.
func (c *Closed) finish(file string) error {
	slices.Sort(c.vocabulary)
	for _, n := range slices.Backward(sorted(c.events)) {
		for _, name := range c.events[n].names() {
			c.byName[name] = c.events[n]
		}
	}
	c.spell()
	for _, r := range c.rosters {
		if slices.Contains(r.values, "") {
			return fmt.Errorf("%s: the places of a roster's values do not follow one another", file)
		}
		r.all = box.Texts(r.values...)
	}
	for _, name := range sorted(c.roles) {
		r := c.roles[name]
		for _, roster := range r.family {
			if c.rosters[roster] == nil {
				return fmt.Errorf("%s: the role %s is for %s, and there is no such roster", file, name, roster)
			}
		}
		for _, n := range sorted(r.slices) {
			s := r.slices[n]
			if s.kind == "" {
				return fmt.Errorf("%s: the slice %s of %s has no kind", file, n, name)
			}
			if s.since != "" && (r.slices[s.since] == nil || r.slices[s.since].kind != "chronicle") {
				return fmt.Errorf("%s: the slice %s of %s is since %s, which is no chronicle", file, n, name, s.since)
			}
		}
	}
	return nil
}

func (c *Closed) worldFact(f fact) error {
	name := f[0].value
	at := func(key string) string { v, _ := f.get(key); return v }
	if slices.Contains([]string{"roster", "type", "event", "predicate"}, f[0].key) {
		c.vocabulary = append(c.vocabulary, f.String())
	}
	switch f.keys() {
	case "roster value place label":
		r := entry(c.rosters, name, roster{})
		place, err := strconv.Atoi(at("place"))
		if err != nil || place < 1 || place > maxDocument/20 {
			return fmt.Errorf("%q is no place", at("place"))
		}
		for len(r.values) < place {
			r.values = append(r.values, "")
		}
		r.values[place-1] = at("value")
		c.rest["label of "+name+" "+at("value")] = item{value: at("label"), both: true}
	case "roster open":
		entry(c.rosters, name, roster{}).open = at("open") == "true"
	case "type field is":
		if c.records[name] == nil {
			c.records[name] = map[string]string{}
		}
		c.records[name][at("field")] = at("is")
	case "type go":
		c.foreign[name] = at("go")
	case "event go":
		c.event(name)
		c.rest["go of "+name] = item{value: at("go")} // how its payload is made: what is shown of it are its fields
	case "event version":
		c.event(name)
	case "event renamed_from":
		e := c.event(name)
		e.was = append(e.was, at("renamed_from"))
	case "event attribute is", "event payload is":
		c.event(name).fields[f[1].value] = &field{name: f[1].value, typ: at("is"), attribute: f[1].key == "attribute"}
	case "predicate kind value":
		c.predicate(name).value = at("value")
	case "predicate about place is":
		c.predicate(name).about[at("about")] = at("is")
	case "scope kind pattern": // a family reads nothing by itself: the roles' scopes do
	case "tool version doc", "tool version doc owner", "tool parameter place is":
		t := entry(c.tools, name, tool{items: items{}})
		if p, ok := f.get("parameter"); ok {
			t.items["parameter "+p] = item{value: at("is"), rule: gain}
			break
		}
		t.owner = at("owner")
		t.items["version"], t.items["doc"] = item{value: at("version"), rule: opaque}, item{value: at("doc"), rule: opaque}
	default:
		switch f[0].key {
		case "layout":
			c.layoutFact(name, f)
		case "declassify":
			c.rest["declassify "+name+" for "+at("role")] = item{value: at("by") + ": " + at("why"), rule: opaque, role: at("role")}
			if f.keys() != "declassify role by why" {
				c.rest[f.String()] = item{value: "stated", rule: opaque, role: at("role")}
			}
		case "never":
			if f.keys() != "never roles what through_writers" {
				c.rest[f.String()] = item{value: "stated", rule: opaque}
			}
			about := strings.Fields(at("roles"))
			slices.Sort(about)
			c.never["never "+name+" "+at("what")] = &assertion{at("what"), about, at("through_writers") == "true"}
		default:
			c.rest[f.String()] = item{value: "stated", rule: opaque}
		}
	}
	return nil
}

func (c *Closed) event(name string) *event {
	return entry(c.events, name, event{name: name, fields: map[string]*field{}})
}

func (c *Closed) predicate(name string) *predicate {
	return entry(c.predicates, name, predicate{about: map[string]string{}})
}

// layoutFact takes the numbers that say how much fits as numbers, the rest as text.
func (c *Closed) layoutFact(name string, f fact) {
	if c.layouts[name] == nil {
		c.layouts[name] = items{}
	}
	prefix := ""
	for _, p := range f[1:] {
		key := prefix + p.key
		switch {
		case p.key == "section":
			prefix = "section " + p.value + " "
			key = prefix + "is there"
			c.layouts[name][key] = item{value: "yes"}
			continue
		case p.key == "window" || p.key == "allowed" || p.key == "budget":
			c.layouts[name][key] = item{value: p.value, rule: more}
			continue
		case p.key == "grow" || p.key == "keep": // room beyond the budget
			c.layouts[name][key] = item{value: p.value, rule: gain}
			continue
		}
		c.layouts[name][key] = item{value: p.value}
	}
}
