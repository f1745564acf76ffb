// Package group is group commit: appends that wait for their turn are committed together, and each learns its own result.
//
// It imports timeline and the standard library. Engines bring the transaction; see [Queue.Do] and [Plan].
package group
