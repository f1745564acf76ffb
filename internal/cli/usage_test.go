package cli

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"pgregory.net/rapid"
)

// A word that is quoted for a shell is one word there, and the same.
func TestLawQuoted(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	words := rapid.Custom(func(t *rapid.T) string {
		return rapid.StringOf(rapid.SampledFrom([]rune("ab/.-_ '\"\\$`~*?[]{}()<>|&;#!=%^@:+,\t\nö"))).Draw(t, "word")
	})
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(words, 1, 20).Draw(t, "words")
		line := `printf '%s\001'`
		for _, w := range all {
			line += " " + quoted(w)
		}
		out, err := exec.Command(sh, "-c", line).Output()
		if got := strings.Split(strings.TrimSuffix(string(out), "\x01"), "\x01"); err != nil || strings.Join(got, "\x00") != strings.Join(all, "\x00") {
			t.Fatalf("%s gives %q: %v", line, got, err)
		}
	})
}

// A flag of any command with one slip of the pen is found.
func TestASlipInAFlagIsFound(t *testing.T) {
	tried := 0
	for _, cmd := range (&env{}).root().Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if len(f.Name) < 4 {
				return
			}
			tried++
			slip := f.Name[:1] + f.Name[2:]
			err := flagError(cmd, cmd.ParseFlags([]string{"--" + slip + "=x"}))
			if err == nil || !strings.Contains(err.Error(), "unknown flag: --"+slip+"; did you mean --"+f.Name+"?") {
				t.Errorf("%s --%s: %v", cmd.Name(), slip, err)
			}
		})
	}
	if tried < 10 {
		t.Errorf("only %d flags", tried)
	}
}

// No command says how many arguments it takes in the words of the library that parses them.
func TestWrongNumbersOfArguments(t *testing.T) {
	refused := 0
	for _, cmd := range (&env{}).root().Commands() {
		for n := range 5 {
			args := strings.Fields(strings.Repeat("x ", n))
			if cmd.Args == nil || cmd.ValidateArgs(args) == nil {
				continue
			}
			refused++
			var out, err bytes.Buffer
			code := Run(append([]string{cmd.Name()}, args...), &out, &err)
			if code != exitTrouble || !strings.HasPrefix(err.String(), "grantgen: "+cmd.Name()+" takes ") || !strings.Contains(err.String(), ": grantgen "+cmd.Name()) {
				t.Errorf("%s with %d: %d %s", cmd.Name(), n, code, err.String())
			}
			example := strings.Fields(err.String()[strings.LastIndex(err.String(), ": grantgen ")+len(": grantgen "):])
			if e := find(t, example[0]).ValidateArgs(example[1:]); e != nil {
				t.Errorf("the example %v is refused too: %v", example, e)
			}
		}
	}
	if refused < 10 {
		t.Errorf("only %d calls were refused", refused)
	}
}

func find(t *testing.T, name string) *cobra.Command {
	t.Helper()
	cmd, _, err := (&env{}).root().Find([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	return cmd
}

// What init tells people to give to go generate is a folder for the go command, never an import path.
func TestLawPackagePattern(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir := rapid.StringMatching(`(\.\./|\./|/)?[a-z.]{1,3}(/[a-z.]{1,3}){0,2}/?`).Draw(t, "dir")
		p := packagePattern(dir)
		if p != "." && p != ".." && !strings.HasPrefix(p, "./") && !strings.HasPrefix(p, "../") && !strings.HasPrefix(p, "/") {
			t.Fatalf("%q is given as %q", dir, p)
		}
		if filepath.Clean(p) != filepath.Clean(dir) {
			t.Fatalf("%q is another folder: %q", dir, p)
		}
	})
}
