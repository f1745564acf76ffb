package render

import "github.com/grantgen/grantgen/runtime/assembly"

// order is the order of registers in a prompt.
var order = []assembly.Register{assembly.Binding, assembly.Considered, assembly.Craft, assembly.Generated}

var headings = map[assembly.Register]string{
	assembly.Binding:    "MUST HOLD:",
	assembly.Considered: "CONSIDER:",
	assembly.Craft:      "CRAFT:",
	assembly.Generated:  "SUMMARISED (advisory prose, not canon):",
}

func registerOf(heading string) (assembly.Register, bool) {
	for _, r := range order {
		if headings[r] == heading {
			return r, true
		}
	}
	return 0, false
}
