// Package testmodule makes a module for tests of the analyzers: Go files and schemas of a folder, the code that grantgen generates from
// them, and this repository in the place of its release. Only tests import it.
package testmodule
