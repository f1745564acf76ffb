// Package usage says which flag was meant where a command was given one that it has not. It imports internal/diag, cobra and pflag.
package usage
