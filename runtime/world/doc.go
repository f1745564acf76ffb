// Package world is one log with the folds over it: what a generated Timeline is.
//
// It imports timeline and the folds (belief, chronicle, memory), and no engine: which log a world stands on is the application's choice.
package world
