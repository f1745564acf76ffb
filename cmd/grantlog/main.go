// Command grantlog looks into a log: what stands on it, whether it is sound, its pins and its folds; it copies logs from one place to
// another. It is the only command that imports the engines.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/grantgen/grantgen/internal/logcli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the first signal ends what runs in good order, and the second the process
	code := logcli.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
