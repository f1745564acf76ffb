// Package shape is the grammar of the schema language: one Go type for each form that may be written, from which both the strict
// reader and the JSON Schema for editors are driven, so that the two cannot drift. It knows forms and not meanings: names are not
// looked up here. It imports internal/diag, the tree reader and invopop/jsonschema.
package shape
