// Package cut finds where a text may be cut: at a line, a sentence, a word, or between two characters as a reader sees them
// (grapheme clusters), by the standard library's tables of Unicode. Where the tables cannot tell, it does not cut.
//
// It imports the standard library alone.
package cut
