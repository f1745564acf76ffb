// Command grantgen generates typed grants for language-model agents from a schema. It imports neither a database nor
// go/packages, so that `go tool grantgen` builds fast.
package main

import (
	"os"

	"github.com/grantgen/grantgen/internal/cli"

	// What the output of `grantgen init` imports, so that `go get -tool` records the sums of all it needs.
	_ "github.com/grantgen/grantgen/runtime/assemblytest"
	_ "github.com/grantgen/grantgen/runtime/slice"
)

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdout, os.Stderr)) }
