package tree

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/grantgen/grantgen/internal/diag"
)

var bom = []byte("\ufeff")

// scan looks at the bytes before any YAML is read: size, encoding, characters that do not show. A byte order mark at the very
// start is allowed and dropped; line ends are LF or CRLF.
func scan(name string, src []byte) ([]byte, *diag.Diagnostic) {
	if len(src) > MaxBytes {
		d := fault(diag.Pos{File: name}, "too-big", "the file is larger than 1 MiB (%d bytes)", len(src))
		d.Expected = "several *.grant.yaml files in the folder, which are one schema"
		return nil, d
	}
	if bytes.HasPrefix(src, []byte{0xff, 0xfe}) || bytes.HasPrefix(src, []byte{0xfe, 0xff}) {
		d := fault(diag.Pos{File: name, Line: 1, Col: 1}, "not-utf8", "the file is UTF-16, not UTF-8")
		d.Expected = "UTF-8 text"
		return nil, d
	}
	src = bytes.TrimPrefix(src, bom)
	pos := diag.Pos{File: name, Line: 1, Col: 1}
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			d := fault(pos, "not-utf8", "the byte 0x%02x is not UTF-8", src[i])
			d.Expected = "UTF-8 text"
			return nil, d
		case r == '\n':
			pos.Line, pos.Col = pos.Line+1, 0
		case r == '\r' && i+1 < len(src) && src[i+1] == '\n':
		case forbidden(r):
			d := fault(pos, "hidden-character", "%s may not stand in a schema", nameOf(r))
			d.Expected = "the text without it"
			return nil, d
		}
		pos.Col++
		i += size
	}
	return src, nil
}

// forbidden says whether r may not stand in a schema: controls (tab and line feed apart), and whatever turns text around, joins
// or breaks lines without being seen.
func forbidden(r rune) bool {
	switch {
	case r == '\t' || r == '\n':
		return false
	case r < ' ' || r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
		return true
	}
	return unicode.Is(unicode.Bidi_Control, r)
}

func nameOf(r rune) string {
	switch {
	case unicode.Is(unicode.Bidi_Control, r):
		return fmt.Sprintf("the character U+%04X, which changes the direction of text,", r)
	case r == 0xfeff:
		return "a byte order mark inside the text"
	case r == '\r':
		return "a carriage return without a line feed"
	case r == 0x2028 || r == 0x2029 || r == 0x85:
		return fmt.Sprintf("the line separator U+%04X", r)
	}
	return fmt.Sprintf("the control character U+%04X", r)
}

func fault(p diag.Pos, code, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Pos: p, Severity: diag.Error, Code: code, Message: fmt.Sprintf(format, args...)}
}
