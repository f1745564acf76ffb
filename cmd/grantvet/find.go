package main

import (
	"cmp"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/grantgen/grantgen/internal/analyzers"
	"github.com/grantgen/grantgen/internal/analyzers/covered"
)

// finding is one thing that an analyzer reports.
type finding struct {
	File     string `json:"file"` // below the folder here where it lies there, with slashes
	Line     int    `json:"line"`
	Col      int    `json:"col"`
	Analyzer string `json:"analyzer"`
	Message  string `json:"message"`

	edits []edit
}

// edit is a part of a finding's fix.
type edit struct {
	file     string
	from, to int // byte offsets
	text     string
}

// find runs the analyzers on packages; what they find is sorted, and told once where a package is there twice.
func find(patterns []string) ([]finding, error) {
	loaded, err := load(patterns)
	if err != nil {
		return nil, err
	}
	graph, err := checker.Analyze(append(analyzers.All(), covered.Assemblers), loaded, nil)
	if err != nil {
		return nil, err
	}
	found := []finding{}
	for _, root := range graph.Roots {
		if root.Err != nil {
			return nil, fmt.Errorf("%s of %s: %w", root.Analyzer.Name, root.Package.PkgPath, root.Err)
		}
		for _, d := range root.Diagnostics {
			found = append(found, newFinding(root.Package.Fset, root.Analyzer.Name, d))
		}
	}
	bare, err := uncovered(graph)
	if err != nil {
		return nil, err
	}
	found = append(found, bare...)
	slices.SortFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
			cmp.Compare(a.Analyzer, b.Analyzer), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(found, func(a, b finding) bool {
		return a.File == b.File && a.Line == b.Line && a.Col == b.Col && a.Message == b.Message
	}), nil
}

func newFinding(fset *token.FileSet, analyzer string, d analysis.Diagnostic) finding {
	at := fset.Position(d.Pos)
	f := finding{File: below(at.Filename), Line: at.Line, Col: at.Column, Analyzer: analyzer, Message: d.Message}
	if len(d.SuggestedFixes) == 0 {
		return f
	}
	for _, e := range d.SuggestedFixes[0].TextEdits {
		from, to := fset.PositionFor(e.Pos, false), fset.PositionFor(e.End, false)
		if !e.End.IsValid() {
			to = from
		}
		f.edits = append(f.edits, edit{file: from.Filename, from: from.Offset, to: to.Offset, text: string(e.NewText)})
	}
	return f
}

// below is a file's name from here, where it lies below.
func below(file string) string {
	here, err := os.Getwd()
	if err != nil {
		return file
	}
	rel, err := filepath.Rel(here, file)
	if err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}
