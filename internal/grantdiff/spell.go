package grantdiff

import (
	"slices"
	"strconv"
	"strings"
)

// spelled is a type with all that a value of it can hold: the fields of its records, at any depth, the Go type in place of them, and
// the values of rosters where values is true. A name alone would hide that the type behind it grew.
func (c *Closed) spelled(typ string, values bool, within ...string) string {
	words := strings.Fields(strings.TrimSuffix(typ, "?"))
	if len(words) == 0 {
		return typ
	}
	name := words[len(words)-1]
	switch {
	case slices.Contains(within, name): // it holds itself
	case c.records[name] != nil:
		var fields []string
		for _, f := range sorted(c.records[name]) {
			fields = append(fields, f+": "+c.spelled(c.records[name][f], values, append(within[:len(within):len(within)], name)...))
		}
		typ += " {" + strings.Join(fields, ", ") + "}"
	case c.foreign[name] != "":
		typ += " of " + c.foreign[name]
	case values && c.rosters[name] != nil && !c.rosters[name].open:
		typ += " [" + strings.Join(c.rosters[name].values, ", ") + "]"
	}
	return typ
}

// spell writes out the types of what is compared by its type alone: given values, and the parameters of tools, whose values a prompt
// lists.
func (c *Closed) spell() {
	for _, r := range c.roles {
		for _, s := range r.slices {
			if it, ok := r.items["given "+s.name]; ok && s.kind == "given" {
				it.value = c.spelled(it.value, false)
				r.items["given "+s.name] = it
			}
		}
	}
	for _, t := range c.tools {
		for key, it := range t.items {
			if strings.HasPrefix(key, "parameter ") {
				it.value = c.spelled(it.value, true)
				t.items[key] = it
			}
		}
	}
}

// restOf is a layout in which the section that has the rest says how much that is.
func restOf(l items) items {
	out, left, key := items{}, 0, ""
	for k, it := range l {
		out[k] = it
		switch n, err := strconv.Atoi(it.value); {
		case strings.HasSuffix(k, " budget") && it.value == "rest":
			key = k
		case err == nil && k == "allowed":
			left += n
		case err == nil && strings.HasSuffix(k, " budget"):
			left -= n
		}
	}
	if key != "" {
		it := out[key]
		it.value = strconv.Itoa(left)
		out[key] = it
	}
	return out
}

// restAsNumbers writes rest as a number where one side alone says rest: as a word it could not be held against one.
func restAsNumbers(old, new items) (items, items) {
	for k, it := range old {
		if other, ok := new[k]; ok && strings.HasSuffix(k, " budget") && (it.value == "rest") != (other.value == "rest") {
			return restOf(old), restOf(new)
		}
	}
	return old, new
}
