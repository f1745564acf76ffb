package everything

import (
	"path/filepath"
	"testing"

	"github.com/grantgen/grantgen/internal/everything/grants"
	"github.com/grantgen/grantgen/internal/everything/grants/replay"
	"github.com/grantgen/grantgen/internal/pgtest"
	"github.com/grantgen/grantgen/runtime/foldstore"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/postgres"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
	"github.com/grantgen/grantgen/runtime/world"
)

// What was recorded over one engine is made again over the others, byte for byte: memory, evidence, beliefs and sections too, with folds
// in memory and in a file.
func TestEnginesGiveTheSameContexts(t *testing.T) {
	tl, n := lived(t)
	over := func(t *testing.T, log timeline.Log, opts ...world.Option) {
		t.Helper()
		if _, err := timeline.Copy(ctx, tl.Log(), log); err != nil {
			t.Fatal(err)
		}
		other, err := grants.Open(ctx, log, opts...)
		if err != nil {
			t.Fatal(err)
		}
		all := outcomes(t, other, replay.Roles(), nil)
		if len(all) != n {
			t.Errorf("%d contexts, want %d", len(all), n)
		}
		for _, o := range all {
			if !o.Equal() {
				t.Errorf("%s", o)
			}
		}
	}
	file := func(t *testing.T) timeline.Log {
		t.Helper()
		log, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "every.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = log.Close() })
		return log
	}
	t.Run("sqlite", func(t *testing.T) { over(t, file(t)) })
	t.Run("folds in a file", func(t *testing.T) {
		log := file(t)
		folds, err := foldstore.Open(ctx, filepath.Join(t.TempDir(), "folds.db"), log)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = folds.Close() })
		over(t, log, world.WithFolds(folds))
	})
	t.Run("postgres", func(t *testing.T) {
		log, err := postgres.Open(ctx, pgtest.DSN(t), "every")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = log.Close() })
		over(t, log)
	})
}
