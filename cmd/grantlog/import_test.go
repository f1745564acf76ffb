package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/logcli"
)

// import ends when it is interrupted, though it waits for a line that nobody writes.
func TestAnImportThatWaitsIsInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	in, hand := io.Pipe()
	defer hand.Close()
	var out, errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- logcli.Run(ctx, []string{"import", filepath.Join(t.TempDir(), "log.db")}, in, &out, &errs)
	}()
	if _, err := hand.Write([]byte("\n")); err != nil { // it reads
		t.Fatal(err)
	}
	interrupt()
	if code := <-ended; code == 0 || !strings.Contains(errs.String(), "0 lines read, 0 events appended") {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}
