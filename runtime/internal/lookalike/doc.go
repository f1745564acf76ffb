// Package lookalike finds text that reads like part of a prompt's frame: a heading, a speaker's mark, a special token, a fence, a
// counted marker, in whatever letters. It is a reader's eye, not the parser's: that no text can break the frame follows from the
// grammar of package render, and what is found here is quoted so that nobody, model or person, mistakes it.
//
// It imports the standard library and Unicode normalisation.
package lookalike
