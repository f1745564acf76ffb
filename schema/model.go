package schema

import "github.com/grantgen/grantgen/internal/diag"

// Model is a schema that was read, resolved and checked. It is immutable and independent of the order of files and of where
// the folder lies. Rosters, types, events, predicates, scopes and roles are sorted by name; what has an order of its own (roster
// values, fields, slices, items, clauses, parts) keeps the schema's.
type Model struct {
	Package      string // Go package of the root
	Out          string // its folder below the schema's, slash-separated
	Namespace    string // of its events
	Files        []string
	Rosters      []*Roster
	Types        []*Record
	Events       []*Event
	Predicates   []*Predicate
	Scopes       []*Scope
	Tools        []*Tool
	Layouts      []*Layout
	Roles        []*Role // without abstract ones; `extends` is resolved
	Never        []*Never
	Checks       []*Check
	Declassified []*Declassified
	Warnings     diag.List

	PackagePos, OutPos, NamespacePos diag.Pos
}

// Roster is a finite set of names; or an open one, of which no name is known beforehand and which is compared only for equality
// with the role's own.
type Roster struct {
	Pos    diag.Pos
	Name   string
	Values []RosterValue // none when it is open
	Open   bool

	broken bool // it, or a value of it, was not understood: no name is unknown to it
}

// RosterValue is one member; Label is what text shows (the name itself where the schema gives none).
type RosterValue struct {
	Pos   diag.Pos
	Name  string
	Label string
}

// TypeKind is the kind of a field type.
type TypeKind string

// The field types.
const (
	String   TypeKind = "string"
	Int      TypeKind = "int"
	Float    TypeKind = "float"
	Bool     TypeKind = "bool"
	Time     TypeKind = "time"
	Duration TypeKind = "duration"
	ID       TypeKind = "id"
	JSON     TypeKind = "json"
	OfRoster TypeKind = "roster"
	OfRecord TypeKind = "record"
	ListOf   TypeKind = "list"
	SetOf    TypeKind = "set"
)

// Type is a field type. String gives it back as the schema writes it.
type Type struct {
	Kind     TypeKind
	Roster   *Roster // OfRoster, SetOf
	Record   *Record // OfRecord
	Elem     *Type   // ListOf
	Optional bool
}

// Record is a record of `types:`.
type Record struct {
	Pos    diag.Pos
	Name   string
	Doc    string
	Fields []*Field
	Go     string // import/path.Type of an existing Go type; then there are no fields
	GoPos  diag.Pos
}

// Field is a field of an event, a record, or a predicate's subject.
type Field struct {
	Pos       diag.Pos
	Name      string
	Type      Type
	Attribute bool // stands in the envelope, and only there
}

// Event is an event type; Fields lists attributes first, then payload, each in the schema's order.
type Event struct {
	Pos         diag.Pos
	Name        string
	Doc         string
	Version     int
	RenamedFrom []string
	Go          string // import/path.Type of an existing Go type, whose JSON is the payload; its fields here are those that may be shown
	GoPos       diag.Pos
	Fields      []*Field
	Written     Written
}

// Predicate is a kind of belief. Kind is always functional.
type Predicate struct {
	Pos   diag.Pos
	Name  string
	Doc   string
	About []*Field
	Value Type
}

// ScopeKind says which fold a scope belongs to.
type ScopeKind string

// The kinds of scope.
const (
	BeliefScope    ScopeKind = "beliefs"
	ChronicleScope ScopeKind = "chronicle"
	MemoryScope    ScopeKind = "memory"
	RetrievedScope ScopeKind = "retrieved"
)

// Scope is a family of scopes, e.g. held: {beliefs: "party:{party}:held"}.
type Scope struct {
	Pos      diag.Pos
	Name     string
	Kind     ScopeKind
	Segments []Segment
}

// Segment is a literal, or the place of a roster value.
type Segment struct {
	Literal string
	Roster  *Roster
}

// ScopeRef is a scope as a role names it: a family with each roster place filled by a value or by the member's own.
type ScopeRef struct {
	Pos    diag.Pos
	Family *Scope
	Args   []ScopeArg // one for each Segment with a roster, in order
	Text   string     // "party:norway:held", "party:{self.party}:held"
}

// ScopeArg fills one roster place.
type ScopeArg struct {
	Roster *Roster
	Value  string // the value's name, when not Self
	Self   bool
}

// Role is what one role, or each member of a family, may read and write.
type Role struct {
	Pos          diag.Pos
	Name         string
	Doc          string
	Assembler    string // import path and function, or empty
	AssemblerPos diag.Pos
	Owner        string
	For          []*Roster // not empty: a family
	Layout       *Layout   // nil: none
	Sees         []*Slice
	Parts        []*Part
	Writes       []*ScopeRef
	Written      Written
}

// SliceKind is the kind of a slice.
type SliceKind string

// The kinds of slice.
const (
	LogSlice       SliceKind = "log"
	BeliefsSlice   SliceKind = "beliefs"
	ChronicleSlice SliceKind = "chronicle"
	EventsSlice    SliceKind = "events"
	GivenSlice     SliceKind = "given"
	FixedSlice     SliceKind = "fixed"
	MemorySlice    SliceKind = "memory"
	RetrievedSlice SliceKind = "retrieved"
	ToolsSlice     SliceKind = "tools"
)

// Slice is one entry of `sees:`.
type Slice struct {
	Pos     diag.Pos
	Name    string
	Kind    SliceKind
	Owner   string
	Written Written

	Clauses []*Clause // log, events: one per event type and `where`, wildcards expanded, in the schema's order
	Items   []*Item   // log, events: one per event type, in the order of first mention ("*": by name)
	Last    int       // log: 0 is all
	Since   *Slice    // log: a chronicle slice of the same role

	Beliefs    []*BeliefItem // beliefs: in the schema's order
	Predicates []*Predicate  // beliefs: what may be read; all of the schema when it does not say
	ShowAbout  bool          // beliefs

	Scope *ScopeRef // chronicle, memory, retrieved

	Query      *Slice   // memory: a given slice of type string
	Kinds      []string // memory: what may be found, sorted; all six when the schema does not say
	Top        int      // memory: 3 by default
	Lines      int      // memory: 3 by default
	Triggers   []string // memory: the default ones when the schema does not say
	Summarised bool     // memory: its items are prose

	Tools []*Tool // tools, in the schema's order

	Type Type // given

	File    string // fixed: as the schema names it
	Version string // fixed
	Text    string // fixed: its bytes
	SHA256  string // fixed: hex
}

// Item is what a log or events slice shows of one event type.
type Item struct {
	Event  *Event
	Fields []*Field // in the event's order
	At     bool     // show: [at]
}

// BeliefItem is one scope of a beliefs slice.
type BeliefItem struct {
	Pos   diag.Pos
	Name  string
	Scope *ScopeRef
}

// Clause admits events of one type.
type Clause struct {
	Pos      diag.Pos
	Event    *Event
	Where    []*Where // sorted by attribute name, at most one each
	Owner    string
	Wildcard bool // from "*"
	Written  Written
}

// Op is what a constraint asks.
type Op string

// The operations of `where:`.
const (
	In      Op = "in"
	Between Op = "between"
	Prefix  Op = "prefix"
	Has     Op = "has"
	Lacks   Op = "lacks"
	Present Op = "present"
	Absent  Op = "absent"
)

// Where is one attribute's constraint.
type Where struct {
	Pos    diag.Pos
	Field  *Field
	Op     Op
	Values []Literal // In: any of them, sorted, distinct; Prefix, Has, Lacks: one
	Lo, Hi *Bound    // Between
}

// Bound is one end of an interval.
type Bound struct {
	Value Literal
	Open  bool
}

// Literal is a value in the schema, or the member's own roster value (Self).
type Literal struct {
	Kind TypeKind // String (for an id too), Int, Float, Bool, Time, OfRoster
	Text string   // String; OfRoster: the value's name
	Int  int64    // Int; Time: microseconds since 1970 UTC
	Real float64
	Bool bool
	Self *Roster // {self.party}
	// Other is {other.party}, any value but the member's own: in Never.Where only.
	Other *Roster
}

// Register is how binding a part is.
type Register string

// The registers.
const (
	Binding    Register = "binding"
	Considered Register = "considered"
	Craft      Register = "craft"
	Generated  Register = "generated"
)

// Part is one slot. Roles whose schema has no `parts:` have the default ones here.
type Part struct {
	Pos      diag.Pos
	Name     string
	Register Register
	Rank     int
	From     *Slice // nil: only a hand-written assembler fills it
	// Of narrows From: an item's event name, or a belief item's name; empty: all items of From in the slice's order.
	Of string
	// Texts has one template for each item of From that this part takes: keyed by event name (log, events), by belief item
	// name (beliefs), or by "" (given, chronicle, fixed, retrieved). Default content is written out here. It is sorted as the items are.
	Texts   []ItemText
	Latest  bool  // equals: latest
	Content *Type // structured content in place of text
	Uncited bool

	Written Written // none of a default part

	Section  *Section   // with a layout
	Group    []ItemText // one for each item: parts with one key are kept or shed together; empty: no groups
	Fallback []ItemText // one for each item: a shorter text tried before shedding; empty: none
}

// Never is an assertion over roles.
type Never struct {
	Pos            diag.Pos
	ID             string
	Roles          []string
	Event          *Event // or Scope
	Where          []*Where
	Scope          string // as written, with {other.party}
	ThroughWriters bool
}

// Check is an expectation about one role or member.
type Check struct {
	Pos    diag.Pos
	Role   string // negotiator@norway
	Not    bool
	Event  string
	Scope  string
	Fields []CheckField
}

// CheckField is one attribute of an example event.
type CheckField struct {
	Name   string
	Values []Literal
	Set    bool
}
