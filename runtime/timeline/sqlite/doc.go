// Package sqlite is the embedded log: one SQLite file, through modernc.org/sqlite, without cgo.
//
// It is durable when Append returns (WAL, synchronous=FULL), dense (seqs are given inside BEGIN IMMEDIATE, so several processes may
// share a file on one machine; network file systems are not for SQLite), and append-only (triggers refuse updates and deletes,
// whoever asks). It imports timeline and nothing else of grantgen.
package sqlite
