// Package quote writes a text into a prompt so that nothing in it can be taken for the prompt's frame: as it is, quoted on one line,
// or fenced; and reads it back. What is at risk is decided by package lookalike.
//
// It imports lookalike and the standard library.
package quote
