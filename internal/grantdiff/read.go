package grantdiff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
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
	for _, r := range c.rosters {
		if slices.Contains(r.values, "") {
			return fmt.Errorf("%s: the places of a roster's values do not follow one another", file)
		}
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
	switch f.keys() {
	case "roster value place label":
		r := entry(c.rosters, name, roster{labels: map[string]string{}})
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
		entry(c.rosters, name, roster{labels: map[string]string{}}).open = at("open") == "true"
	case "type field is":
		if c.records[name] == nil {
			c.records[name] = map[string]string{}
		}
		c.records[name][at("field")] = at("is")
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
			c.rest["never "+at("id")+name+" "+at("what")] = item{value: at("roles") + "; through_writers: " + at("through_writers")}
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
		case p.key == "window" || p.key == "allowed" || p.key == "budget" && p.value != "rest":
			c.layouts[name][key] = item{value: p.value, rule: more}
			continue
		}
		c.layouts[name][key] = item{value: p.value}
	}
}

func (c *Closed) roleFact(f fact) error {
	r := c.role(f[0].value)
	r.facts = append(r.facts, f[1:].String())
	if len(f) < 2 {
		return fmt.Errorf("it says nothing of the role")
	}
	at := func(key string) string { v, _ := f.get(key); return v }
	switch f[1].key {
	case "slice":
		return c.sliceFact(r, r.slice(f[1].value), f[2:])
	case "part":
		return r.partFact(f[1].value, f[2:])
	}
	switch f.keys() {
	case "role for":
		r.family = append(r.family, at("for"))
	case "role owner":
		r.owner = at("owner")
		r.items["owner"] = item{value: r.owner}
	case "role assembler":
		r.items["assembler"] = item{value: at("assembler")}
	case "role layout":
		r.layout = at("layout")
		r.items["layout"] = item{value: r.layout}
	case "role writes":
		r.writes = append(r.writes, at("writes"))
	default:
		r.items[f[1:].String()] = item{value: "stated", rule: opaque}
	}
	return nil
}

func (c *Closed) sliceFact(r *role, s *slice, f fact) error {
	if len(f) == 0 {
		return fmt.Errorf("it says nothing of the slice")
	}
	at := func(key string) string { v, _ := f.get(key); return v }
	put := func(key, value string, ru rule) { r.items[key] = item{value: value, rule: ru} }
	switch f.keys() {
	case "kind", "kind scope", "kind scope query top lines", "kind scope query top lines summarised":
		s.kind, s.scope = at("kind"), at("scope")
		if s.kind == "memory" {
			put(s.name+" query", at("query"), opaque)
			put(s.name+" top", at("top"), more)
			put(s.name+" lines", at("lines"), more)
			put(s.name+" summarised", strconv.FormatBool(at("summarised") == "true"), opaque)
		}
	case "memory":
		s.memories = append(s.memories, at("memory"))
	case "trigger":
		put(s.name+" trigger "+strconv.Quote(at("trigger")), "yes", gain)
	case "tool":
		s.tools = append(s.tools, at("tool"))
	case "owner":
		s.owner = at("owner")
		put(s.name+" owner", s.owner, change)
	case "last":
		n, err := strconv.Atoi(at("last"))
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of events", at("last"))
		}
		s.last = n
	case "since":
		s.since = at("since")
	case "event where", "event where owner":
		e := c.events[at("event")]
		if e == nil {
			return fmt.Errorf("there is no event type %s", at("event"))
		}
		where, err := parseWhere(at("where"), e.types())
		if err != nil {
			return err
		}
		s.clauses = append(s.clauses, &clause{event: e.name, text: at("where"), where: where, owner: at("owner"),
			match: timeline.Clause{Key: timeline.Key{Type: e.name}, Was: e.was, Where: where}})
	case "event shows":
		if s.shows[at("event")] == nil {
			s.shows[at("event")] = map[string]bool{}
		}
		s.shows[at("event")][at("shows")] = true
	case "item scope":
		s.scopes[at("item")] = at("scope")
	case "predicate":
		s.predicates = append(s.predicates, at("predicate"))
	case "shows":
		s.about = s.about || at("shows") == "about"
		if at("shows") != "about" {
			put(s.name+": "+f.String(), "stated", opaque)
		}
	case "given":
		put("given "+s.name, at("given"), gain)
	case "fixed version":
		put("fixed "+at("fixed"), at("version"), gain)
	default:
		put(s.name+": "+f.String(), "stated", opaque)
	}
	return nil
}

func (r *role) partFact(name string, f fact) error {
	if len(f) == 0 {
		return fmt.Errorf("it says nothing of the part")
	}
	p := r.part(name)
	if it, ok := f.get("item"); ok && len(f) == 2 && (f[1].key == "text" || f[1].key == "group" || f[1].key == "fallback") {
		p.items[strings.TrimSuffix(f[1].key+" of "+it, " of ")] = item{value: f[1].value}
		for _, place := range placesIn(f[1].value) {
			p.places[it+"."+place] = true
		}
		return nil
	}
	for _, q := range f {
		switch q.key {
		case "register":
			p.register = q.value
			p.items["register"] = item{value: q.value, rule: moved}
		case "from":
			p.from = q.value
		case "rank", "equals", "section", "uncited", "content":
			p.items[q.key] = item{value: q.value}
		default:
			p.items[q.key+": "+q.value] = item{value: "stated", rule: opaque}
		}
	}
	return nil
}

// placesIn is the places that a template names.
func placesIn(text string) []string {
	var out []string
	for text = strings.NewReplacer("{{", "", "}}", "").Replace(text); ; {
		_, rest, ok := strings.Cut(text, "{")
		if !ok {
			return out
		}
		place, after, _ := strings.Cut(rest, "}")
		place, _, _ = strings.Cut(place, "|")
		out, text = append(out, place), after
	}
}
