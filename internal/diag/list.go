package diag

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
)

// List is findings, sorted by file, line, column, message. It is an error when it holds one.
type List []Diagnostic

// Sorted is l in the order of the files, each finding once. Two that differ only in what they add (a suggestion, related
// places) are one: the first stays.
func (l List) Sorted() List {
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Severity, b.Severity))
	})
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Message == b.Message && a.Severity == b.Severity
	})
}

// HasErrors says whether one of l is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Only is the findings of one severity.
func (l List) Only(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}

// Error is one line a finding; warnings are left out where there are errors.
func (l List) Error() string {
	shown := l.Only(Error)
	if len(shown) == 0 {
		shown = l
	}
	lines := make([]string, len(shown))
	for i, d := range shown {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// In is l with the files' names below dir.
func (l List) In(dir string) List {
	if dir == "" || dir == "." {
		return l
	}
	out := slices.Clone(l)
	for i := range out {
		out[i].File = path.Join(dir, out[i].File)
		out[i].Related = slices.Clone(out[i].Related)
		for j := range out[i].Related {
			out[i].Related[j].File = path.Join(dir, out[i].Related[j].File)
		}
	}
	return out
}

// String is file:line:col: severity: message.
func (d Diagnostic) String() string {
	return d.Pos.String() + ": " + string(d.Severity) + ": " + d.Message
}

// String is file:line:col, or the file alone.
func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}

// Compare orders by file, line, column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}
