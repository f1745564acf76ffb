package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grantgen/grantgen/internal/analyzers/testmodule"
	"github.com/grantgen/grantgen/internal/scripttest"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// The scripts in testdata/script are modules with a schema; they read as documentation of the command. Besides testscript's commands they
// have: exits N COMMAND… (the exit code), module PATH (a go.mod and the generated code), and $VETTOOL, which is grantvet's path.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	goEnv := goEnvironment(t)
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join("testdata", "script"),
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, goEnv...)
			for dir := range strings.SplitSeq(e.Getenv("PATH"), string(os.PathListSeparator)) {
				tool := filepath.Join(dir, "grantvet")
				if runtime.GOOS == "windows" {
					tool += ".exe"
				}
				if _, err := os.Stat(tool); err == nil {
					e.Setenv("VETTOOL", tool)
					return nil
				}
			}
			return errors.New("there is no grantvet in PATH")
		},
		// To analyse all that a module stands on, anew in each script, takes a minute: GRANTGEN_LONG has it done everywhere.
		Condition: func(cond string) (bool, error) {
			if cond == "long" {
				return os.Getenv("GRANTGEN_LONG") != "", nil
			}
			return false, errors.New("there is no condition " + cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": scripttest.Exits,
			"module": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(testmodule.Prepare(ts.MkAbs("."), args[0]))
			},
		},
	})
}

// goEnvironment is what the go command needs to find what is there already, and to look nowhere else.
func goEnvironment(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return []string{"GOCACHE=" + strings.TrimSpace(lines[0]), "GOMODCACHE=" + strings.TrimSpace(lines[1]), "GOPROXY=off", "GOFLAGS=", "GOWORK=off"}
}
