// Package regular reads files that people and other files name: whole, within a bound, and only regular ones, for reading a pipe or a
// device may never end. It imports the standard library alone.
package regular
