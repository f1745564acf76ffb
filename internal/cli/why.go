package cli

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/reach"
	"github.com/spf13/cobra"
)

func (e *env) whyCommand() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "why ROLE WHAT",
		Short: "Say why a role may or may not read an event type, a scope, a slice …",
		Long: "why says which clauses let a role (norway) or a member (negotiator@norway) read something, with file and line; or that none\n" +
			"does. WHAT is " + reach.Kinds + ".\n" +
			"Where one name is several things, event:, slice:, tool:, scope:, family:, predicate:, namespace:, part:, record:, subject:, parameter:,\n" +
			"kind:, layout:, section:, roster:, value:, role: or never: before it says which.",
		Args: takes(2, 2, "ROLE and WHAT", "grantgen why host Posted"),
		RunE: func(_ *cobra.Command, args []string) error {
			m, err := e.loadFine(dir, asJSON)
			if err != nil {
				return err
			}
			a, err := reach.Why(m, args[0], args[1])
			if err != nil {
				return err
			}
			for i := range a.Because {
				a.Because[i].Pos.File = join(dir, a.Because[i].Pos.File)
			}
			if asJSON {
				return writeJSON(e.out, a)
			}
			fmt.Fprintln(e.out, a.Verdict)
			for _, r := range a.Because {
				fmt.Fprintf(e.out, "  %s:%d:%d: %s\n", r.Pos.File, r.Pos.Line, r.Pos.Col, r.Text)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "the schema's folder")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}
