package grantdiff

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

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
			if at := it + "." + place; p.places[at] == "" || f[1].key == "text" {
				p.places[at] = f[1].key
			}
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
