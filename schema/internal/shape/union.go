package shape

import (
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/grantgen/grantgen/schema/internal/tree"
)

// union marks a struct whose fields are alternatives: one of them is read.
type union struct{}

// JSONSchemaExtend implements the interface of invopop/jsonschema.
func (union) JSONSchemaExtend(s *jsonschema.Schema) { alternatives(s) }

// alternatives turns the properties of a struct into any of them.
func alternatives(s *jsonschema.Schema) {
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		s.AnyOf = append(s.AnyOf, p.Value)
	}
	s.Type, s.Properties, s.AdditionalProperties, s.Required = "", nil, nil, nil
}

// Choice is one word of a fixed few.
type Choice[T interface{ choices() []string }] struct{ scalar }

// String is the word.
func (c Choice[T]) String() string { return c.text() }

func (c *Choice[T]) read(r *Reader, n *tree.Node) bool {
	var t T
	if !r.single(n, "one of: "+strings.Join(t.choices(), ", "), &c.scalar) {
		return false
	}
	if !slices.Contains(t.choices(), n.Text) {
		r.choice(n, t.choices())
		c.node = nil
		return false
	}
	return true
}

// JSONSchema implements the interface of invopop/jsonschema.
func (c Choice[T]) JSONSchema() *jsonschema.Schema {
	var t T
	s := &jsonschema.Schema{Type: "string"}
	for _, w := range t.choices() {
		s.Enum = append(s.Enum, w)
	}
	return s
}

type (
	registers struct{}
	equals    struct{}
	kinds     struct{}
	keep      struct{}
	overflow  struct{}
	stale     struct{}
	open      struct{}
)

func (registers) choices() []string {
	return []string{"binding", "considered", "craft", "generated"}
}
func (equals) choices() []string   { return []string{"oldest", "latest"} }
func (kinds) choices() []string    { return []string{"functional"} }
func (keep) choices() []string     { return []string{"always"} }
func (overflow) choices() []string { return []string{"trim", "shed"} }
func (stale) choices() []string    { return []string{"flag", "refuse", "drop"} }
func (open) choices() []string     { return []string{"string"} }
