package schema

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grantgen/grantgen/schema/internal/shape"
)

const maxFixed = 1 << 20

// headings is what the Labelled renderer writes above each register. A fixed text goes into the prompt as it is, so it must not
// hold what the reader of a prompt takes for a boundary.
var headings = []string{"MUST HOLD:", "CONSIDER:", "CRAFT:", "SUMMARISED (advisory prose, not canon):"}

// fixedText reads the text of a fixed slice. Line ends are LF whatever the checkout made of them, a byte order mark and one line
// feed at the end are dropped: the prompt and its hash are then the same everywhere.
func (r *resolver) fixedText(s *Slice, f *shape.FixedSlice) bool {
	if !f.Fixed.Given() {
		return false
	}
	s.File, s.Version = f.Fixed.String(), f.Version.String()
	fail := func(format string, args ...any) bool {
		r.fail(f.Fixed.Pos(), "fixed", format, args...).Expected = "a text file of UTF-8, relative to the schema, inside the module, at most 1 MiB"
		return false
	}
	if path.IsAbs(s.File) || strings.ContainsAny(s.File, "\\:") || path.Clean(s.File) != s.File || s.File == "." {
		return fail("%q is not a plain relative path", cut(s.File))
	}
	if r.fixed == nil {
		return fail("fixed texts cannot be read here")
	}
	b, err := r.readFixed(s.File)
	if err != nil {
		return fail("%v", err)
	}
	if why := faultOfText(b); why != "" {
		return fail("%s %s", s.File, why)
	}
	s.Text = strings.TrimSuffix(plainText(b), "\n")
	if strings.TrimSpace(s.Text) == "" {
		return fail("%s is empty", s.File)
	}
	n := 0
	for line := range strings.SplitSeq(s.Text, "\n") {
		n++
		if what := boundary(line); what != "" {
			r.fail(f.Fixed.Pos(), "fixed", "line %d of %s begins with %s, which stands for a boundary in a prompt", n, s.File, what).Expected = "another wording, or the heading inside the line"
			return false
		}
	}
	sum := sha256.Sum256([]byte(s.Text))
	s.SHA256 = hex.EncodeToString(sum[:])
	return true
}

// readFixed reads a text once, however many roles have it.
func (r *resolver) readFixed(name string) ([]byte, error) {
	if t, ok := r.texts[name]; ok {
		return t.bytes, t.err
	}
	b, err := r.fixed(name)
	r.texts[name] = readText{b, err}
	return b, err
}

type readText struct {
	bytes []byte
	err   error
}

func plainText(b []byte) string {
	return strings.ReplaceAll(string(bytes.TrimPrefix(b, []byte("\ufeff"))), "\r\n", "\n")
}

func faultOfText(b []byte) string {
	switch {
	case len(b) > maxFixed:
		return "is larger than 1 MiB"
	case !utf8.Valid(b):
		return "is not UTF-8"
	}
	for _, c := range plainText(b) {
		if c != '\n' && c != '\t' && unicode.IsControl(c) || c == 0x2028 || c == 0x2029 || c == 0xfeff || unicode.Is(unicode.Bidi_Control, c) {
			return fmt.Sprintf("holds the hidden character U+%04X", c)
		}
	}
	return ""
}

// boundary is the heading that a line begins with. The renderers know more that may stand for one (look-alikes, fences); the command
// asks them too.
func boundary(line string) string {
	for _, h := range headings {
		if t := strings.TrimLeft(line, " \t"); len(t) >= len(h) && strings.EqualFold(t[:len(h)], h) {
			return h
		}
	}
	return ""
}
