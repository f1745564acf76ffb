package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitFine     = 0
	exitFindings = 1 // findings, or a schema that is wrong
	exitTrouble  = 2 // usage, or input that cannot be read
)

// env is what a command may touch.
type env struct {
	out, err io.Writer
}

// exit ends a command with a code when all there is to say was printed.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Run is the command with its arguments; it returns the exit code.
func Run(args []string, stdout, stderr io.Writer) int {
	e := &env{out: stdout, err: stderr}
	root := e.root()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	var code exit
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintf(stderr, "grantgen: %s\n", err)
	if strings.HasPrefix(err.Error(), "unknown command") || strings.HasPrefix(err.Error(), "unknown flag") || strings.HasPrefix(err.Error(), "unknown shorthand flag") {
		fmt.Fprintln(stderr, "grantgen --help lists the commands.")
	}
	return exitTrouble
}

// unknown is the error for a word that is neither a command nor a folder.
func unknown(root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	text := fmt.Sprintf("unknown command or folder %q", word)
	if hint := diag.DidYouMean(word, names); hint != "" {
		text += "; " + hint
	}
	return errors.New(text)
}

func (e *env) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "grantgen [DIR...]",
		Short: "Generate typed grants for language-model agents from a schema",
		Long: "grantgen reads the *.grant.yaml of each DIR (default: here) and writes Go packages in which an assembler\n" +
			"that reaches anything ungranted does not compile. Without a command it is `grantgen generate`.",
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	gen := e.generateCommand()
	root.Flags().AddFlagSet(gen.Flags())
	root.Args = cobra.ArbitraryArgs
	root.SetFlagErrorFunc(flagError)
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 && !isFolder(args[0]) {
			return unknown(cmd, args[0])
		}
		return gen.RunE(cmd, args)
	}
	root.AddCommand(e.initCommand(), gen, e.checkCommand(), e.diffCommand(), e.ackCommand(), e.matrixCommand(), e.whyCommand(), e.jsonschemaCommand(), e.versionCommand())
	return root
}
