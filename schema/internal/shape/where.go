package shape

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

func valueOf(p any) reflect.Value { return reflect.ValueOf(p).Elem() }

// Clause is an event type, "*", or the closed form.
type Clause struct {
	union
	Type EventName   `json:"type"`
	Body *ClauseBody `json:"body"`
}

// ClauseBody is the closed form of a clause.
type ClauseBody struct {
	At     diag.Pos    `json:"-"`
	Node   *tree.Node  `json:"-"`
	Events []EventName `json:"events" jsonschema:"required" eg:"events: [OfferMade]" jsonschema_description:"The event types."`
	Where  Dict[Where] `json:"where" jsonschema_description:"One constraint an attribute; all must hold."`
	Show   []Name      `json:"show" jsonschema_description:"The fields that the view has. Default: all. at is the envelope's time."`
	Owner  Text        `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
}

func (c *Clause) read(r *Reader, n *tree.Node) bool {
	if n.Kind == tree.Map {
		return r.into(n, valueOf(&c.Body))
	}
	return c.Type.read(r, n)
}

// Where is one attribute's constraint: a value, a list of them, or what is asked of it.
type Where struct {
	union
	One Literal   `json:"one"`
	Any []Literal `json:"any"`
	Ask *Ask      `json:"ask"`
}

// Ask is what a constraint asks of an attribute.
type Ask struct {
	At      diag.Pos `json:"-"`
	Ge      Literal  `json:"ge" jsonschema_description:"At least (int, float, time)."`
	Gt      Literal  `json:"gt" jsonschema_description:"More than (int, float, time)."`
	Le      Literal  `json:"le" jsonschema_description:"At most (int, float, time)."`
	Lt      Literal  `json:"lt" jsonschema_description:"Less than (int, float, time)."`
	Prefix  Literal  `json:"prefix" jsonschema_description:"Begins with (string)."`
	Has     Literal  `json:"has" jsonschema_description:"The set has this value."`
	Lacks   Literal  `json:"lacks" jsonschema_description:"The set lacks this value."`
	Present Flag     `json:"present" jsonschema_description:"Whether an optional attribute is there."`
}

func (*Ask) hint(key string) string {
	if strings.HasPrefix(key, "self.") || strings.HasPrefix(key, "other.") {
		return fmt.Sprintf("where the value {%s} is meant, write it in quotes: \"{%s}\"", shorten(key), shorten(key))
	}
	return ""
}

func (w *Where) read(r *Reader, n *tree.Node) bool {
	switch n.Kind {
	case tree.Map:
		return r.into(n, valueOf(&w.Ask))
	case tree.List:
		return r.into(n, valueOf(&w.Any))
	}
	return w.One.read(r, n)
}

// Literal is a value of an attribute, as written.
type Literal struct{ scalar }

func (l *Literal) read(r *Reader, n *tree.Node) bool { return r.single(n, "a value", &l.scalar) }

// JSONSchema implements the interface of invopop/jsonschema.
func (Literal) JSONSchema() *jsonschema.Schema {
	return oneOf(&jsonschema.Schema{Type: "string"}, &jsonschema.Schema{Type: "number"}, &jsonschema.Schema{Type: "boolean"})
}

// ClauseOf is the clause that admits one event type, as the short form of a slice has it.
func ClauseOf(w FieldType) Clause { return Clause{Type: EventName{w.scalar}} }
