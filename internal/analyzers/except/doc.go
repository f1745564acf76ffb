// Package except reads the visible exceptions from an analyzer: comments of the form //grant:WORD reason on a line or on a function.
// It imports go/analysis and the standard library.
package except
