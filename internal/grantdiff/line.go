package grantdiff

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Line is a fact of a lock file, where it stands.
type Line struct {
	Number int
	Text   string
	fact   fact
}

// Get is the value of a key; empty where the fact has none.
func (l Line) Get(key string) string {
	v, _ := l.fact.get(key)
	return v
}

// Lines reads the facts of a lock file in their order, as strictly as [ReadLock].
func Lines(name string, b []byte) ([]Line, error) {
	d, err := parseDocument(name, b, "facts")
	if err != nil {
		return nil, err
	}
	var out []Line
	for i, text := range strings.Split(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n") {
		if text, ok := strings.CutPrefix(text, "  - "); ok && len(out) < len(d.facts) {
			out = append(out, Line{i + 1, text, d.facts[len(out)]})
		}
	}
	return out, nil
}

// Admits says whether a line about an event type ({…, event: T, where: …}) admits an event to a member with these values of its own.
func (c *Closed) Admits(l Line, self map[string]string, e timeline.Event) (bool, error) {
	typ := c.events[l.Get("event")]
	if typ == nil || l.Get("where") == "" {
		return false, nil
	}
	where, err := parseWhere(l.Get("where"), typ.types())
	if err != nil {
		return false, err
	}
	clause, err := timeline.Clause{Key: timeline.Key{Namespace: c.namespace, Type: typ.name}, Was: typ.was, Where: where}.Bind(self)
	if err != nil {
		return false, err
	}
	return clause.Match(e), nil
}
