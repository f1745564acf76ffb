// Package roles finds the packages that grantgen generated, so that analyzers know what a grant is in any package that imports one.
// It imports go/analysis and the standard library.
package roles
