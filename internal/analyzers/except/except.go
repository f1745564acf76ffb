package except

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Words are the exceptions that there are, each an analyzer's.
var Words = []string{"impure", "raw", "sealed", "uncovered"}

const prefix = "//grant:"

// Set is the exceptions of one word in a package.
type Set struct {
	pass  *analysis.Pass
	word  string
	lines map[line]*exception
	funcs []*exception
	all   []*exception
}

type line struct {
	file string
	line int
}

type exception struct {
	at       token.Pos
	end      token.Pos // of the comment
	reason   string
	from, to token.Pos // of the function that it stands on
	needed   bool
}

// Read finds the exceptions of a word in those files that look is true of. Where a comment stands alone on its line, it is about the
// next one; where that begins a function, it is about the whole function.
func Read(pass *analysis.Pass, word string, look func(token.Pos) bool) *Set {
	s := &Set{pass: pass, word: word, lines: map[line]*exception{}}
	for _, f := range pass.Files {
		if look(f.FileStart) {
			s.file(f)
		}
	}
	return s
}

func (s *Set) file(f *ast.File) {
	var found []*exception
	for _, group := range f.Comments {
		for _, c := range group.List {
			rest, ok := strings.CutPrefix(c.Text, prefix)
			word, reason, _ := strings.Cut(rest, " ")
			if ok && word == s.word {
				// What follows another comment mark is no part of the reason.
				reason, _, _ = strings.Cut(reason, "//")
				found = append(found, &exception{at: c.Pos(), end: c.End(), reason: strings.TrimSpace(reason)})
			}
		}
	}
	if len(found) == 0 {
		return
	}
	code := s.code(f)
	for _, e := range found {
		at := s.line(e.at)
		last := at // the line that it is about
		for lines := s.pass.Fset.File(f.FileStart).LineCount(); !code[last] && last.line < lines; {
			last.line++
		}
		s.lines[last] = e
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if s.line(n.Pos()) == last {
					e.from, e.to = n.Pos(), n.End()
				}
			case *ast.FuncLit:
				if e.from == token.NoPos && s.line(n.Pos()) == last {
					e.from, e.to = n.Pos(), n.End()
				}
			}
			return true
		})
		if e.from != token.NoPos {
			s.funcs = append(s.funcs, e)
		}
		s.all = append(s.all, e)
	}
}

// code is the lines of a file on which something other than a comment begins or ends.
func (s *Set) code(f *ast.File) map[line]bool {
	out := map[line]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		out[s.line(n.Pos())] = true
		out[s.line(n.End()-1)] = true
		return true
	})
	return out
}

func (s *Set) line(pos token.Pos) line {
	p := s.pass.Fset.PositionFor(pos, false)
	return line{p.Filename, p.Line}
}

// Allow says whether what stands at pos is excepted; found is whether there is anything there that needs it.
func (s *Set) Allow(pos token.Pos, found bool) bool {
	var on []*exception
	if e := s.lines[s.line(pos)]; e != nil {
		on = append(on, e)
	}
	for _, e := range s.funcs {
		if e.from <= pos && pos < e.to {
			on = append(on, e)
		}
	}
	for _, e := range on {
		e.needed = e.needed || found
	}
	return len(on) > 0
}

// Report reports what is wrong with exceptions.
func (s *Set) Report() {
	for _, d := range s.Findings() {
		s.pass.Report(d)
	}
}

// Findings are the exceptions without a reason, and those that nothing needs.
func (s *Set) Findings() (out []analysis.Diagnostic) {
	for _, e := range s.all {
		switch {
		case e.reason == "":
			out = append(out, analysis.Diagnostic{Pos: e.at, Message: prefix + s.word + " has no reason: write one after it"})
		case !e.needed:
			out = append(out, analysis.Diagnostic{
				Pos: e.at, End: e.end, Message: prefix + s.word + " is not needed: nothing is found here",
				SuggestedFixes: []analysis.SuggestedFix{{Message: "remove it", TextEdits: []analysis.TextEdit{{Pos: e.at, End: e.end}}}},
			})
		}
	}
	return out
}

// ReportUnknown reports comments that look like an exception and are none.
func ReportUnknown(pass *analysis.Pass, look func(token.Pos) bool) {
	for _, f := range pass.Files {
		if !look(f.FileStart) {
			continue
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				rest, ok := strings.CutPrefix(c.Text, prefix)
				word, _, _ := strings.Cut(rest, " ")
				if ok && !slices.Contains(Words, word) {
					pass.Reportf(c.Pos(), "there is no exception %s%s; there are %s", prefix, word, strings.Join(Words, ", "))
				}
			}
		}
	}
}
