package main

import (
	"cmp"
	"fmt"
	"go/format"
	"maps"
	"os"
	"slices"
)

// apply writes the fixes of findings into their files, and gives back the findings that have none. A fix that meets another is left
// for the next run, and its finding stays.
func apply(found []finding) ([]finding, error) {
	files := map[string][]edit{}
	left := []finding{}
	for _, f := range found {
		if len(f.edits) == 0 || slices.ContainsFunc(f.edits, func(e edit) bool { return meets(files[e.file], e) }) {
			left = append(left, f)
			continue
		}
		for _, e := range f.edits {
			if !slices.Contains(files[e.file], e) { // two fixes add the same import
				files[e.file] = append(files[e.file], e)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := rewrite(name, files[name]); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// meets says whether an edit lies in, or begins where another begins that is not the same.
func meets(edits []edit, e edit) bool {
	return slices.ContainsFunc(edits, func(o edit) bool {
		return o != e && (o.from < e.to && e.from < o.to || o.from == e.from)
	})
}

func rewrite(name string, edits []edit) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(b.from, a.from) }) // from the end
	for _, e := range edits {
		text = slices.Concat(text[:e.from], []byte(e.text), text[e.to:])
	}
	out, err := format.Source(text)
	if err != nil {
		return fmt.Errorf("fix %s: %w", name, err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, out, info.Mode().Perm())
}
