// Package evidence is what an application retrieved for one step (from a search index, a file, a system of record) and recorded on the
// log, so that a prompt can be told and rebuilt from what was really found.
//
// It imports timeline and the standard library.
package evidence
