package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// languageVersion is what `grantgen: 1` in a schema means.
const languageVersion = 1

func (e *env) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version, the version of the language, and Go's",
		Args:  takes(0, 0, "no arguments", "grantgen version"),
		RunE: func(*cobra.Command, []string) error {
			v := version()
			if asJSON {
				return writeJSON(e.out, map[string]any{"grantgen": v, "language": languageVersion, "go": runtime.Version()})
			}
			fmt.Fprintf(e.out, "grantgen %s\nlanguage %d\n%s\n", v, languageVersion, runtime.Version())
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

// version is the module's, as the go command recorded it in the binary: of the main module, or of the tool dependency.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	const path = "github.com/grantgen/grantgen"
	if info.Main.Path == path && info.Main.Version != "" {
		return info.Main.Version
	}
	for _, d := range info.Deps {
		if d.Path == path {
			return d.Version
		}
	}
	return "(devel)"
}
