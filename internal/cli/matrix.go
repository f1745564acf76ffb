package cli

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/grantgen/grantgen/internal/reach"
	"github.com/spf13/cobra"
)

func (e *env) matrixCommand() *cobra.Command {
	var format string
	var asJSON bool
	var o reach.Options
	cmd := &cobra.Command{
		Use:   "matrix [DIR]",
		Short: "Print which role reads which event type and scope",
		Long: "matrix prints a table of event types and scopes against roles. `yes` is always, `where` is under a condition,\n" +
			"`range` is within the range that Input gives, `writes` is through the role's own door, `-` is never.",
		Args: takes(0, 1, "one DIR at most", "grantgen matrix talks"),
		RunE: func(_ *cobra.Command, args []string) error {
			if asJSON {
				format = "json"
			}
			if !slices.Contains([]string{"text", "md", "json"}, format) {
				return fmt.Errorf("--format %q is none of text, md, json", format)
			}
			m, err := e.loadFine(dirs(args)[0], format == "json")
			if err != nil {
				return err
			}
			t := reach.Matrix(m, o)
			switch format {
			case "json":
				return writeJSON(e.out, t)
			case "md":
				printMarkdown(e, t)
			default:
				w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
				fmt.Fprintf(w, "\t%s\n", strings.Join(t.Roles, "\t"))
				for _, r := range t.Rows {
					fmt.Fprintf(w, "%s\t%s\n", r.What, strings.Join(r.Cells, "\t"))
				}
				return w.Flush()
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, md or json")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().BoolVar(&o.Fields, "fields", false, "a row for each field of an event type")
	cmd.Flags().BoolVar(&o.Members, "members", false, "a column for each member of a family")
	return cmd
}

func printMarkdown(e *env, t reach.Table) {
	fmt.Fprintf(e.out, "| | %s |\n|%s\n", strings.Join(t.Roles, " | "), strings.Repeat(" --- |", len(t.Roles)+1))
	for _, r := range t.Rows {
		fmt.Fprintf(e.out, "| `%s` | %s |\n", r.What, strings.Join(r.Cells, " | "))
	}
}
