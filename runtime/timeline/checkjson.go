package timeline

import "bytes"

// CheckJSON refuses what is not exactly one JSON value in valid UTF-8 without duplicate keys. Lone surrogates are refused too:
// encoding/json would read them as U+FFFD. Keys are compared decoded, so "a" and "\u0061" are one key.
func CheckJSON(b []byte) error {
	s := scanner{b: b}
	if err := s.value(); err != nil {
		return err
	}
	return s.end()
}

func (s *scanner) value() error {
	switch s.next() {
	case '{':
		return s.nested(s.object)
	case '[':
		return s.nested(s.array)
	case '"':
		_, err := s.str()
		return err
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	default:
		_, _, err := s.number()
		return err
	}
}

func (s *scanner) nested(walk func() error) error {
	if s.depth++; s.depth > maxDepth {
		return s.errorf("%w: more than %d levels", errDepth, maxDepth)
	}
	s.i++
	err := walk()
	s.depth--
	return err
}

func (s *scanner) array() error {
	if s.next() == ']' {
		s.i++
		return nil
	}
	for {
		if err := s.value(); err != nil {
			return err
		}
		if more, err := s.comma(']'); !more {
			return err
		}
	}
}

func (s *scanner) object() error {
	if s.next() == '}' {
		s.i++
		return nil
	}
	var seen keys
	for {
		key, err := s.str()
		if err != nil {
			return err
		}
		if !seen.add(key) {
			return s.errorf("a key stands twice in one object")
		}
		if err := s.colon(); err != nil {
			return err
		}
		if err := s.value(); err != nil {
			return err
		}
		if more, err := s.comma('}'); !more {
			return err
		}
	}
}

func (s *scanner) colon() error {
	if s.next() != ':' {
		return s.errorf("expected a colon")
	}
	s.i++
	return nil
}

// comma says whether a comma follows, and takes the end otherwise.
func (s *scanner) comma(end byte) (more bool, err error) {
	switch s.next() {
	case ',':
		s.i++
		return true, nil
	case end:
		s.i++
		return false, nil
	default:
		return false, s.errorf("expected a comma or %q", end)
	}
}

// keys are the keys of one object. A list serves the usual few; from many on a map keeps hostile input linear.
type keys struct {
	few  [][]byte
	many map[string]struct{}
}

func (k *keys) add(key []byte) bool {
	const few = 12
	if k.many != nil {
		if _, there := k.many[string(key)]; there {
			return false
		}
		k.many[string(key)] = struct{}{}
		return true
	}
	for _, other := range k.few {
		if bytes.Equal(other, key) {
			return false
		}
	}
	if k.few = append(k.few, key); len(k.few) > few {
		k.many = make(map[string]struct{}, 4*few)
		for _, key := range k.few {
			k.many[string(key)] = struct{}{}
		}
	}
	return true
}
