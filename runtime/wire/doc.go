// Package wire is how values of the schema's field types stand in attributes and payloads: what generated code calls to write
// an event and to read the granted fields of one. Reading is by exact key and exact type; an error names the field, never what
// it holds.
//
// It imports timeline and the standard library.
package wire
