package sqlite_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
)

const child = "GRANTGEN_SQLITE_CHILD"

// Several processes open one file at the same moment, make it together, and append to it.
func TestProcesses(t *testing.T) {
	const processes, appends = 4, 25
	if path := os.Getenv(child); path != "" {
		log := open(t, path)
		defer log.Close()
		for i := range appends {
			if _, err := log.Append(ctx, said(fmt.Sprint(i)), said(fmt.Sprint(i))); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	path := filepath.Join(t.TempDir(), "log.db")
	var wg sync.WaitGroup
	for range processes {
		wg.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run=^TestProcesses$")
			cmd.Env = append(os.Environ(), child+"="+path)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wg.Wait()
	log := open(t, path)
	defer log.Close()
	page, err := log.Read(ctx, timeline.Query{})
	if err != nil || len(page.Events) != 2*processes*appends {
		t.Fatalf("%d events, %v", len(page.Events), err)
	}
	for i, e := range page.Events {
		if e.Seq != int64(i)+1 || i%2 == 1 && string(e.Payload) != string(page.Events[i-1].Payload) {
			t.Fatalf("event %d: %s", e.Seq, e.Payload)
		}
	}
}
