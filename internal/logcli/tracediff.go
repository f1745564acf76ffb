package logcli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

// changeRow is a change as `trace diff --json` has it.
type changeRow struct {
	Kind     string `json:"kind"`
	Slot     string `json:"slot"`
	Register string `json:"register"`
	Delta    int    `json:"delta,omitempty"`
	Why      string `json:"why,omitempty"`
	Before   string `json:"before,omitempty"`
	After    string `json:"after,omitempty"`
}

func (e *env) traceDiff() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff LOG A B",
		Short: "Say what came in, went out, moved, grew or shrank between two contexts",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				a, err := trace.Lookup(cmd.Context(), log, args[1])
				if err != nil {
					return err
				}
				b, err := trace.Lookup(cmd.Context(), log, args[2])
				if err != nil {
					return err
				}
				changes, err := trace.Diff(a, b)
				if err != nil {
					return err
				}
				if asJSON {
					for _, c := range changes {
						if err := e.writeJSONLine(rowOfChange(c)); err != nil {
							return err
						}
					}
					return nil
				}
				return e.changes(changes)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each change")
	return cmd
}

func rowOfChange(c trace.Change) changeRow {
	row := changeRow{Kind: c.Kind, Delta: c.Delta, Why: c.Why}
	for _, p := range []*trace.Part{c.A, c.B} {
		if p != nil {
			row.Slot, row.Register = p.Slot, p.Register
		}
	}
	if c.A != nil {
		row.Before = c.A.Content
	}
	if c.B != nil {
		row.After = c.B.Content
	}
	return row
}

func (e *env) changes(changes []trace.Change) error {
	if len(changes) == 0 {
		fmt.Fprintln(e.out, "the prompts have the same parts")
		return nil
	}
	w := tabwriter.NewWriter(e.out, 0, 8, 2, ' ', 0)
	for _, c := range changes {
		row := rowOfChange(c)
		what := map[string]string{trace.In: "+ came in", trace.Out: "- went out", trace.Moved: "> moved", trace.Grew: fmt.Sprintf("~ grew by %d", c.Delta),
			trace.Shrank: fmt.Sprintf("~ shrank by %d", c.Delta), trace.Changed: "~ changed"}[c.Kind]
		text := row.After
		if c.B == nil {
			text = row.Before
		}
		why := ""
		if c.Why != "" {
			why = "(" + c.Why + ") "
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s%s\n", what, printable(row.Slot), row.Register, printable(why), clip(text, 80))
	}
	return w.Flush()
}
