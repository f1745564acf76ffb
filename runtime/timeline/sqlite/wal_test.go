package sqlite_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// Readers that are idle, and readers that are never all away at once, do not make the write-ahead log grow for ever.
func TestBoundedWAL(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	log := open(t, path, sqlite.SynchronousNormal())
	defer log.Close()
	idle := open(t, path, sqlite.ReadOnly())
	defer idle.Close()
	if _, err := idle.Last(ctx); err != nil {
		t.Fatal(err)
	}
	const megabyte = 1 << 20
	log.LimitWAL(6 * megabyte)
	done := make(chan struct{})
	var reading sync.WaitGroup
	for range 3 {
		reading.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if _, err := log.Read(ctx, timeline.Query{Newest: true, Limit: 2}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	big := said(`"` + strings.Repeat("x", megabyte) + `"`)
	most := int64(0)
	for range 40 {
		if _, err := log.Append(ctx, big); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, info.Size())
	}
	close(done)
	reading.Wait()
	if most > 20*megabyte {
		t.Errorf("the write-ahead log reached %d MB", most/megabyte)
	}
}
