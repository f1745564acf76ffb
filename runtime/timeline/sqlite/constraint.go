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
	path := `'$."` + c.Attribute + `"'`
	json, kind := "attributes -> "+path, "json_type(attributes, "+path+")"
	switch c.Op {
	case timeline.OpIn:
		s.in(json, c.Values)
	case timeline.OpBetween:
		s.within(path, c.Lo, c.Hi)
	case timeline.OpPrefix:
		s.prefix(json, c.Values)
	case timeline.OpHas, timeline.OpLacks:
		s.member(path, c)
	case timeline.OpPresent:
		s.add(kind + " IS NOT NULL")
	case timeline.OpAbsent:
		s.add(kind + " IS NULL")
	default:
		s.add(never)
	}
}

func (s *statement) in(json string, values []timeline.Value) {
	var texts []any
	for _, v := range values {
		if kind := v.Kind(); kind != timeline.KindNone && kind != timeline.KindSelf {
			texts = append(texts, string(v.JSON()))
		}
	}
	if len(texts) == 0 {
		s.add(never)
		return
	}
	s.add("("+json+") IN (?"+strings.Repeat(", ?", len(texts)-1)+")", texts...)
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
	s.add("(("+json+") >= ? AND ("+json+") < ?)", from, string(upto))
}

func (s *statement) member(path string, c timeline.Constraint) {
	name, ok := single(c.Values)
	if !ok {
		s.add(never)
		return
	}
	kind := "json_type(attributes, " + path + ")"
	exists := "EXISTS (SELECT 1 FROM json_each(events.attributes, " + path + ") WHERE json_each.value = ?)"
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
func (s *statement) within(path string, lo, hi *timeline.Bound) {
	if lo == nil && hi == nil {
		s.add(never)
		return
	}
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
	number, stored := "(attributes ->> "+path+")", "integer"
	if kind == timeline.KindFloat {
		number, stored = floatFunction+"(attributes -> "+path+")", "real"
	}
	s.add("(json_type(attributes, " + path + ") = '" + stored + "'")
	s.bound(number, lo, " > ?", " >= ?")
	s.bound(number, hi, " < ?", " <= ?")
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
