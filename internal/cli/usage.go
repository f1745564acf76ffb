package cli

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/usage"
	"github.com/spf13/cobra"
)

// takes is how many arguments a command has, in words, with an example of a right call.
func takes(least, most int, what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("%s takes %s: %s", cmd.Name(), what, example)
		}
		return nil
	}
}

// flagError is the error for flags that are wrong: for one that is not there, with the nearest that is.
func flagError(cmd *cobra.Command, err error) error {
	if near, _ := usage.Flag(cmd, err); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return err
}
