package logcli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitFine     = 0
	exitFindings = 1
	exitTrouble  = 2 // usage, or a log that cannot be read
)

// env is what a command may touch.
type env struct {
	in       io.Reader
	out, err io.Writer
	name     string // of a log in a PostgreSQL database
}

// exit ends a command with a code when all there is to say was printed.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Run is the command with its arguments; it returns the exit code.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{w: stdout}
	e := &env{in: stdin, out: out, err: stderr}
	root := e.root()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var code exit
	switch {
	case out.err != nil: // whatever was found, nobody has read it
		err = fmt.Errorf("write what there is to say: %w", out.err)
	case err == nil:
		return exitFine
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintf(stderr, "grantlog: %s\n", printableLines(err.Error()))
	return exitTrouble
}

// output remembers that something could not be written, on a full disk above all.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

func (e *env) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "grantlog",
		Short: "Look into a log",
		Long: "grantlog looks into a log. LOG is an SQLite file, or the DSN of a PostgreSQL database (postgres://… or key=value pairs),\n" +
			"where --log names one of its logs. A log is opened for reading only, but by the commands that write one.",
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              knows,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().StringVar(&e.name, "log", "", "the log's name in a PostgreSQL database")
	root.AddCommand(e.tailCommand(), e.showCommand(), e.verifyCommand(), e.exportCommand(), e.importCommand(), e.forkCommand(),
		e.backupCommand(), e.foldCommand(), e.pinsCommand(), e.traceCommand())
	return root
}

// group is a command that has commands.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: knows, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddCommand(commands...)
	return cmd
}

// progress says on stderr how far a long piece of work is; a short one is silent.
func (e *env) progress(what string, of int64) func(int64) {
	const pause = 2 * time.Second
	next := time.Now().Add(pause)
	return func(at int64) {
		if now := time.Now(); now.After(next) {
			next = now.Add(pause)
			if of > 0 {
				fmt.Fprintf(e.err, "%s: %d of %d events\n", what, at, of)
			} else {
				fmt.Fprintf(e.err, "%s: %d events\n", what, at)
			}
		}
	}
}
