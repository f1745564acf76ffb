// Command grantgen generates typed grants for language-model agents from a schema. It imports neither a database nor
// go/packages, so that `go tool grantgen` builds fast.
package main

import (
	"os"
	"runtime/debug"

	"github.com/grantgen/grantgen/internal/cli"

	// What the output of `grantgen init` imports, so that `go get -tool` records the sums of all it needs.
	_ "github.com/grantgen/grantgen/runtime/assemblytest"
	_ "github.com/grantgen/grantgen/runtime/slice"
)

func main() {
	// A short run that mostly allocates: collecting less often takes a third of its time away.
	debug.SetGCPercent(400)
	os.Exit(cli.Run(os.Args[1:], os.Stdout, os.Stderr))
}
