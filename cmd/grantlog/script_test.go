package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"flag"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/replay"
	"github.com/grantgen/grantgen/internal/scripttest"
	"github.com/grantgen/grantgen/runtime/foldstore"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
	"github.com/grantgen/grantgen/runtime/trace"
	"github.com/grantgen/grantgen/runtime/world"
)

var update = flag.Bool("update", false, "write what the commands say into the scripts")

// Beside testscript's own commands the scripts have: exits N COMMAND…, story FILE (the fisheries), quotas FILE (pins of two runs, and a
// miss), section FILE (a section whose hash is not that of its range), traced FILE and stale FILE (recorded contexts), sliders LOG
// FILE (the page of the application's replay command), folds LOG FILE (durable folds, brought up), narrow and moved (in why_test.go), and sql FILE STATEMENT (what no program should do).
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join("testdata", "script"),
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   scripttest.Exits,
			"story":   writes(tell),
			"quotas":  writes(quotas),
			"section": writes(wrongSection),
			"traced":  writes(traced),
			"stale":   writes(stale),
			"sliders": sliders,
			"folds":   folds,
			"narrow":  narrow,
			"moved":   moved,
			"sql":     statement,
		},
		Setup: locks,
	})
}

// writes makes a command of what is written to a log.
func writes(what func(context.Context, timeline.Log) error) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		log, err := sqlite.Open(context.Background(), ts.MkAbs(args[0]))
		ts.Check(err)
		ts.Check(errors.Join(what(context.Background(), log), log.Close()))
	}
}

func folds(ts *testscript.TestScript, neg bool, args []string) {
	ctx := context.Background()
	log, err := sqlite.Open(ctx, ts.MkAbs(args[0]))
	ts.Check(err)
	defer log.Close()
	store, err := foldstore.Open(ctx, ts.MkAbs(args[1]), log)
	ts.Check(err)
	last, err := log.Last(ctx)
	ts.Check(err)
	ts.Check(errors.Join(store.CatchUp(ctx, last), store.Close()))
}

func sliders(ts *testscript.TestScript, neg bool, args []string) {
	open := func(ctx context.Context, name string) (*world.Store, error) {
		log, err := sqlite.Open(ctx, name, sqlite.ReadOnly())
		if err != nil {
			return nil, err
		}
		tl, err := grants.Open(ctx, log)
		if err != nil {
			return nil, err
		}
		return tl.Store, nil
	}
	var said bytes.Buffer
	if code := trace.Run(context.Background(), replay.Roles(), open, []string{"html", ts.MkAbs(args[0]), ts.MkAbs(args[1])}, &said, &said); code != 0 {
		ts.Fatalf("exit code %d: %s", code, said.String())
	}
}

func statement(ts *testscript.TestScript, neg bool, args []string) {
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.Exec(args[1])
	ts.Check(errors.Join(err, db.Close()))
}
