package grantdiff

import "strings"

// leaf is what can be seen of an event, at its finest: a field, a field of a record in it, its time, or (with an empty path) that it
// was there at all.
type leaf struct{ path, typ, top string }

// shown is the leaves that an event has, with the field that each belongs to.
func (c *Closed) leaves(e *event) map[leaf]bool {
	out := map[leaf]bool{}
	if e == nil {
		return out
	}
	out[leaf{}] = true
	out[leaf{path: "at", typ: "time", top: "at"}] = true
	for name, f := range e.fields {
		c.expand(name, f.typ, name, nil, func(l leaf) { out[l] = true })
	}
	return out
}

// expand calls see for each leaf of a type. Whether it may be absent makes nobody see more.
func (c *Closed) expand(path, typ, top string, within []string, see func(leaf)) {
	typ = strings.TrimSuffix(typ, "?")
	plain, brackets := typ, ""
	for {
		inner, isList := strings.CutPrefix(plain, "list ")
		if !isList {
			break
		}
		plain, brackets = strings.TrimLeft(inner, " "), brackets+"[]"
	}
	fields, isRecord := c.records[plain]
	for _, w := range within {
		isRecord = isRecord && w != plain
	}
	if !isRecord {
		if goType := c.foreign[plain]; goType != "" {
			typ += " of " + goType // what another Go type holds is another thing
		}
		see(leaf{path, typ, top})
		return
	}
	for _, name := range sorted(fields) {
		c.expand(path+brackets+"."+name, fields[name], top, append(within[:len(within):len(within)], plain), see)
	}
}

// sees says whether the slice shows a leaf of the event.
func (s *slice) sees(e *event, l leaf) bool {
	return l.top == "" || s.shows[e.name][l.top]
}

// seesAll says whether the slice shows every field of the event: as one without show does.
func (s *slice) seesAll(e *event) bool {
	for name := range e.fields {
		if !s.shows[e.name][name] {
			return false
		}
	}
	return true
}
