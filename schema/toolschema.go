package schema

import (
	"bytes"
	"encoding/json"

	"github.com/invopop/jsonschema"
)

// toolSchema is the JSON Schema of a tool's parameters, as models take it, and what a prompt says of the tool. Everything is in the
// schema's order, so that equal tools give equal bytes.
func toolSchema(t *Tool) (parameters, text string) {
	s := objectSchema(t.Parameters)
	parameters = oneLine(s)
	text = oneLine(struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters"`
	}{t.Name, t.Doc, json.RawMessage(parameters)})
	return parameters, text
}

// objectSchema takes exactly these fields: what is not optional must be there, and nothing else may.
func objectSchema(fields []*Field) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema, Required: []string{}}
	for _, f := range fields {
		s.Properties.Set(f.Name, typeSchema(f.Type))
		if !f.Type.Optional {
			s.Required = append(s.Required, f.Name)
		}
	}
	return s
}

func typeSchema(t Type) *jsonschema.Schema {
	switch t.Kind {
	case Int:
		return &jsonschema.Schema{Type: "integer"}
	case Float:
		return &jsonschema.Schema{Type: "number"}
	case Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case Time:
		return &jsonschema.Schema{Type: "string", Format: "date-time"}
	case Duration:
		return &jsonschema.Schema{Type: "integer", Description: "nanoseconds"}
	case ID:
		return &jsonschema.Schema{Type: "string", Format: "uuid"}
	case JSON:
		return &jsonschema.Schema{Description: "any JSON value"}
	case OfRoster:
		return rosterSchema(t.Roster)
	case OfRecord:
		if t.Record.Go != "" {
			return &jsonschema.Schema{Description: "the JSON of " + t.Record.Name}
		}
		s := objectSchema(t.Record.Fields)
		s.Description = t.Record.Doc
		return s
	case ListOf:
		return &jsonschema.Schema{Type: "array", Items: typeSchema(*t.Elem)}
	case SetOf:
		return &jsonschema.Schema{Type: "array", Items: rosterSchema(t.Roster), UniqueItems: true}
	}
	return &jsonschema.Schema{Type: "string"}
}

func rosterSchema(r *Roster) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	if r.Open {
		one := uint64(1)
		s.MinLength = &one
	}
	for _, v := range r.Values {
		s.Enum = append(s.Enum, v.Name)
	}
	return s
}

// oneLine is JSON without HTML escapes: a model reads it as it is.
func oneLine(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "{}" // cannot happen: every part is plain data
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, b.Bytes()); err != nil {
		return "{}"
	}
	return compact.String()
}
