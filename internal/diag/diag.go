package diag

// Pos is a place in a file. Line and Col count from 1, Col in Unicode code points; a zero Line means the file as a whole.
type Pos struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"col,omitempty"`
}

// Severity tells an error, which stops generation, from a warning and a note, which do not: a note is of what may yet come right.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Related is a second place that a diagnostic speaks of.
type Related struct {
	Pos
	Message string `json:"message"`
}

// Diagnostic is one finding.
type Diagnostic struct {
	Pos
	Severity Severity  `json:"severity"`
	Code     string    `json:"code"` // stable, e.g. unknown-key
	Message  string    `json:"message"`
	Expected string    `json:"expected,omitempty"` // what would have been right
	Suggest  string    `json:"suggest,omitempty"`  // e.g. did you mean "events"?
	Related  []Related `json:"related,omitempty"`
	Excerpt  string    `json:"excerpt,omitempty"` // the line at Pos and, under it, a caret; filled in by whoever has the source (see Source)
}
