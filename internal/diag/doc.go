// Package diag is what is said about a file: a position, an excerpt with a caret, what was expected, a suggestion.
// It knows nothing of the schema language; it never prints by itself. It imports the standard library alone.
package diag
