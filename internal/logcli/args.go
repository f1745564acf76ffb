package logcli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// takes reads what a command takes from its Use: `show LOG CONTEXT`, with what may be left out in brackets. What is missing is named, and
// so is what is too much.
func takes(cmd *cobra.Command, args []string) error {
	var want []string
	must := 0
	for _, word := range strings.Fields(cmd.Use)[1:] {
		if strings.HasPrefix(word, "--") {
			break
		}
		if want = append(want, word); !strings.HasPrefix(word, "[") {
			must++
		}
	}
	switch {
	case len(args) < must:
		return fmt.Errorf("%s is missing: %s; --help says what it is", want[len(args)], cmd.UseLine())
	case len(args) > len(want):
		return fmt.Errorf("%q is too much: %s", args[len(want)], cmd.UseLine())
	}
	return nil
}
