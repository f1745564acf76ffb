package logcli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/usage"
)

// knows refuses a word that is none of a command's commands, and says which was meant.
func knows(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("unknown command %q of %s", args[0], cmd.CommandPath())
	if hint := meant(cmd, args[0]); hint != "" {
		return fmt.Errorf("%s; did you mean %s?", text, hint)
	}
	return fmt.Errorf("%s; --help lists them", text)
}

// meant is what comes nearest to a word: a command of this one; else one further down that is called so (`list` is that of trace), or nearly.
func meant(cmd *cobra.Command, word string) string {
	var here []string
	below := map[string][]string{}
	for _, c := range offered(cmd) {
		here = append(here, names(c)...)
		for _, d := range offered(c) {
			for _, name := range names(d) {
				below[name] = append(below[name], c.Name()+" "+name)
			}
		}
	}
	if near, ok := diag.Nearest(word, here); ok {
		return near
	}
	known := make([]string, 0, len(below))
	for name := range below {
		known = append(known, name)
	}
	name := word
	if below[word] == nil {
		name, _ = diag.Nearest(word, known) // takes them in their order
	}
	full := below[name]
	slices.Sort(full)
	return strings.Join(full, " or ")
}

func names(c *cobra.Command) []string { return append([]string{c.Name()}, c.Aliases...) }

func offered(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

// flagError says what is wrong with a flag: which was meant, or what its value has to be.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) {
		return fmt.Errorf("%s: %q %s", flagName(value.GetFlag()), value.GetValue(), refusals[value.GetFlag().Value.Type()])
	}
	near, unknown := usage.Flag(cmd, err)
	switch {
	case near != "":
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	case unknown:
		return fmt.Errorf("%w; --help lists the flags", err)
	}
	return err
}

// refusals are what is said of a value that a flag of a type cannot take.
var refusals = map[string]string{"int64": "is no position", "int": "is no number", "bool": "is neither true nor false"}

func flagName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}
