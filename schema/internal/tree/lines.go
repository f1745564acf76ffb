package tree

import (
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
)

// lines is a file's text by line and column. Nodes come in the order of the file, so that the characters of one line at a time
// are counted once; else one long line with many values would cost its square.
type lines struct {
	text    []string
	last    int   // the line that offsets is of
	offsets []int // where each of its characters begins, and its end
}

func newLines(src []byte) *lines { return &lines{text: strings.Split(string(src), "\n")} }

// clamp makes a position that lies in the file.
func (l *lines) clamp(file string, line, col int) diag.Pos {
	line = max(1, min(line, len(l.text)))
	return diag.Pos{File: file, Line: line, Col: max(1, min(col, len(l.of(line))))}
}

// from is the line of p from p's column on.
func (l *lines) from(p diag.Pos) string {
	at := l.of(p.Line)
	return l.text[p.Line-1][at[min(p.Col-1, len(at)-1)]:]
}

func (l *lines) of(line int) []int {
	if l.last == line {
		return l.offsets
	}
	l.last, l.offsets = line, l.offsets[:0]
	for i := range l.text[line-1] {
		l.offsets = append(l.offsets, i)
	}
	l.offsets = append(l.offsets, len(l.text[line-1]))
	return l.offsets
}
