// Package sealed holds the analyzer that keeps the runtime's sealed types sealed: nobody makes a grant, a view or a citation but generated
// code, and none is kept beyond its call. It imports go/analysis, roles, except and the standard library.
package sealed
