package main

import (
	"golang.org/x/tools/go/analysis/checker"

	"github.com/grantgen/grantgen/internal/analyzers/covered"
)

// uncovered are the assemblers that no test of their module holds to their grants. The tests of a module are looked at once, and only
// where a package exports an assembler.
func uncovered(graph *checker.Graph) ([]finding, error) {
	tested := map[string]map[string]bool{} // by module
	var found []finding
	for _, root := range graph.Roots {
		exported, ok := root.Result.(*covered.Exported)
		if !ok {
			continue
		}
		var of map[string]bool
		if m := root.Package.Module; m != nil && len(exported.Assemblers) > 0 {
			if tested[m.Dir] == nil {
				var err error
				if tested[m.Dir], err = covered.Tested(m.Dir); err != nil {
					return nil, err
				}
			}
			of = tested[m.Dir]
		}
		for _, d := range exported.Findings(of) {
			found = append(found, newFinding(root.Package.Fset, covered.Name, d))
		}
	}
	return found, nil
}
