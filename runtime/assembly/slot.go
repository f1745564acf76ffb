package assembly

// Slot is an entry of a role's `parts:`, declared once by generated code and named by pointer.
type Slot struct {
	Name     string
	Register Register
	Rank     int
	// Latest: of equally ranked parts of this slot the latest is shed first. By default the oldest is.
	Latest  bool
	Uncited bool   // a part may cite nothing
	Section string // of the layout; empty without one
}

// Content is what a part says: text, or one line of JSON with keys in the schema's order.
type Content struct {
	Text       string
	Structured bool
	// Verbatim marks fixed text: generation has checked that it holds no heading, marker or fence, and renderers write it as it
	// is, also over several lines.
	Verbatim bool
	// Group: parts of one slot with the same Group are kept or shed together. Empty: the part stands alone.
	Group string
	// Fallback is a shorter text, tried in the same place before the part is shed. Empty: there is none. A fixed text has none.
	Fallback string
}
