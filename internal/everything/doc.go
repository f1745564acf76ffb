// Package everything is a schema that says all that the language can say today, with what is generated from it, for tests of
// the generated code's behaviour. Nothing imports it.
package everything

//go:generate go tool grantgen
