package logcli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

func (e *env) traceHTML() *cobra.Command {
	var s selection
	var force bool
	cmd := &cobra.Command{
		Use:   "html LOG OUT",
		Short: "Write a page that shows recorded contexts: one file, which needs no network",
		Long: "html writes a page that shows recorded contexts. It holds what models were shown: its owner alone can read the file.\n" +
			"The slider over totals needs the application's assemblers and counters: its own replay command (package grants/replay) writes the page with it.\n" +
			"An older page is replaced, unless it has sliders; any other file is left as it is. --force writes over both.",
		Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := s.read()
			if err != nil {
				return err
			}
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				if err := f.Known(cmd.Context(), log); err != nil {
					return err
				}
				p, err := trace.Page(cmd.Context(), log, trace.LogName(args[0]), f, nil)
				if err != nil {
					return err
				}
				if err := trace.WritePage(args[0], args[1], p, force); err != nil {
					return err
				}
				fmt.Fprintln(e.out, p.Summary())
				return nil
			})
		},
	}
	s.flags(cmd, trace.PageContexts)
	cmd.Flags().BoolVar(&force, "force", false, "write over whatever file is there, also a page with sliders")
	return cmd
}

var errBudget = errors.New("budget needs the application's assemblers and counters, which grantlog does not have: ask the application's own replay command " +
	"(package grants/replay, Main), with `budget LOG CONTEXT TOTAL`")

func (e *env) traceBudget() *cobra.Command {
	return &cobra.Command{
		Use:   "budget LOG CONTEXT TOTAL",
		Short: "Say where to ask what another total would do: the application's replay command",
		Args:  takes,
		RunE:  func(*cobra.Command, []string) error { return errBudget },
	}
}
