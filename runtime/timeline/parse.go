package timeline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseAttributes reads the canonical object (any key order and white space; a duplicate key is an error). An int comes back
// as the same int, however large; a number with a point or exponent is a float.
func ParseAttributes(b []byte) (Attributes, error) {
	s := scanner{b: b}
	out, err := s.attributes()
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return nil, fmt.Errorf("read attributes: %w", err)
	}
	if !slices.IsSortedFunc(out, byName) {
		slices.SortFunc(out, byName)
	}
	for i := 1; i < len(out); i++ {
		if out[i-1].Name == out[i].Name {
			return nil, fmt.Errorf("read attributes: %s stands twice", out[i].Name)
		}
	}
	return out, nil
}

func byName(a, b Attribute) int { return strings.Compare(a.Name, b.Name) }

func (s *scanner) attributes() (Attributes, error) {
	if s.next() != '{' {
		return nil, s.errorf("expected an object")
	}
	s.i++
	if s.next() == '}' {
		s.i++
		return nil, nil
	}
	out := make(Attributes, 0, 4)
	for {
		name, err := s.str()
		if err != nil {
			return nil, err
		}
		if err := s.colon(); err != nil {
			return nil, err
		}
		v, err := s.attribute()
		if err != nil {
			return nil, err
		}
		out = append(out, Attribute{string(name), v})
		if more, err := s.comma('}'); !more {
			return out, err
		}
	}
}

// attribute reads one value.
func (s *scanner) attribute() (Value, error) {
	switch s.next() {
	case '"':
		text, err := s.str()
		return Text(string(text)), err
	case 't':
		return Bool(true), s.literal("true")
	case 'f':
		return Bool(false), s.literal("false")
	case '[':
		s.i++
		return s.set()
	}
	text, whole, err := s.number()
	if err != nil {
		return Value{}, err
	}
	if whole {
		i, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil {
			return Value{}, s.errorf("an int beyond 64 bits")
		}
		return Int(i), nil
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return Value{}, s.errorf("a float beyond 64 bits")
	}
	return Float(f), nil
}

func (s *scanner) set() (Value, error) {
	if s.next() == ']' {
		s.i++
		return Set(), nil
	}
	var names []string
	for {
		name, err := s.str()
		if err != nil {
			return Value{}, err
		}
		names = append(names, string(name))
		if more, err := s.comma(']'); !more {
			return Set(names...), err
		}
	}
}
