// Package slice is the doors: each store's data enters an assembly here, at one position, and is remembered. Generated code
// calls it; by hand it serves tests and tools, and then everything it refuses is refused at run time.
//
// It imports assembly, world and what they stand on, and render for the prompt of a write door.
package slice
