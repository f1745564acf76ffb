// Package worlds draws logs that agree on what a role may read and differ in all else, and holds an assembler to them: what it makes of
// one it must make of the other.
//
// What may be read it knows from the closed grant of the call ([slice.Observe]) and by plain code of its own, not by the readers that it
// tests. It imports the runtime and the standard library.
package worlds
