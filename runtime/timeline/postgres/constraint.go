package postgres

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/timeline"
)

const (
	never  = "false"
	always = "true"
)

// constraint writes what [timeline.Constraint.Match] says. An absent attribute makes an expression NULL, which in a WHERE is as good as
// false; only lacks and absent ask for it.
func (s *statement) constraint(c timeline.Constraint) {
	if !timeline.IsName(c.Attribute) { // no event has such an attribute
		if c.Match(timeline.Value{}) {
			s.add(always)
		} else {
			s.add(never)
		}
		return
	}
	switch c.Op {
	case timeline.OpIn:
		s.in(c)
	case timeline.OpBetween:
		s.within(c)
	case timeline.OpPrefix:
		s.prefix(c)
	case timeline.OpHas, timeline.OpLacks:
		s.member(c)
	case timeline.OpPresent:
		s.add("(attributes -> '" + c.Attribute + "') IS NOT NULL")
	case timeline.OpAbsent:
		s.add("(attributes -> '" + c.Attribute + "') IS NULL")
	default:
		s.add(never)
	}
}

// indexed is how much of a text stands in an index, in letters: an entry is bounded by 2,704 bytes.
const indexed = 256

// expression is an attribute as a value of one kind, NULL for any other kind: what an index holds and a constraint compares. Kinds are
// told apart as the canonical JSON does, where an int has neither point nor exponent and a float has either.
func expression(kind timeline.Kind, name string) string {
	of := func(typ, more, then string) string {
		return "CASE WHEN json_typeof(attributes -> '" + name + "') = '" + typ + "'" + more + " THEN " + then + " END"
	}
	text := "attributes ->> '" + name + "'"
	switch kind {
	case timeline.KindText:
		return `(left(` + of("string", "", text) + `, 256) COLLATE "C")`
	case timeline.KindInt:
		return "(" + of("number", " AND ("+text+") !~ '[.e]'", "("+text+")::bigint") + ")"
	case timeline.KindFloat:
		return "(" + of("number", " AND ("+text+") ~ '[.e]'", "("+text+")::float8") + ")"
	case timeline.KindBool:
		return "(" + of("boolean", "", "("+text+")::boolean") + ")"
	case timeline.KindSet:
		return `(` + of("array", "", text) + ` COLLATE "C")` // canonical, so that equal sets are equal texts
	default:
		return ""
	}
}

func (s *statement) in(c timeline.Constraint) {
	s.add("(")
	for i, v := range c.Values {
		if i > 0 {
			s.add(" OR ")
		}
		s.equal(c.Attribute, v)
	}
	if len(c.Values) == 0 {
		s.add(never)
	}
	s.add(")")
}

func (s *statement) equal(name string, v timeline.Value) {
	expr := expression(v.Kind(), name)
	switch v.Kind() {
	case timeline.KindText:
		text, _ := v.AsText()
		if !storable(text) {
			s.add(never)
			return
		}
		s.add(expr + " = ").arg(cut(text))
		if cut(text) != text || utf8.RuneCountInString(text) == indexed { // the index knows no more of it
			s.add(` AND (attributes ->> '` + name + `') COLLATE "C" = `).arg(text)
		}
	case timeline.KindSet:
		if text := v.String(); storable(text) {
			s.add(expr + " = ").arg(text)
		} else {
			s.add(never)
		}
	case timeline.KindBool:
		if b, _ := v.AsBool(); b {
			s.add(expr + " = true")
		} else {
			s.add(expr + " = false")
		}
	case timeline.KindInt, timeline.KindFloat:
		if value, ok := number(v); ok {
			s.add(expr + " = ").arg(value)
		} else {
			s.add(never)
		}
	default:
		s.add(never)
	}
}

// storable says whether an event can hold the text; the server refuses others even as parameters.
func storable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// cut is what an index holds of a text.
func cut(text string) string {
	n := 0
	for i := range text {
		if n == indexed {
			return text[:i]
		}
		n++
	}
	return text
}

// number is the parameter for an int or a finite float.
func number(v timeline.Value) (any, bool) {
	if i, ok := v.AsInt(); ok {
		return i, true
	}
	f, ok := v.AsFloat()
	return f, ok && !math.IsNaN(f) && !math.IsInf(f, 0)
}

func (s *statement) within(c timeline.Constraint) {
	kind := timeline.KindNone
	for _, b := range []*timeline.Bound{c.Lo, c.Hi} {
		if b == nil {
			continue
		}
		_, ok := number(b.Value)
		if !ok || kind != timeline.KindNone && kind != b.Value.Kind() {
			s.add(never)
			return
		}
		kind = b.Value.Kind()
	}
	if kind == timeline.KindNone {
		s.add(never)
		return
	}
	expr, and := expression(kind, c.Attribute), ""
	for _, end := range []struct {
		bound        *timeline.Bound
		open, closed string
	}{{c.Lo, " > ", " >= "}, {c.Hi, " < ", " <= "}} {
		if end.bound == nil {
			continue
		}
		op := end.closed
		if end.bound.Open {
			op = end.open
		}
		value, _ := number(end.bound.Value)
		s.add(and + expr + op).arg(value)
		and = " AND "
	}
}

// prefix compares bytes: a prefix may end inside a letter. The letters before that go to the index as a range.
func (s *statement) prefix(c timeline.Constraint) {
	text, ok := single(c.Values)
	whole, broken := letters(text)
	if !ok || strings.ContainsRune(text, 0) || len(broken) >= utf8.UTFMax {
		s.add(never)
		return
	}
	expr := expression(timeline.KindText, c.Attribute)
	s.add(expr + " >= ").arg(cut(whole))
	if upto, bounded := after(cut(whole)); bounded {
		s.add(" AND " + expr + " < ").arg(upto)
	}
	if whole != cut(whole) || broken != "" {
		s.add(" AND substring(convert_to(attributes ->> '" + c.Attribute + "', 'UTF8') FROM 1 FOR " + strconv.Itoa(len(text)) + ") = decode(").
			arg(hexed(text)).add(", 'hex')")
	}
}

// letters splits off what is not UTF-8 at the end of a text.
func letters(text string) (whole, broken string) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return text[:i], text[i:]
		}
		i += size
	}
	return text, ""
}

// after is the least text above all that begin with prefix.
func after(prefix string) (string, bool) {
	runes := []rune(prefix)
	for n := len(runes); n > 0; n-- {
		switch last := runes[n-1]; last {
		case utf8.MaxRune:
			continue
		case 0xd7ff: // what follows are the surrogates, which are no letters
			return string(runes[:n-1]) + "\ue000", true
		default:
			return string(runes[:n-1]) + string(last+1), true
		}
	}
	return "", false
}

func hexed(text string) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 2*len(text))
	for _, c := range []byte(text) {
		out = append(out, digits[c>>4], digits[c&15])
	}
	return string(out)
}

// member asks a set. jsonb looks an element up by its bytes.
func (s *statement) member(c timeline.Constraint) {
	name, ok := single(c.Values)
	if !ok {
		s.add(never)
		return
	}
	value := "(attributes -> '" + c.Attribute + "')"
	has := func() {
		if storable(name) {
			s.add("jsonb_exists(" + value + "::jsonb, ").arg(name).add(")")
		} else {
			s.add(never)
		}
	}
	if c.Op == timeline.OpHas {
		s.add("CASE WHEN json_typeof" + value + " = 'array' THEN ")
		has()
		s.add(" ELSE false END")
		return
	}
	s.add("CASE WHEN " + value + " IS NULL THEN true WHEN json_typeof" + value + " = 'array' THEN NOT ")
	has()
	s.add(" ELSE false END")
}

func single(values []timeline.Value) (string, bool) {
	if len(values) != 1 {
		return "", false
	}
	return values[0].AsText()
}
