package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/internal/logcli"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// tail --follow prints what another process appends, until it is interrupted, which is no failure.
func TestTailFollows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	log, err := sqlite.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	add := func(kind string) {
		if _, err := log.Append(context.Background(), timeline.Pending{
			Key: timeline.Key{Namespace: "desk", Type: kind}, Version: 1, Payload: []byte("{}"),
		}); err != nil {
			t.Fatal(err)
		}
	}
	add("First")
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	r, w := io.Pipe()
	ended := make(chan int, 1)
	var errs bytes.Buffer
	go func() { ended <- logcli.Run(ctx, []string{"tail", path, "--follow"}, nil, w, &errs); w.Close() }()
	lines := bufio.NewScanner(r)
	for _, kind := range []string{"First", "Second", "Third"} {
		if kind != "First" {
			add(kind)
		}
		if !lines.Scan() || !strings.Contains(lines.Text(), "desk."+kind) {
			t.Fatalf("%q, want %s", lines.Text(), kind)
		}
	}
	interrupt()
	if code := <-ended; code != 0 {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}
