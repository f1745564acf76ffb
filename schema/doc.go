// Package schema is the language: it reads the *.grant.yaml files of a folder strictly, resolves names, checks, and gives a Model
// that is immutable and sorted. It knows nothing of Go code and writes nothing; it imports internal/diag, its own internal packages
// and no other package of the project.
package schema
