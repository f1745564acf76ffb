package shape

import (
	"github.com/invopop/jsonschema"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// Never is one of `never:`: a scope, or events with an optional where.
type Never struct {
	At             diag.Pos    `json:"-"`
	Node           *tree.Node  `json:"-"`
	ID             Name        `json:"id" jsonschema:"required" eg:"id: own-beliefs-only" jsonschema_description:"The assertion's name."`
	Roles          []Name      `json:"roles" jsonschema:"required" eg:"roles: [negotiator]" jsonschema_description:"The roles that must never see it."`
	Scope          Word        `json:"scope" jsonschema_description:"A scope; {other.party} is any value but the member's own."`
	Events         []EventName `json:"events" jsonschema_description:"Event types."`
	Where          Dict[Where] `json:"where" jsonschema_description:"Which of the events."`
	ThroughWriters Flag        `json:"through_writers" jsonschema_description:"true: also not through what others write for them."`
}

// JSONSchemaExtend implements the interface of invopop/jsonschema.
func (Never) JSONSchemaExtend(s *jsonschema.Schema) {
	s.OneOf = []*jsonschema.Schema{{Required: []string{"scope"}}, {Required: []string{"events"}}}
}

// Check is one of `checks:`.
type Check struct {
	At   diag.Pos   `json:"-"`
	Node *tree.Node `json:"-"`
	Role Word       `json:"role" jsonschema:"required" eg:"role: norway" jsonschema_description:"A role, or a member of a family: negotiator@norway."`
	Sees *Example   `json:"sees" jsonschema_description:"An event or scope that it sees."`
	Not  *Example   `json:"not" jsonschema_description:"An event or scope that it does not see."`
}

// JSONSchemaExtend implements the interface of invopop/jsonschema.
func (Check) JSONSchemaExtend(s *jsonschema.Schema) {
	s.OneOf = []*jsonschema.Schema{{Required: []string{"sees"}}, {Required: []string{"not"}}}
}

// Example is {scope: "…"} or {EventType: {attribute: value}}.
type Example struct {
	Scope *ExampleScope            `json:"scope"`
	Event Dict[Dict[ExampleValue]] `json:"event"`
}

// ExampleScope is a scope as an example.
type ExampleScope struct {
	Scope Word `json:"scope" jsonschema:"required" eg:"scope: \"party:uk:held\"" jsonschema_description:"The scope."`
}

// ExampleValue is a value, or for a set a list of them.
type ExampleValue struct {
	union
	One Literal  `json:"one"`
	Set Literals `json:"set"`
}

// Literals is a list of values that may be empty.
type Literals struct {
	Given bool
	Items []Literal
}

// JSONSchema implements the interface of invopop/jsonschema.
func (Literals) JSONSchema() *jsonschema.Schema {
	none := uint64(0)
	return &jsonschema.Schema{Type: "array", MinItems: &none, Items: Literal{}.JSONSchema()}
}

func (e *Example) read(r *Reader, n *tree.Node) bool {
	if s := n.Get("scope"); s != nil && s.Kind == tree.Scalar {
		return r.into(n, valueOf(&e.Scope))
	}
	if !e.Event.read(r, n) {
		return false
	}
	if len(n.Keys) != 1 {
		r.fail(n.Pos, "shape", "an example is one event or one scope").Expected = `{EventType: {attribute: value}} or {scope: "…"}`
		return false
	}
	return len(e.Event.Entries) == 1
}

// JSONSchemaExtend implements the interface of invopop/jsonschema.
func (Example) JSONSchemaExtend(s *jsonschema.Schema) {
	alternatives(s)
	exactlyOne(s)
}

func (v *ExampleValue) read(r *Reader, n *tree.Node) bool {
	if n.Kind != tree.List {
		return v.One.read(r, n)
	}
	v.Set.Given = true
	for _, item := range n.Items {
		var l Literal
		if l.read(r, item) {
			v.Set.Items = append(v.Set.Items, l)
		}
	}
	return true
}
