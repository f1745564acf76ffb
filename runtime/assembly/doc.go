// Package assembly is one call of an assembler: what was handed out, the parts with their citations and registers, the checks,
// the budget, and the context that comes out. It knows no store; package slice feeds it.
//
// It imports token, grantgen's internal packages and the standard library.
package assembly
