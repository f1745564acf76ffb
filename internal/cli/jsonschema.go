package cli

import (
	"github.com/grantgen/grantgen/schema"
	"github.com/spf13/cobra"
)

func (e *env) jsonschemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "jsonschema",
		Short: "Print the JSON Schema of the language, for editors",
		Long: "jsonschema prints the JSON Schema of *.grant.yaml. An editor with a YAML language server completes and checks by it when\n" +
			"the file begins with: # yaml-language-server: $schema=grantgen.schema.json. init writes both; generate keeps the file up to date.",
		Args: takes(0, 0, "no arguments", "grantgen jsonschema"),
		RunE: func(*cobra.Command, []string) error {
			b, err := schema.JSONSchema()
			if err != nil {
				return err
			}
			_, err = e.out.Write(b)
			return err
		},
	}
}
