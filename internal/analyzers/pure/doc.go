// Package pure holds the analyzer that keeps assemblers pure: the same grant, the same parts. It imports go/analysis, roles, except and
// the standard library.
package pure
