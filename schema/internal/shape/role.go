package shape

import (
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// Role is one of `roles:`.
type Role struct {
	At        diag.Pos    `json:"-"`
	Doc       Text        `json:"doc" jsonschema_description:"Who this is."`
	Assembler Word        `json:"assembler" jsonschema_description:"import/path.Func of the hand-written assembler, for generated tests and replay."`
	Owner     Text        `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	For       Names       `json:"for" jsonschema_description:"A roster, or several: makes the role a family with one member a value."`
	Extends   Names       `json:"extends" jsonschema_description:"Roles whose slices, parts and writes this one has too."`
	Abstract  Flag        `json:"abstract" jsonschema_description:"true: only to be extended; generates nothing."`
	Layout    Name        `json:"layout" jsonschema_description:"The layout; each part then says its section."`
	Sees      Dict[Slice] `json:"sees" jsonschema_description:"What it may read, slice by slice, in this order."`
	Parts     Dict[Part]  `json:"parts" jsonschema_description:"The slots of its prompt. Without it each slice item makes one part."`
	Writes    []Word      `json:"writes" jsonschema_description:"Scopes that it writes, through its own door."`
}

// Slice is one of `sees:`: a short form or one of the kinds.
type Slice struct {
	union
	Short     FieldType       `json:"short"`
	Log       *LogSlice       `json:"log"`
	Beliefs   *BeliefsSlice   `json:"beliefs"`
	Chronicle *ChronicleSlice `json:"chronicle"`
	Events    *EventsSlice    `json:"events"`
	Memory    *MemorySlice    `json:"memory"`
	Retrieved *RetrievedSlice `json:"retrieved"`
	Given     *GivenSlice     `json:"given"`
	Fixed     *FixedSlice     `json:"fixed"`
	Tools     *ToolsSlice     `json:"tools"`
}

// The kinds of slice.
type (
	// LogSlice reads the log.
	LogSlice struct {
		Log   []Clause `json:"log" jsonschema:"required" eg:"log: [OfferMade]" jsonschema_description:"Clauses, a union: an event type, \"*\", or {events, where, show, owner}."`
		Last  Whole    `json:"last" jsonschema_description:"Only the newest of the admitted events, this many."`
		Since Name     `json:"since" jsonschema_description:"A chronicle slice of this role: what its sections cover is left out."`
		Owner Text     `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	}
	// BeliefsSlice reads belief scopes.
	BeliefsSlice struct {
		Beliefs    Dict[Word] `json:"beliefs" jsonschema:"required" eg:"beliefs: {held: \"party:norway:held\"}" jsonschema_description:"Names and the scopes they read."`
		Predicates []Name     `json:"predicates" jsonschema_description:"Which predicates. Default: all."`
		Show       []Name     `json:"show" jsonschema_description:"[about] adds the subjects to the view."`
		Owner      Text       `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	}
	// ChronicleSlice reads the sections of a chronicle.
	ChronicleSlice struct {
		Chronicle Word `json:"chronicle" jsonschema:"required" eg:"chronicle: \"chronicle:public\"" jsonschema_description:"The scope."`
		Owner     Text `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	}
	// EventsSlice reads a fixed range of the log.
	EventsSlice struct {
		Events []Clause `json:"events" jsonschema:"required" eg:"events: [OfferMade]" jsonschema_description:"Clauses, a union, over the range that the input gives."`
		Owner  Text     `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	}
	// MemorySlice reads memory.
	MemorySlice struct {
		Memory     Word   `json:"memory" jsonschema:"required" eg:"memory: \"user:{self.user}:facts\"" jsonschema_description:"The scope."`
		Query      Name   `json:"query" jsonschema:"required" eg:"query: ask" jsonschema_description:"The given slice that holds the user's input: what is searched for."`
		Kinds      []Name `json:"kinds" jsonschema_description:"Which kinds of fact: preference, identity, goal, conclusion, setting, rule. Default: all."`
		Top        Whole  `json:"top" jsonschema_description:"At most this many facts. Default: 3."`
		Lines      Whole  `json:"lines" jsonschema_description:"At most this many lines of each. Default: 3."`
		Need       *Need  `json:"need" jsonschema_description:"When memory is searched at all."`
		Summarised Flag   `json:"summarised" jsonschema_description:"true: its items are prose."`
		Owner      Text   `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	}
	// Need says when memory is searched.
	Need struct {
		Triggers []Text `json:"triggers" jsonschema:"required" eg:"triggers: [previously]" jsonschema_description:"Words in the input that call for memory."`
	}
	// RetrievedSlice reads recorded evidence.
	RetrievedSlice struct {
		Retrieved Word `json:"retrieved" jsonschema:"required" eg:"retrieved: \"docs:public\"" jsonschema_description:"The scope."`
		Owner     Text `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	}
	// GivenSlice is a value that the application computes.
	GivenSlice struct {
		Given FieldType `json:"given" jsonschema:"required" eg:"given: string" jsonschema_description:"The value's type."`
		Owner Text      `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	}
	// FixedSlice is text embedded at generation.
	FixedSlice struct {
		Fixed   Word `json:"fixed" jsonschema:"required" eg:"fixed: house.md" jsonschema_description:"The file, relative to the schema."`
		Version Text `json:"version" jsonschema_description:"The text's version."`
		Owner   Text `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	}
	// ToolsSlice is the tools that the role may call.
	ToolsSlice struct {
		Tools []Name `json:"tools" jsonschema:"required" eg:"tools: [lookup]" jsonschema_description:"The tools, and no others."`
		Owner Text   `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	}
)

func (*LogSlice) hint(key string) string    { return inClause(key) }
func (*EventsSlice) hint(key string) string { return inClause(key) }

func inClause(key string) string {
	if key == "where" || key == "show" {
		return "it stands in a clause: {events: […], " + key + ": …}"
	}
	return ""
}

// kinds is the keys that tell the kinds apart, in the order of the language's reference.
func (Slice) kinds() []string {
	return []string{"log", "beliefs", "chronicle", "events", "memory", "retrieved", "given", "fixed", "tools"}
}

func (s *Slice) read(r *Reader, n *tree.Node) bool {
	switch n.Kind {
	case tree.Scalar:
		if n.Null {
			r.null(n, "an event type, a field type, or a map with one of: "+strings.Join(s.kinds(), ", "))
			return false
		}
		return s.Short.read(r, n)
	case tree.Map:
	default:
		if n.Kind != 0 {
			d := r.fail(n.Pos, "shape", "this is %s", n.Kind)
			if n.Kind == tree.List {
				d.Suggest = "for several event types, write {log: […]}"
			}
			d.Expected = "an event type, a field type, or a map with one of: " + strings.Join(s.kinds(), ", ")
		}
		return false
	}
	var found []*tree.Node
	for _, k := range n.Keys {
		for _, kind := range s.kinds() {
			if k.Text == kind {
				found = append(found, k)
			}
		}
	}
	switch len(found) {
	case 1:
		f, _ := field(reflect.ValueOf(s).Elem(), found[0].Text)
		return r.into(n, f)
	case 0:
		return r.noKind(n)
	}
	r.fail(found[1].Pos, "shape", "a slice reads one store, and this one names %q and %q", found[0].Text, found[1].Text).Related =
		[]diag.Related{{Pos: found[0].Pos, Message: "the first is here"}}
	return false
}

func (r *Reader) noKind(n *tree.Node) bool {
	all := Slice{}.kinds()
	for _, k := range n.Keys {
		if near := diag.DidYouMean(k.Text, all); near != "" {
			d := r.fail(k.Pos, "unknown-key", "unknown key %q", shorten(k.Text))
			d.Expected, d.Suggest = "one of: "+strings.Join(all, ", "), near
			return false
		}
	}
	r.fail(n.Pos, "missing-key", "a slice needs a key that says what it reads").Expected = "one of: " + strings.Join(all, ", ")
	return false
}

// EventName is an event type, or "*".
type EventName struct{ scalar }

// String is the name.
func (e EventName) String() string { return e.text() }

func (e *EventName) read(r *Reader, n *tree.Node) bool {
	if !r.single(n, "an event type", &e.scalar) {
		return false
	}
	if n.Text != "*" && !IsName(n.Text) {
		r.badName(n)
		e.node = nil
		return false
	}
	return true
}

// JSONSchema implements the interface of invopop/jsonschema.
func (EventName) JSONSchema() *jsonschema.Schema {
	return oneOf(&jsonschema.Schema{Type: "string", Pattern: `^(\*|[A-Za-z][A-Za-z0-9_-]{0,39})$`}, &jsonschema.Schema{Type: "boolean"})
}

// Part is one of `parts:`.
type Part struct {
	At       diag.Pos          `json:"-"`
	Register Choice[registers] `json:"register" jsonschema:"required" eg:"register: considered" jsonschema_description:"How binding it is: binding must hold; considered is advisory, ranked; craft is technique; generated is prose that a model wrote."`
	Rank     Whole             `json:"rank" jsonschema_description:"Higher survives longer. Default: 0."`
	Section  Name              `json:"section" jsonschema_description:"The layout's section."`
	From     Word              `json:"from" jsonschema_description:"A slice, or slice.item; without it a hand-written assembler fills the slot."`
	Text     Text              `json:"text" jsonschema_description:"A template: \"{party}: {text}\"; {{ and }} are braces; {note|none} gives an optional field a default."`
	Equals   Choice[equals]    `json:"equals" jsonschema_description:"Which of equally ranked parts goes first."`
	Group    Text              `json:"group" jsonschema_description:"Parts with one key are kept or shed together."`
	Fallback Text              `json:"fallback" jsonschema_description:"A shorter text tried before shedding."`
	Content  FieldType         `json:"content" jsonschema_description:"Structured content of this type in place of text."`
	Uncited  Flag              `json:"uncited" jsonschema_description:"true: text without a source is allowed."`
}
