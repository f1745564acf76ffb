// Package cli is the command grantgen: it reads flags, calls the packages that do the work, prints, and says the exit code.
// It is the only package of the generator that prints.
package cli
