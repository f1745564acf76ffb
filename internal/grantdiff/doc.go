// Package grantdiff compares two schemas in meaning: what each role gained and lost, each with a witness that was run through the
// runtime's own matcher on both sides. It imports schema, gen (whose lock file is the closed form that is compared), internal/box,
// internal/diag and runtime/timeline; it reads no files and prints nothing.
package grantdiff
