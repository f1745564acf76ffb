package render

import (
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/prompt"
)

// BySection is what [Sections] renders by, and what a layout counts by unless its budget says otherwise.
var BySection = assembly.BySection

// Sections is a context that has a layout as plain text, section by section. Of a context made by hand with a part that stands in no
// section, or without a register, it is the zero Prompt; [With] gives the error.
func Sections(c *assembly.Context) prompt.Prompt {
	p, err := With(c, BySection)
	if err != nil {
		return prompt.Prompt{}
	}
	return p
}

// Of is the renderer that a context is made for when its budget names none: [BySection] with a layout, else [ByLabel].
func Of(c *assembly.Context) assembly.Renderer {
	if c.Layout != "" || len(c.Sections) > 0 {
		return BySection
	}
	return ByLabel
}
