package sqlite

import (
	"math"
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

const (
	never  = "0"
	always = "1"
)

// constraint writes what [timeline.Constraint.Match] says. An absent attribute makes `->` and json_type NULL, which in a WHERE is
// as good as false; only lacks and absent ask for it.
//
// Values are compared as canonical JSON (`->`), which a value has one of: so 1, 1.0, "1" and true are four, and texts compare by
// their bytes. The path stands in the SQL as text, not as a parameter, so that an index on the expression can serve it.
func (s *statement) constraint(c timeline.Constraint) {
	if !timeline.IsName(c.Attribute) { // no event has such an attribute
		if c.Match(timeline.Value{}) {
			s.add(always)
		} else {
			s.add(never)
		}
		return
	}
	kind := kindOf(c.Attribute)
	switch c.Op {
	case timeline.OpIn:
		s.in(c.Attribute, c.Values)
	case timeline.OpBetween:
		s.within(c.Attribute, c.Lo, c.Hi)
	case timeline.OpPrefix:
		s.prefix(canonical(c.Attribute), c.Values)
	case timeline.OpHas, timeline.OpLacks:
		s.member(c)
	case timeline.OpPresent:
		s.add(kind + " IS NOT NULL")
	case timeline.OpAbsent:
		s.add(kind + " IS NULL")
	default:
		s.add(never)
	}
}

// kindOf is what the attribute is as JSON: text, integer, real, true, false, array; NULL when it is absent.
func kindOf(attribute string) string { return "json_type(attributes, " + path(attribute) + ")" }

// in asks for ints as ints, since that is how they are indexed, and for all else as canonical JSON.
func (s *statement) in(attribute string, values []timeline.Value) {
	var texts, ints []any
	for _, v := range values {
		switch v.Kind() {
		case timeline.KindNone, timeline.KindSelf:
		case timeline.KindInt:
			i, _ := v.AsInt()
			ints = append(ints, i)
		default:
			texts = append(texts, v.String())
		}
	}
	or := "("
	if len(texts) > 0 {
		s.add(or+canonical(attribute)+among(len(texts)), texts...)
		or = " OR "
	}
	if len(ints) > 0 {
		s.add(or+"("+numeric(attribute)+among(len(ints))+" AND "+kindOf(attribute)+" = 'integer')", ints...)
		or = " OR "
	}
	if or == "(" {
		s.add(never)
		return
	}
	s.add(")")
}

func among(n int) string {
	if n == 1 {
		return " = ?"
	}
	return " IN (?" + strings.Repeat(", ?", n-1) + ")"
}

// prefix is a range of bytes over the canonical text: escapes stand for one rune each, so a prefix of the text is a prefix of
// its canonical form, without the closing quote.
func (s *statement) prefix(json string, values []timeline.Value) {
	text, ok := single(values)
	if !ok {
		s.add(never)
		return
	}
	from := string(timeline.Text(text).JSON())
	from = from[:len(from)-1]
	upto := []byte(from)
	for upto[len(upto)-1] == 0xff { // ends at the quote at the latest
		upto = upto[:len(upto)-1]
	}
	upto[len(upto)-1]++
	s.add("("+json+" >= ? AND "+json+" < ?)", from, string(upto))
}

func (s *statement) member(c timeline.Constraint) {
	name, ok := single(c.Values)
	if !ok {
		s.add(never)
		return
	}
	kind := kindOf(c.Attribute)
	exists := "EXISTS (SELECT 1 FROM json_each(events.attributes, " + path(c.Attribute) + ") WHERE json_each.value = ?)"
	if c.Op == timeline.OpHas {
		s.add("("+kind+" = 'array' AND "+exists+")", name)
		return
	}
	s.add("("+kind+" IS NULL OR "+kind+" = 'array' AND NOT "+exists+")", name)
}

func single(values []timeline.Value) (string, bool) {
	if len(values) != 1 {
		return "", false
	}
	return values[0].AsText()
}

// within compares ints as SQLite reads them, and floats as Go does: SQLite's own reading of decimals may be off in the last bit.
func (s *statement) within(attribute string, lo, hi *timeline.Bound) {
	kind := timeline.KindNone
	for _, b := range []*timeline.Bound{lo, hi} {
		if b == nil {
			continue
		}
		f, isFloat := b.Value.AsFloat()
		_, isInt := b.Value.AsInt()
		mixed := kind != timeline.KindNone && kind != b.Value.Kind()
		if !isInt && !isFloat || mixed || math.IsNaN(f) || math.IsInf(f, 0) {
			s.add(never)
			return
		}
		kind = b.Value.Kind()
	}
	switch kind {
	case timeline.KindInt:
		s.add("(" + kindOf(attribute) + " = 'integer'")
		s.bound(numeric(attribute), lo, " > ?", " >= ?")
		s.bound(numeric(attribute), hi, " < ?", " <= ?")
	case timeline.KindFloat:
		s.add("(" + kindOf(attribute) + " = 'real'")
		exact := floatFunction + canonical(attribute)
		s.bound(exact, lo, " > ?", " >= ?")
		s.bound(exact, hi, " < ?", " <= ?")
	default:
		s.add(never)
		return
	}
	s.add(")")
}

func (s *statement) bound(number string, b *timeline.Bound, open, closed string) {
	if b == nil {
		return
	}
	var arg any
	if i, ok := b.Value.AsInt(); ok {
		arg = i
	} else {
		arg, _ = b.Value.AsFloat()
	}
	if b.Open {
		closed = open
	}
	s.add(" AND "+number+closed, arg)
}
