package usage

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/grantgen/grantgen/internal/diag"
)

// Flag is the flag of a command that an error of cobra's is nearest to. unknown is false for an error of another kind; near is empty where
// none comes near.
func Flag(cmd *cobra.Command, err error) (near string, unknown bool) {
	var none *pflag.NotExistError
	if !errors.As(err, &none) {
		return "", false
	}
	var names []string
	see := func(f *pflag.Flag) { names = append(names, f.Name) }
	cmd.Flags().VisitAll(see)
	cmd.InheritedFlags().VisitAll(see)
	word := none.GetSpecifiedName()
	if letters := none.GetSpecifiedShortnames(); letters != "" { // a long flag after one dash is read as letters
		word, _, _ = strings.Cut(letters, "=")
	}
	if slices.Contains(names, word) {
		return word, true
	}
	near, _ = diag.Nearest(word, names)
	return near, true
}
