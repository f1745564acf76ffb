package render

import "github.com/grantgen/grantgen/runtime/assembly"

// order is the order of registers in a prompt.
var order = []assembly.Register{assembly.Binding, assembly.Considered, assembly.Craft, assembly.Generated}

func registerOf(heading string) (assembly.Register, bool) {
	for _, r := range order {
		if assembly.Heading(r) == heading {
			return r, true
		}
	}
	return 0, false
}
