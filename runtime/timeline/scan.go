package timeline

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner walks JSON once. It refuses more than encoding/json does: what that would silently change (lone surrogates, bytes
// that are not UTF-8) or hide (a key twice). Its errors name byte offsets, never text.
type scanner struct {
	b     []byte
	i     int
	depth int
}

const maxDepth = 1000

func (s *scanner) errorf(format string, args ...any) error {
	return fmt.Errorf("at byte %d: %w", s.i, fmt.Errorf(format, args...))
}

func (s *scanner) space() {
	for s.i < len(s.b) && (s.b[s.i] == ' ' || s.b[s.i] == '\n' || s.b[s.i] == '\t' || s.b[s.i] == '\r') {
		s.i++
	}
}

// next is the next byte after white space; 0 at the end.
func (s *scanner) next() byte {
	s.space()
	if s.i == len(s.b) {
		return 0
	}
	return s.b[s.i]
}

func (s *scanner) end() error {
	if s.next(); s.i < len(s.b) {
		return s.errorf("data after the value")
	}
	return nil
}

func (s *scanner) literal(word string) error {
	if !bytes.HasPrefix(s.b[s.i:], []byte(word)) {
		return s.errorf("not a JSON value")
	}
	s.i += len(word)
	return nil
}

// str reads a string and returns its decoded bytes, which alias the input when it has no escape.
func (s *scanner) str() ([]byte, error) {
	if s.next() != '"' {
		return nil, s.errorf("expected a string")
	}
	s.i++
	start := s.i
	ascii := true
	for ; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; {
		case c == '"':
			raw := s.b[start:s.i]
			if !ascii && !utf8.Valid(raw) {
				s.i = start
				return nil, s.errorf("a string that is not UTF-8")
			}
			s.i++
			return raw, nil
		case c == '\\':
			return s.escaped(start)
		case c < ' ':
			return nil, s.errorf("a control character in a string")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return nil, s.errorf("a string without an end")
}

// escaped goes on with a string in which an escape was met.
func (s *scanner) escaped(start int) ([]byte, error) {
	out := append(make([]byte, 0, 2*(s.i-start)+16), s.b[start:s.i]...)
	for s.i < len(s.b) {
		switch c := s.b[s.i]; {
		case c == '"':
			if !utf8.Valid(out) {
				return nil, s.errorf("a string that is not UTF-8")
			}
			s.i++
			return out, nil
		case c < ' ':
			return nil, s.errorf("a control character in a string")
		case c != '\\':
			out = append(out, c)
			s.i++
		default:
			var err error
			if out, err = s.escape(out); err != nil {
				return nil, err
			}
		}
	}
	return nil, s.errorf("a string without an end")
}

func (s *scanner) escape(out []byte) ([]byte, error) {
	if s.i+1 >= len(s.b) {
		return nil, s.errorf("a string without an end")
	}
	const from, to = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	c := s.b[s.i+1]
	if at := bytes.IndexByte([]byte(from), c); at >= 0 {
		s.i += 2
		return append(out, to[at]), nil
	}
	if c != 'u' {
		return nil, s.errorf("an unknown escape")
	}
	r, err := s.hex4(s.i + 2)
	if err != nil {
		return nil, err
	}
	if !utf16.IsSurrogate(r) {
		s.i += 6
		return utf8.AppendRune(out, r), nil
	}
	if s.i+8 <= len(s.b) && s.b[s.i+6] == '\\' && s.b[s.i+7] == 'u' {
		low, err := s.hex4(s.i + 8)
		if err != nil {
			return nil, err
		}
		if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
			s.i += 12
			return utf8.AppendRune(out, both), nil
		}
	}
	return nil, s.errorf("a lone surrogate")
}

func (s *scanner) hex4(at int) (rune, error) {
	if at+4 > len(s.b) {
		return 0, s.errorf("a string without an end")
	}
	var r rune
	for _, c := range s.b[at : at+4] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, s.errorf(`\u without four hex digits`)
		}
	}
	return r, nil
}

// number reads a number and says whether it has neither point nor exponent.
func (s *scanner) number() (text []byte, whole bool, err error) {
	start := s.i
	if s.i < len(s.b) && s.b[s.i] == '-' {
		s.i++
	}
	first := s.i
	if s.digits() == 0 {
		return nil, false, s.errorf("not a JSON value")
	}
	if s.b[first] == '0' && s.i > first+1 {
		return nil, false, s.errorf("a number with a leading zero")
	}
	whole = true
	if s.i < len(s.b) && s.b[s.i] == '.' {
		s.i++
		if whole = false; s.digits() == 0 {
			return nil, false, s.errorf("a number without digits after its point")
		}
	}
	if s.i < len(s.b) && s.b[s.i]|0x20 == 'e' {
		s.i++
		if s.i < len(s.b) && (s.b[s.i] == '+' || s.b[s.i] == '-') {
			s.i++
		}
		if whole = false; s.digits() == 0 {
			return nil, false, s.errorf("a number without digits in its exponent")
		}
	}
	return s.b[start:s.i], whole, nil
}

func (s *scanner) digits() int {
	start := s.i
	for s.i < len(s.b) && s.b[s.i] >= '0' && s.b[s.i] <= '9' {
		s.i++
	}
	return s.i - start
}

var errDepth = errors.New("nested too deeply")
