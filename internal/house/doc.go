// Package house holds the tests of how this module is built: which package may import which, who may print, what every package and
// file has or must not have. It has no code of its own.
package house
