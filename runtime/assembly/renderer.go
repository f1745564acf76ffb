package assembly

// Renderer turns a context into the text that a model gets. It is a pure function of the context. Under a budget it is called
// with contexts whose Parts are kept so far and whose Shed is all the rest, so that Parts and Shed together are always the same.
type Renderer interface {
	Render(c *Context) (string, error)
}

// UnitRenderer is a Renderer whose text is heads and units put together, which makes counting it linear: each unit is counted
// once. A Renderer without it is rendered and counted anew for every part that is visited, which is quadratic.
type UnitRenderer interface {
	Renderer
	// Units takes the parts of a context, kept and shed, as one list.
	Units(all []Part) Units
}

// Units are the pieces of a rendered text: for each register of Registers that has parts, its Head, then the Unit of each part
// in the assembler's order.
type Units interface {
	Registers() []Register
	Head(r Register, first bool) string // first: nothing stands above it
	Unit(p *Part) string                // with its line end
}
