package quote

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/internal/lookalike"
)

var shortEscapes = map[rune]byte{'"': '"', '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't', '\f': 'f', '\b': 'b'}

// Quoted writes a text on one line: JSON's quoting, with nothing escaped that can stand as it is.
func Quoted(text string) string {
	b := make([]byte, 0, len(text)+16)
	b = append(b, '"')
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(b, '\\', 'x', digits[text[i]>>4], digits[text[i]&15])
		case shortEscapes[r] != 0:
			b = append(b, '\\', shortEscapes[r])
		case hidden(r):
			if high, low := utf16.EncodeRune(r); r > 0xffff {
				b = appendUnit(appendUnit(b, high), low)
			} else {
				b = appendUnit(b, r)
			}
		default:
			b = append(b, text[i:i+n]...)
		}
		i += n
	}
	return string(append(b, '"'))
}

const digits = "0123456789abcdef"

func appendUnit(b []byte, r rune) []byte {
	return append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}

// hidden says that r would break the line or not be seen.
func hidden(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || lookalike.Unseen(r)
}

var errQuote = errors.New("the quoting is broken")

// Unquote reads what Quoted wrote. It is not strict: a parser writes again and compares.
func Unquote(line string) (string, error) {
	if len(line) < 2 || line[0] != '"' || line[len(line)-1] != '"' {
		return "", errQuote
	}
	var b strings.Builder
	for s := line[1 : len(line)-1]; s != ""; {
		if s[0] != '\\' {
			b.WriteByte(s[0])
			s = s[1:]
			continue
		}
		if len(s) < 2 {
			return "", errQuote
		}
		c := s[1]
		s = s[2:]
		switch c {
		case 'x':
			if len(s) < 2 {
				return "", errQuote
			}
			v, err := strconv.ParseUint(s[:2], 16, 8)
			if err != nil {
				return "", errQuote
			}
			b.WriteByte(byte(v))
			s = s[2:]
		case 'u':
			r, rest, err := unit(s)
			if err != nil {
				return "", err
			}
			if utf16.IsSurrogate(r) {
				if !strings.HasPrefix(rest, `\u`) {
					return "", errQuote
				}
				var low rune
				if low, rest, err = unit(rest[2:]); err != nil {
					return "", err
				}
				r = utf16.DecodeRune(r, low)
			}
			b.WriteRune(r)
			s = rest
		default:
			r, ok := shortMeaning(c)
			if !ok {
				return "", errQuote
			}
			b.WriteRune(r)
		}
	}
	return b.String(), nil
}

func unit(s string) (rune, string, error) {
	if len(s) < 4 {
		return 0, "", errQuote
	}
	v, err := strconv.ParseUint(s[:4], 16, 16)
	if err != nil {
		return 0, "", errQuote
	}
	return rune(v), s[4:], nil
}

func shortMeaning(c byte) (rune, bool) {
	i := strings.IndexByte(`"\nrtfb`, c)
	if i < 0 {
		return 0, false
	}
	return rune("\"\\\n\r\t\f\b"[i]), true
}
