// Package gocode is what an application's own Go code says of itself: which packages its module can import, what they declare, who imports
// them. It parses and never type-checks, since the code may need what is about to be generated. It imports the standard library and
// golang.org/x/mod alone.
package gocode
