package shape

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"
)

// JSONSchema is the grammar for editors: what the reader takes, and no more than a JSON Schema can say of it.
func JSONSchema() ([]byte, error) {
	r := &jsonschema.Reflector{
		Anonymous: true, RequiredFromJSONSchemaTags: true, ExpandedStruct: true,
		Namer: func(t reflect.Type) string {
			name := t.Name()
			if strings.HasPrefix(name, "Choice[") { // Choice[…/shape.equals]: a Go path is no name for a reader
				name = strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "]")
			}
			return strings.ToLower(name[:min(1, len(name))]) + name[min(1, len(name)):]
		},
	}
	s := r.Reflect(&Document{})
	s.Title = "grantgen schema"
	s.Description = "What each role's prompt may contain: *.grant.yaml, read by grantgen."
	tighten(s)
	var names []string
	for name := range s.Definitions {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		tighten(s.Definitions[name])
	}
	compact, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// tighten adds what the reader asks of every map with names of the schema's own, and of every list.
func tighten(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if s.Type == "object" && s.Properties.Len() == 0 && s.AdditionalProperties != nil {
		s.PropertyNames = &jsonschema.Schema{Pattern: NamePattern}
	}
	if s.Type == "array" && s.MinItems == nil {
		one := uint64(1)
		s.MinItems = &one
	}
	tighten(s.Items)
	tighten(s.AdditionalProperties)
	for _, x := range s.AnyOf {
		tighten(x)
	}
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		tighten(p.Value)
	}
}
