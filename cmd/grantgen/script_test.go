package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grantgen/grantgen/internal/scripttest"
)

var update = flag.Bool("update", false, "write what the commands say into the scripts")

// The scripts of testdata/script are the documentation of each command that cannot go out of date. Beside testscript's own
// commands they have: exits N COMMAND… (the exit code), snapshot NAME DIR and unchanged NAME DIR (names, modes, times and bytes),
// crlf FILE… and bom FILE… (as some editors write files), append FILE TEXT, fifo FILE, and fisheries DIR (a copy of the
// example's schema).
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join("..", "..", "testdata", "script"),
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     scripttest.Exits,
			"snapshot":  keep,
			"unchanged": unchanged,
			"crlf":      crlf,
			"bom":       bom,
			"append":    appendText,
			"fifo":      makeFIFO,
			"fisheries": fisheries,
		},
	})
}

func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: snapshot NAME DIR")
	}
	ts.Check(os.WriteFile(ts.MkAbs(snapshotPrefix+args[0]), []byte(tree(ts.MkAbs(args[1]))), 0o666))
}

func unchanged(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] unchanged NAME DIR")
	}
	was, is := ts.ReadFile(snapshotPrefix+args[0]), tree(ts.MkAbs(args[1]))
	if (was == is) == neg {
		ts.Fatalf("%s was\n%s\nand is\n%s", args[1], was, is)
	}
}

func crlf(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		b := bytes.ReplaceAll([]byte(ts.ReadFile(name)), []byte("\n"), []byte("\r\n"))
		ts.Check(os.WriteFile(ts.MkAbs(name), b, 0o666))
	}
}

func bom(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte("\ufeff"+ts.ReadFile(name)), 0o666))
	}
}

func appendText(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: append FILE TEXT")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(ts.ReadFile(args[0])+args[1]+"\n"), 0o666))
}

func makeFIFO(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(fifo(ts.MkAbs(args[0])))
}

func fisheries(ts *testscript.TestScript, neg bool, args []string) {
	b, err := os.ReadFile(filepath.Join(repository(), "examples", "fisheries", "fisheries.grant.yaml"))
	ts.Check(err)
	ts.Check(os.MkdirAll(ts.MkAbs(args[0]), 0o777))
	ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[0]), "fisheries.grant.yaml"), b, 0o666))
}
