package grantdiff

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// parseWhere reads a conjunction as the lock writes it ("party in [eu, uk] and round >= 1 and round < 5") for an event whose
// attributes are known. It must give back exactly what was written: a constraint misread would be a grant misread.
func parseWhere(text string, types map[string]string) ([]timeline.Constraint, error) {
	if text == "always" {
		return nil, nil
	}
	p := &whereParser{text: text, types: types}
	var out []timeline.Constraint
	for {
		c, err := p.constraint()
		if err != nil {
			return nil, fmt.Errorf("where %q: %w", clip(text), err)
		}
		if n := len(out); n > 0 && out[n-1].Attribute == c.Attribute {
			if out[n-1].Op != timeline.OpBetween || c.Op != timeline.OpBetween || out[n-1].Hi != nil || c.Lo != nil {
				return nil, fmt.Errorf("where %q: %s has two constraints", clip(text), c.Attribute)
			}
			out[n-1].Hi = c.Hi
		} else {
			out = append(out, c)
		}
		if p.text == "" {
			return out, nil
		}
		if !p.take(" and ") {
			return nil, fmt.Errorf("where %q: \"and\" is expected at %q", clip(text), clip(p.text))
		}
	}
}

type whereParser struct {
	text  string
	types map[string]string // of the event's attributes
}

func (p *whereParser) take(s string) (ok bool) {
	p.text, ok = strings.CutPrefix(p.text, s)
	return ok
}

var wordRE = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,39}`)

func (p *whereParser) constraint() (timeline.Constraint, error) {
	name := wordRE.FindString(p.text)
	typ, known := p.types[name]
	if !known {
		return timeline.Constraint{}, fmt.Errorf("%q is no attribute", clip(p.text))
	}
	p.text = p.text[len(name):]
	one := func(make func(timeline.Value) timeline.Constraint) (timeline.Constraint, error) {
		v, err := p.value(typ)
		return make(v), err
	}
	bound := func(lo, open bool) (timeline.Constraint, error) {
		return one(func(v timeline.Value) timeline.Constraint {
			b := &timeline.Bound{Value: v, Open: open}
			if lo {
				return timeline.Between(name, b, nil)
			}
			return timeline.Between(name, nil, b)
		})
	}
	switch {
	case p.take(" = "):
		return one(func(v timeline.Value) timeline.Constraint { return timeline.In(name, v) })
	case p.take(" in ["):
		return p.list(name, typ)
	case p.take(" >= "):
		return bound(true, false)
	case p.take(" > "):
		return bound(true, true)
	case p.take(" <= "):
		return bound(false, false)
	case p.take(" < "):
		return bound(false, true)
	case p.take(" begins with "):
		return one(func(v timeline.Value) timeline.Constraint { return timeline.Prefix(name, v) })
	case p.take(" has "):
		return one(func(v timeline.Value) timeline.Constraint { return timeline.Has(name, v) })
	case p.take(" lacks "):
		return one(func(v timeline.Value) timeline.Constraint { return timeline.Lacks(name, v) })
	case p.take(" is present"):
		return timeline.Present(name, true), nil
	case p.take(" is absent"):
		return timeline.Present(name, false), nil
	}
	return timeline.Constraint{}, fmt.Errorf("%q is no constraint", clip(p.text))
}

func (p *whereParser) list(name, typ string) (timeline.Constraint, error) {
	c := timeline.In(name)
	for {
		v, err := p.value(typ)
		if err != nil {
			return c, err
		}
		c.Values = append(c.Values, v)
		if p.take("]") {
			return c, nil
		}
		if !p.take(", ") {
			return c, fmt.Errorf("a comma is expected at %q", clip(p.text))
		}
	}
}

var bareRE = regexp.MustCompile(`^[A-Za-z0-9_+.:-]+`)

func (p *whereParser) value(typ string) (timeline.Value, error) {
	if p.take("{self.") {
		name := wordRE.FindString(p.text)
		if p.text = p.text[len(name):]; name == "" || !p.take("}") {
			return timeline.Value{}, fmt.Errorf("a place is expected at %q", clip(p.text))
		}
		return timeline.Self(name), nil
	}
	if strings.HasPrefix(p.text, `"`) {
		q, err := strconv.QuotedPrefix(p.text)
		if err != nil {
			return timeline.Value{}, fmt.Errorf("a quoted text is expected at %q", clip(p.text))
		}
		p.text = p.text[len(q):]
		s, err := strconv.Unquote(q)
		return timeline.Text(s), err
	}
	word := bareRE.FindString(p.text)
	p.text = p.text[len(word):]
	return bare(word, strings.TrimSuffix(typ, "?"))
}

// bare is a value that stands without quotes: what it is, the attribute's type says.
func bare(word, typ string) (timeline.Value, error) {
	switch typ {
	case "int", "duration":
		n, err := strconv.ParseInt(word, 10, 64)
		return timeline.Int(n), err
	case "float":
		f, err := strconv.ParseFloat(word, 64)
		return timeline.Float(f), err
	case "bool":
		b, err := strconv.ParseBool(word)
		return timeline.Bool(b), err
	case "time":
		at, err := time.Parse(time.RFC3339Nano, word)
		return timeline.Time(at), err
	}
	if word == "" {
		return timeline.Value{}, fmt.Errorf("a value is missing")
	}
	return timeline.Text(word), nil
}
