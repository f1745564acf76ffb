package shape

import (
	"regexp"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// Roster is a list of names, a map of names to labels, or the word string for an open one.
type Roster struct {
	union
	Values []RosterName `json:"values"`
	Labels Dict[Text]   `json:"labels"`
	Open   Choice[open] `json:"open"`
	Partly bool         `json:"-"` // some of its values were not understood
}

func (s *Roster) read(r *Reader, n *tree.Node) bool {
	switch {
	case n.Kind == tree.List && len(n.Items) > 0:
		for _, item := range n.Items {
			var v RosterName
			if v.read(r, item) {
				s.Values = append(s.Values, v)
			} else {
				s.Partly = true
			}
		}
		return true
	case n.Kind == tree.Map:
		ok := s.Labels.read(r, n)
		s.Partly = len(s.Labels.Entries) < len(n.Keys)
		return ok
	case n.Kind == tree.Scalar && n.Text == "string":
		return s.Open.read(r, n)
	}
	if n.Kind != 0 {
		d := r.fail(n.Pos, "shape", "a roster is a list of names, a map of names to labels, or string for an open roster")
		d.Expected = "e.g. [norway, uk], or string"
		d.Suggest = diag.DidYouMean(n.Text, open{}.choices())
	}
	return false
}

// RosterName is a name in a roster's list: here even a word that YAML takes for a null is a name.
type RosterName struct{ Name }

func (v *RosterName) read(r *Reader, n *tree.Node) bool {
	if n.Null && IsName(n.Text) {
		v.node = n
		return true
	}
	return v.Name.read(r, n)
}

// JSONSchema implements the interface of invopop/jsonschema.
func (v RosterName) JSONSchema() *jsonschema.Schema {
	s := v.Name.JSONSchema()
	s.AnyOf = append(s.AnyOf, &jsonschema.Schema{Type: "null"})
	return s
}

const typePattern = `^(list +)*(set +)?[A-Za-z][A-Za-z0-9_-]{0,39}\??$`

var typeRE = regexp.MustCompile(typePattern)

// FieldType is a field type as written: string, party, list string, set party, string?.
type FieldType struct{ Word }

func (t *FieldType) read(r *Reader, n *tree.Node) bool {
	if !r.single(n, "a field type", &t.scalar) {
		return false
	}
	if !typeRE.MatchString(n.Text) {
		r.fail(n.Pos, "shape", "%q is not a field type", shorten(n.Text)).Expected =
			"string, int, float, bool, time, duration, id, json, a roster, a record of types:, list T or set ROSTER; with ? at the end when optional"
		t.node = nil
		return false
	}
	return true
}

// JSONSchema implements the interface of invopop/jsonschema.
func (FieldType) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: typePattern}
}

// Fields is names and their types.
type Fields = Dict[FieldType]

// Event is a plain map of payload fields, or the closed form.
type Event struct {
	union
	Plain  Fields     `json:"plain"`
	Closed *EventBody `json:"closed"`
}

// EventBody is the closed form of an event type: one that has an envelope, or anything beside its payload.
type EventBody struct {
	Doc         Text   `json:"doc" jsonschema_description:"What the event means."`
	Version     Whole  `json:"version" jsonschema_description:"The version of its shape. Default: 1."`
	RenamedFrom Names  `json:"renamed_from" jsonschema_description:"Older names of the type on the log."`
	Envelope    Fields `json:"envelope" jsonschema_description:"Attributes: filterable, indexed, readable without decoding."`
	Go          GoName `json:"go" jsonschema_description:"import/path.Type of an existing Go type: the payload is its JSON, and payload: names the fields that slices may show."`
	Payload     Fields `json:"payload" jsonschema_description:"The other fields."`
}

func (*EventBody) hint(string) string { return "a field stands under envelope: or payload:" }

func (e *Event) read(r *Reader, n *tree.Node) bool {
	if g := n.Get("go"); g != nil && strings.ContainsAny(g.Text, "./") {
		return r.into(n, valueOf(&e.Closed))
	}
	if !closed(n, "doc", "version", "renamed_from") {
		return e.Plain.read(r, n)
	}
	return r.into(n, valueOf(&e.Closed))
}

// closed tells the closed form of an event or record from a plain map of fields, in which every value is a field type.
func closed(n *tree.Node, words ...string) bool {
	for i, v := range n.Vals {
		if v.Kind == tree.Map || v.Kind != 0 && !typeRE.MatchString(v.Text) && slices.Contains(words, n.Keys[i].Text) {
			return true
		}
	}
	return false
}

// Record is a plain map of fields, or the closed form, or an existing Go type.
type Record struct {
	union
	Plain  Fields      `json:"plain"`
	Closed *RecordBody `json:"closed"`
	Go     *GoType     `json:"go"`
}

// RecordBody is the closed form of a record.
type RecordBody struct {
	Doc    Text   `json:"doc" jsonschema_description:"What the record is."`
	Fields Fields `json:"fields" jsonschema:"required" eg:"fields: {title: string}" jsonschema_description:"Its fields."`
}

// GoType is an existing Go type.
type GoType struct {
	Go GoName `json:"go" jsonschema:"required" eg:"go: example.org/app/money.Amount" jsonschema_description:"import/path.Type of an existing Go type, which stands on the log as its JSON."`
}

// GoName is import/path.Name.
type GoName struct{ Word }

// JSONSchema implements the interface of invopop/jsonschema.
func (GoName) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `[./]`}
}

func (e *Record) read(r *Reader, n *tree.Node) bool {
	if g := n.Get("go"); g != nil && strings.ContainsAny(g.Text, "./") {
		return r.into(n, valueOf(&e.Go))
	}
	if !closed(n, "doc") {
		return e.Plain.read(r, n)
	}
	return r.into(n, valueOf(&e.Closed))
}

func (*RecordBody) hint(string) string { return "a field stands under fields:" }

// Predicate is one of `predicates:`.
type Predicate struct {
	Doc   Text          `json:"doc" jsonschema_description:"What it says."`
	About Fields        `json:"about" jsonschema:"required" eg:"about: {stock: id}" jsonschema_description:"The subjects: id, string, int, bool or a roster."`
	Kind  Choice[kinds] `json:"kind" jsonschema:"required" eg:"kind: functional" jsonschema_description:"functional: one value at a time."`
	Value FieldType     `json:"value" jsonschema:"required" eg:"value: string" jsonschema_description:"The type of what is believed."`
}

// Scope is one of `scopes:`: one kind and its segments.
type Scope struct {
	Beliefs   Word `json:"beliefs" jsonschema_description:"Segments joined by \":\"; {roster} is the place of a value."`
	Chronicle Word `json:"chronicle" jsonschema_description:"Segments joined by \":\"; {roster} is the place of a value."`
	Memory    Word `json:"memory" jsonschema_description:"Segments joined by \":\"; {roster} is the place of a value."`
	Retrieved Word `json:"retrieved" jsonschema_description:"Segments joined by \":\"; {roster} is the place of a value."`
}

// JSONSchemaExtend implements the interface of invopop/jsonschema.
func (Scope) JSONSchemaExtend(s *jsonschema.Schema) { exactlyOne(s) }

func exactlyOne(s *jsonschema.Schema) {
	one := uint64(1)
	s.MinProperties, s.MaxProperties = &one, &one
}
