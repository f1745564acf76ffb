// Command grantvet looks at Go code that uses grants: whether assemblers are pure, sealed types stay sealed, and models are asked with
// prompts. It runs alone on packages, or as `go vet -vettool`.
package main

import (
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/grantgen/grantgen/internal/analyzers"
)

func main() {
	if fromVet(os.Args[1:]) {
		unitchecker.Main(analyzers.All()...) // exits
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// fromVet says whether the arguments are those with which go vet calls its tool.
func fromVet(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		return a == "-flags" || strings.HasPrefix(a, "-V=") || strings.HasSuffix(a, ".cfg")
	})
}
