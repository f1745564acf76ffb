package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grantgen/grantgen/internal/scripttest"
	"github.com/grantgen/grantgen/runtime/foldstore"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

var update = flag.Bool("update", false, "write what the commands say into the scripts")

// Beside testscript's own commands the scripts have: exits N COMMAND…, story FILE (the fisheries), quotas FILE (pins of two runs, and a
// miss), section FILE (a section whose hash is not that of its range), traced FILE and stale FILE (recorded contexts), folds LOG FILE
// (durable folds, brought up), and sql FILE STATEMENT (what no program should do).
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
			"folds":   folds,
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

func statement(ts *testscript.TestScript, neg bool, args []string) {
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.Exec(args[1])
	ts.Check(errors.Join(err, db.Close()))
}
