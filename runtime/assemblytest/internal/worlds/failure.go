package worlds

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// Failure is a prompt that moved though all that the grant lets through stayed.
type Failure struct {
	Role  string // with the member
	Trial int
	Seed  uint64
	How   string   // what was done to the world, or before the call
	Moved []string // the hidden things that moved it, after shrinking
	// Repeats says that it was seen again when it was looked at more closely: what stays in a process from call to call may not be.
	Repeats       bool
	first, second outcome
}

// moved shrinks a pair that differs.
func (r *running) moved(ctx context.Context, p pair, n int) *Failure {
	f := &Failure{Role: p.t.grant.Role, Trial: n, Seed: r.Seed, How: p.name}
	small := p
	if _, _, ok := p.differ(ctx); ok {
		small = p.shrink(ctx)
	}
	f.first, f.second, f.Repeats = small.differ(ctx)
	f.Moved = small.moved()
	return f
}

// carried is a prompt with a text of another trial in it.
func (r *running) carried(t *trial, n int, mark string, first outcome) *Failure {
	f := &Failure{Role: t.grant.Role, Trial: n, Seed: r.Seed, How: "it holds the text of an earlier call" + outlives + r.origins.of(mark), Repeats: true, first: first, second: first}
	for _, line := range strings.Split(first.prompt+first.failed, "\n") {
		if strings.Contains(line, mark) {
			f.Moved = []string{"the line " + line}
			break
		}
	}
	return f
}

// Difference is the first line that differs, in the one world and in the other; of the prompt, of the error or, where both are the same, of
// Describe.
func (f *Failure) Difference() (of, was, is string) {
	for _, c := range []struct{ of, a, b string }{
		{"the error", f.first.failed, f.second.failed}, {"the prompt", f.first.prompt, f.second.prompt}, {"Describe", f.first.described, f.second.described},
	} {
		if c.a != c.b {
			if c.of == "Describe" {
				c.a, c.b = indented(c.a), indented(c.b)
			}
			was, is = firstLine(c.a, c.b)
			return c.of, was, is
		}
	}
	return "", "", ""
}

func indented(s string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(s), "", "  ") != nil {
		return s
	}
	return b.String()
}

func firstLine(a, b string) (string, string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(x), len(y)) {
		var l, r string
		if i < len(x) {
			l = x[i]
		}
		if i < len(y) {
			r = y[i]
		}
		if l != r || (i < len(x)) != (i < len(y)) {
			return l, r
		}
	}
	return "", ""
}

// moved names the hidden things in which two worlds differ.
func (p pair) moved() []string {
	var out []string
	a := p.a.history
	for i, e := range p.b.history.entries {
		j := a.at(e.n)
		switch {
		case j < 0:
			out = append(out, fmt.Sprintf("%s, added at %d", name(p.b.events[i]), i+1))
		case a.entries[j] == e && p.a.events[j].Key == p.b.events[i].Key: // a section may have lost what it is over
		default:
			out = append(out, difference(p.a.events[j], p.b.events[i]))
		}
	}
	for j, e := range a.entries {
		if p.b.history.at(e.n) < 0 {
			out = append(out, fmt.Sprintf("%s, left out at %d", name(p.a.events[j]), j+1))
		}
	}
	return out
}

// name is an event without what it says: its type, its attributes, and the names of its payload's fields.
func name(e timeline.Event) string {
	s := fmt.Sprintf("%s.%s%s", e.Namespace, e.Type, e.Attributes.JSON())
	var fields map[string]json.RawMessage
	if json.Unmarshal(e.Payload, &fields) != nil {
		return s + " with a payload that is no object"
	}
	if len(fields) > 0 {
		s += " with " + strings.Join(slices.Sorted(maps.Keys(fields)), ", ")
	}
	if e.Version > 100 {
		s += fmt.Sprintf(" in version %d", e.Version)
	}
	return s
}

// difference names what of an event is another.
func difference(a, b timeline.Event) string {
	if a.Key != b.Key || a.ID != b.ID {
		return fmt.Sprintf("%s, in place of %s", name(b), name(a))
	}
	var what []string
	for _, attribute := range attributeNames(a, b) {
		if !a.Attributes.Get(attribute).Equal(b.Attributes.Get(attribute)) {
			what = append(what, "attribute "+attribute)
		}
	}
	var x, y map[string]json.RawMessage
	if json.Unmarshal(a.Payload, &x) != nil || json.Unmarshal(b.Payload, &y) != nil {
		if !bytes.Equal(a.Payload, b.Payload) {
			what = append(what, "payload")
		}
	}
	for _, f := range fieldNames(a.Payload, b.Payload) {
		if !bytes.Equal(x[f], y[f]) {
			what = append(what, "field "+f)
		}
	}
	if a.Version != b.Version {
		what = append(what, fmt.Sprintf("version %d", b.Version))
	}
	if a.At != b.At {
		what = append(what, "time")
	}
	return fmt.Sprintf("%s.%s%s: another %s", a.Namespace, a.Type, a.Attributes.JSON(), strings.Join(what, ", "))
}

func attributeNames(events ...timeline.Event) []string {
	var out []string
	for _, e := range events {
		for _, a := range e.Attributes {
			out = append(out, a.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
