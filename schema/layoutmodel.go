package schema

import "github.com/grantgen/grantgen/internal/diag"

// Tool is a tool that a role's model may call.
type Tool struct {
	Pos        diag.Pos
	Name       string
	Doc        string
	Version    string
	Owner      string
	Parameters []*Field
	Schema     string // JSON Schema of the parameters, on one line
	Text       string // what a prompt says of the tool: name, description and parameters, as one line of JSON
	Written    Written
}

// Layout is fixed sections in a fixed order.
type Layout struct {
	Pos       diag.Pos
	Name      string
	Window    int     // 204000 by default
	Reserve   int     // 0 by default
	Safety    float64 // 0.75 by default
	Tokenizer string  // o200k_base, cl100k_base, or empty: the application gives a counter
	Allowed   int     // floor(Safety × Window) − Reserve
	Sections  []*Section
	Written   Written
}

// FreshKind is how a section's items are kept fresh.
type FreshKind string

// The kinds of freshness; empty: the schema says nothing.
const (
	FreshRelease     FreshKind = "release"
	FreshRegenerated FreshKind = "regenerated"
	FreshIndex       FreshKind = "index"
	FreshDays        FreshKind = "days"
)

// Section is one section of a layout.
type Section struct {
	Pos        diag.Pos
	Name       string
	Budget     int  // tokens; 0 with Rest
	Rest       bool // budget: rest
	Keep       bool // keep: always
	Stable     bool
	Shed       bool // overflow: shed; otherwise trim
	Overflowed bool // the schema says overflow:
	Grow       bool
	Step       int
	Owner      string
	Fresh      FreshKind
	Days       int    // of FreshDays
	Stale      string // flag, refuse, drop
	Stamp      bool
	Memory     bool // a memory slice fills it: the valve decides
	Written    Written
}

// ItemText is the template of one item.
type ItemText struct {
	Item string
	Text Template
}

// Template is checked text with places; braces are resolved.
type Template []Piece

// Piece is literal text or a place.
type Piece struct {
	Literal string
	Place   *Place
}

// Place is a value in a template.
type Place struct {
	Field     *Field // of the event; a belief's subject; nil otherwise
	Value     bool   // a belief's {value}; the given value; the section's prose; the fixed text
	Predicate bool   // {predicate}
	At        bool   // {at}, with show: [at]
	Of        string // a fact's kind or learnt, an item's source, version, index or document; empty otherwise
	Default   *string
	Type      Type // of what stands here; zero where the predicates of a belief's item differ in it
}
