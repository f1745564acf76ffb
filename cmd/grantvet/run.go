package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/internal/analyzers"
	"github.com/grantgen/grantgen/internal/analyzers/covered"
)

// The exit codes.
const (
	exitFine     = 0
	exitFindings = 1
	exitTrouble  = 2 // usage, or packages that cannot be loaded
)

var errFindings = errors.New("there are findings")

// run is the command with its arguments; it returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	cmd := command(stdout, stderr)
	cmd.SetArgs(args)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	switch err := cmd.Execute(); {
	case err == nil:
		return exitFine
	case errors.Is(err, errFindings):
		return exitFindings
	default:
		fmt.Fprintf(stderr, "grantvet: %s\n", err)
		if strings.HasPrefix(err.Error(), "unknown flag") {
			fmt.Fprintln(stderr, "grantvet --help lists the flags.")
		}
		return exitTrouble
	}
}

func command(stdout, stderr io.Writer) *cobra.Command {
	var asJSON, fix bool
	cmd := &cobra.Command{
		Use:               "grantvet [PACKAGES]",
		Short:             "Look at Go code that uses grants",
		Long:              long(),
		Args:              cobra.ArbitraryArgs,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "findings as JSON")
	cmd.Flags().BoolVar(&fix, "fix", false, "apply the fixes that there are")
	cmd.RunE = func(_ *cobra.Command, patterns []string) error {
		if len(patterns) == 0 {
			patterns = []string{"."}
		}
		found, err := find(patterns)
		if err != nil {
			return err
		}
		if fix {
			if found, err = apply(found); err != nil {
				return err
			}
		}
		if asJSON {
			err = writeJSON(stdout, found)
		} else {
			err = write(stdout, found)
		}
		if err == nil && len(found) > 0 {
			return errFindings
		}
		return err
	}
	return cmd
}

func long() string {
	var b strings.Builder
	b.WriteString("grantvet looks at Go packages (default: the one here) and exits with 1 and a list when it finds something.\n" +
		"With `vet=$(go tool -n grantvet) && go vet -vettool=\"$vet\" ./...` results are cached.\n\nIts analyzers:\n")
	for _, a := range analyzers.All() {
		title, _, _ := strings.Cut(a.Doc, "\n")
		fmt.Fprintf(&b, "  %-8s%s\n", a.Name, title)
	}
	fmt.Fprintf(&b, "  %-8s%s\n", covered.Name, "report assemblers that no noninterference test holds to their grants (not under go vet)")
	b.WriteString("\nA comment on a line or a function is an exception: //grant:impure, //grant:raw, //grant:sealed or //grant:uncovered, and a reason.")
	return b.String()
}
