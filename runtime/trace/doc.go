// Package trace records contexts on the log, and makes them again: what a model saw, and why, is something to read and not to guess.
//
// A recorded context is an event that no slice of any role ever reads. It holds what was given, what was described and a hash of what
// was rendered; without it only the granted half of a prompt can be made again, since given values stand nowhere else.
//
// It imports assembly, render, prompt, world, timeline and the standard library.
package trace
