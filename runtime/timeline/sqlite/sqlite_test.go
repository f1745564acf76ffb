package sqlite_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
	"github.com/grantgen/grantgen/runtime/timeline/timelinetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var ctx = context.Background()

func open(t testing.TB, path string, opts ...sqlite.Option) *sqlite.Log {
	t.Helper()
	log, err := sqlite.Open(ctx, path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func TestFile(t *testing.T) {
	var paths sync.Map
	address := func(log timeline.Log) string {
		path, _ := paths.Load(log)
		return path.(string)
	}
	// The laws do not depend on it, and the disk is spared.
	fast := sqlite.SynchronousNormal()
	timelinetest.Run(t, timelinetest.Engine{
		Open: func(t testing.TB) timeline.Log {
			path := filepath.Join(t.TempDir(), "odd ?#% name.db")
			log := open(t, path, fast)
			paths.Store(log, path)
			return log
		},
		Reopen: func(t testing.TB, log timeline.Log) timeline.Log {
			if err := log.Close(); err != nil {
				t.Fatal(err)
			}
			return open(t, address(log), fast)
		},
		Address: address,
		Attach:  func(path string) (timeline.Log, error) { return sqlite.Open(ctx, path, fast) },
		Tamper:  func(t testing.TB, log timeline.Log) map[string]error { return tamper(t, address(log)) },
	})
}

func TestInMemory(t *testing.T) {
	timelinetest.Run(t, timelinetest.Engine{Open: func(t testing.TB) timeline.Log { return open(t, ":memory:") }})
}
