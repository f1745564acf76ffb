// Package escapes tries to go around a grant at run time: what the compiler and the analyzer cannot see is stopped here, or leads nowhere.
// The escapes that do not compile are in gen/testdata/compile, and those that grantvet finds in internal/analyzers.
package escapes
