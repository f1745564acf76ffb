package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
	var none *pflag.NotExistError
	if !errors.As(err, &none) {
		return err
	}
	var names []string
	see := func(f *pflag.Flag) { names = append(names, f.Name) }
	cmd.Flags().VisitAll(see)
	cmd.InheritedFlags().VisitAll(see)
	word := none.GetSpecifiedName()
	if letters := none.GetSpecifiedShortnames(); letters != "" { // a long flag after one dash is read as letters
		word, _, _ = strings.Cut(letters, "=")
	}
	near, ok := diag.Nearest(word, names)
	if slices.Contains(names, word) {
		near, ok = word, true
	}
	if !ok {
		return err
	}
	return fmt.Errorf("%w; did you mean --%s?", err, near)
}
