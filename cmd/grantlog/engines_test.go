package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/examples/fisheries/grants"
	"github.com/grantgen/grantgen/examples/fisheries/grants/negotiator"
	"github.com/grantgen/grantgen/examples/fisheries/grants/norway"
	"github.com/grantgen/grantgen/internal/logcli"
	"github.com/grantgen/grantgen/internal/pgtest"
	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/postgres"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// grantlog runs the command and returns what it prints.
func grantlog(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := logcli.Run(context.Background(), args, strings.NewReader(stdin), &out, &errs); code != 0 {
		t.Fatalf("grantlog %q: exit code %d\n%s%s", args, code, out.String(), errs.String())
	}
	return out.String()
}

// described is every Describe of the story: each role at each position.
func described(t *testing.T, log timeline.Log) string {
	t.Helper()
	ctx := context.Background()
	tl, err := grants.Open(ctx, log)
	if err != nil {
		t.Fatal(err)
	}
	last, err := tl.Last(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	write := func(who string, at timeline.Position, built *assembly.Context, err error) {
		if err != nil {
			fmt.Fprintf(&out, "%s at %d: %v\n", who, at, err)
			return
		}
		fmt.Fprintf(&out, "%s at %d: %s\n", who, at, built.Describe())
	}
	for at := timeline.Position(1); at <= last; at++ {
		built, err := norway.Assemble(ctx, tl, norway.Input{Ask: "Respond."}, nil, assembly.At(at))
		write("norway", at, built, err)
		for _, party := range []grants.Party{grants.PartyNorway, grants.PartyUK, grants.PartyEU} {
			built, err := negotiator.Assemble(ctx, tl, negotiator.Input{Self: party, Ask: "Respond."}, nil, assembly.At(at))
			write("negotiator@"+party.String(), at, built, err)
		}
	}
	return out.String()
}

// Exported from one engine and imported into the other, there and back: every context is the same, byte for byte.
func TestTheStoryIsTheSameOnTheOtherEngine(t *testing.T) {
	ctx := context.Background()
	dsn := pgtest.Database(t)
	dir := t.TempDir()
	first, third := filepath.Join(dir, "first.db"), filepath.Join(dir, "third.db")
	log, err := sqlite.Open(ctx, first)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if err := tell(ctx, log); err != nil {
		t.Fatal(err)
	}
	want := described(t, log)
	if n := strings.Count(want, "\n"); n != 32 || strings.Count(want, `"section"`) == 0 || strings.Count(want, `"state"`) == 0 {
		t.Fatalf("%d contexts:\n%s", n, want)
	}

	exported := grantlog(t, "", "export", first)
	for range 2 { // the second appends nothing
		grantlog(t, exported, "import", dsn, "--log", "fisheries")
	}
	other, err := postgres.Open(ctx, dsn, "fisheries")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if got := described(t, other); got != want {
		t.Errorf("PostgreSQL:\n%s\nSQLite:\n%s", got, want)
	}
	again := grantlog(t, "", "export", dsn, "--log", "fisheries")
	if again != exported {
		t.Errorf("exported again:\n%s\nfirst:\n%s", again, exported)
	}
	grantlog(t, again, "import", third)
	back, err := sqlite.Open(ctx, third, sqlite.ReadOnly())
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	if got := described(t, back); got != want {
		t.Errorf("back on SQLite:\n%s", got)
	}
	grantlog(t, "", "verify", dsn, "--log", "fisheries")
	grantlog(t, "", "backup", dsn, filepath.Join(dir, "backup.db"), "--log", "fisheries")
	if copied := grantlog(t, "", "export", filepath.Join(dir, "backup.db")); copied != exported {
		t.Error("the backup differs")
	}
	grantlog(t, "", "fork", first, dsn, "--at", "3", "--new-log", "fork")
	if got := grantlog(t, "", "tail", dsn, "--log", "fork", "-n", "100"); strings.Count(got, "\n") != 3 {
		t.Errorf("the fork has:\n%s", got)
	}
}
