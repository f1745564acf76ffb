package quote

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/grantgen/grantgen/runtime/internal/lookalike"
)

// Long is the number of bytes above which a text of several lines is fenced and not quoted.
const Long = 320

// Write is a text as it stands in the prompt, without its line end.
func (f Fixed) Write(text string, verbatim bool) string {
	written, _ := f.Scan(text, verbatim)
	return written
}

// Scan writes a text, and says what of the frame it reads like; that is not asked of fixed text.
func (f Fixed) Scan(text string, verbatim bool) (written, reads string) {
	if verbatim && f.asIs(text) {
		return text, ""
	}
	found := lookalike.Scan(text)
	alarming := found.Blank || found.Control || found.Invalid || found.Reads != ""
	switch {
	case !alarming && !found.Lines && text[0] != '"' && !f.meets(text):
		return text, ""
	case !alarming && len(text) > Long:
		return fence(text), ""
	}
	if verbatim {
		found.Reads = ""
	}
	return Quoted(text), found.Reads
}

// fence puts a text between two lines that it cannot hold.
func fence(text string) string {
	mark := fenceMark(text)
	return "<" + mark + ">\n" + text + "\n</" + mark + ">"
}

// fenceMark derives a mark from the text, and again with a number if the text holds it: an attacker who finds a text that holds its
// own hash gains nothing.
func fenceMark(text string) string {
	hash := sha256.New()
	for n := 0; ; n++ {
		hash.Reset()
		if n > 0 {
			hash.Write([]byte(strconv.Itoa(n) + "\n"))
		}
		hash.Write([]byte(text))
		mark := fenceWord + hex.EncodeToString(hash.Sum(nil)[:fenceDigits/2])
		if !strings.Contains(text, mark) {
			return mark
		}
	}
}

const (
	fenceWord   = "text-"
	fenceDigits = 16
)

// OpensFence says that a line is the opening of a fence.
func OpensFence(line string) bool {
	return len(line) == len("<"+fenceWord+">")+fenceDigits && strings.HasPrefix(line, "<"+fenceWord) && line[len(line)-1] == '>'
}
