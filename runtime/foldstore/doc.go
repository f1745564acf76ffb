// Package foldstore keeps the folds of beliefs, chronicle and memories in a SQLite file, beside a log on any engine: the same reads and
// the same refs as the folds in memory, without folding the log from its beginning in every process.
//
// Position and state move in one transaction, so that a crash in the middle leaves the fold where it was. What is in the file
// can always be dropped and made again from the log. Several processes may share one file.
//
// It imports belief, chronicle, memory, timeline and modernc.org/sqlite.
package foldstore
