package logcli

import (
	"context"
	"fmt"
	"io"
	"os"
)

// fileBytes bounds a file that is read whole: a map, a lock. A schema file may have 1 MiB, and a lock is of many.
const fileBytes = 64 << 20

// opened opens a file to read, unless ctx ends first: to open a pipe waits for somebody who writes.
func opened(ctx context.Context, name string) (*os.File, error) {
	type result struct {
		file *os.File
		err  error
	}
	done := make(chan result, 1)
	go func() {
		f, err := os.Open(name)
		done <- result{f, err}
	}()
	select {
	case r := <-done:
		return r.file, r.err
	case <-ctx.Done():
		return nil, fmt.Errorf("open %s: %w", name, context.Cause(ctx))
	}
}

// while is in until ctx ends: a read from a terminal or a pipe cannot be interrupted, but need not be waited for. What was read last may
// be lost, as the process ends then.
func while(ctx context.Context, in io.Reader) io.ReadCloser {
	out, pump := io.Pipe()
	go func() {
		_, err := io.Copy(pump, in)
		pump.CloseWithError(err) // nil: the end
	}()
	context.AfterFunc(ctx, func() { pump.CloseWithError(context.Cause(ctx)) })
	return out
}
