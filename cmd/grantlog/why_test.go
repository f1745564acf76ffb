package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
	"github.com/grantgen/grantgen/runtime/trace"
)

// narrow writes a lock file without one line of another: narrow LOCK NEW LINE.
func narrow(ts *testscript.TestScript, neg bool, args []string) {
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	less := strings.Replace(string(b), "  - "+args[2]+"\n", "", 1)
	if less == string(b) {
		ts.Fatalf("%s has no line %s", args[0], args[2])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(less), 0o666))
}

// moved writes a log of the recorded contexts of another, without what they read: moved LOG NEW.
func moved(ts *testscript.TestScript, neg bool, args []string) {
	ctx := context.Background()
	from, err := sqlite.Open(ctx, ts.MkAbs(args[0]), sqlite.ReadOnly())
	ts.Check(err)
	to, err := sqlite.Open(ctx, ts.MkAbs(args[1]))
	ts.Check(err)
	page, err := from.Read(ctx, timeline.Query{Clauses: []timeline.Clause{trace.Clause("")}})
	ts.Check(err)
	for _, e := range page.Events {
		_, err := to.Append(ctx, e.Pending)
		ts.Check(err)
	}
	ts.Check(errors.Join(from.Close(), to.Close()))
}
