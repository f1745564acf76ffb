// Command generators compares grantgen with sqlc, ogen and protoc-gen-go on equal numbers of units: what generating costs, and what
// compiling the result costs. It prints a table for the page of benchmarks.
//
//	cd bench/generators && go run . [-rounds 3] [-units 100,500]
//
// It is a module of its own, so that none of the three is a dependency of grantgen.
package main
