package schema

import "github.com/grantgen/grantgen/schema/internal/shape"

// JSONSchema is the JSON Schema of the language, for editors. It describes the shape of a file; whether the names in it mean
// something is for Parse to say.
func JSONSchema() ([]byte, error) { return shape.JSONSchema() }
