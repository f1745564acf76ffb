// Package belief is the fold of beliefs: who holds what, in which scope, as of which position.
//
// It builds the two events of a belief (revised, contracted), checked when they are built, and folds them in memory. It imports
// timeline and nothing else of the runtime.
package belief
