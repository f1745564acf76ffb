// Package memory is the fold of memories: what is worth remembering about a scope's owner, remembered, forgotten and confirmed by
// events on the log, and the search over what may be read.
//
// It imports timeline and the standard library.
package memory
