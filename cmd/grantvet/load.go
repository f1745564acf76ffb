package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// load loads the packages that match, and with their syntax all that they import but the standard library, which the analyzers know by
// tables: its types come from the build cache. To read it from its source takes most of a run.
func load(patterns []string) ([]*packages.Package, error) {
	listed, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule}, patterns...)
	if err != nil {
		return nil, err
	}
	if err := broken(listed); err != nil {
		return nil, err
	}
	followed := map[string]bool{}
	packages.Visit(listed, nil, func(p *packages.Package) {
		if p.Module != nil {
			followed[p.PkgPath] = true
		}
	})
	for _, p := range listed {
		if p.Module == nil { // files that are named, or a package of the standard library: no path says which
			loaded, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, patterns...)
			if err != nil {
				return nil, err
			}
			return loaded, broken(loaded)
		}
	}
	all, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule}, slices.Sorted(maps.Keys(followed))...)
	if err != nil {
		return nil, err
	}
	if err := broken(all); err != nil {
		return nil, err
	}
	byPath := map[string]*packages.Package{}
	for _, p := range all {
		byPath[p.PkgPath] = p
		maps.DeleteFunc(p.Imports, func(_ string, i *packages.Package) bool { return !followed[i.PkgPath] })
	}
	out := make([]*packages.Package, len(listed))
	for i, p := range listed {
		if out[i] = byPath[p.PkgPath]; out[i] == nil {
			return nil, fmt.Errorf("load packages: %s is not there any more", p.PkgPath)
		}
	}
	return out, nil
}

// broken is what is wrong with the packages, also with those that they import.
func broken(loaded []*packages.Package) error {
	if len(loaded) == 0 {
		return errors.New("no packages match")
	}
	var text []string
	packages.Visit(loaded, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			text = append(text, e.Error())
		}
	})
	if len(text) == 0 {
		return nil
	}
	slices.Sort(text)
	return fmt.Errorf("load packages:\n%s", strings.Join(slices.Compact(text), "\n"))
}
