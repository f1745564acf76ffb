package cli

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/spf13/cobra"
)

func (e *env) checkCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [DIR...]",
		Short: "Say whether the generated files are what the schema says",
		Long: "check writes nothing. It exits with 1 and a list when generated files are missing, different (out of date or edited),\n" +
			"stale or foreign, or when the schema or its never: and checks: fail.",
		Args: cobra.ArbitraryArgs,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "findings as JSON")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		diags, files := diag.List{}, []outdir.Finding{}
		bad := false
		for _, dir := range dirs(args) {
			l, err := generate(dir)
			if err != nil {
				return err
			}
			diags = append(diags, l.diags...)
			if l.diags.HasErrors() {
				bad = true
				continue
			}
			found, err := l.place.Compare(l.model.Out, l.files)
			_ = l.place.Close()
			if err != nil {
				return err
			}
			for _, f := range found {
				f.Path = join(dir, f.Path)
				if f.State != outdir.Same || f.Detail != "" {
					files = append(files, f)
				}
				bad = bad || f.State != outdir.Same
			}
		}
		if asJSON {
			if err := writeJSON(e.out, map[string]any{"ok": !bad, "diagnostics": diags, "files": files}); err != nil {
				return err
			}
		} else {
			if err := diag.Write(e.err, diags); err != nil {
				return err
			}
			for _, f := range files {
				fmt.Fprintln(e.out, checkLine(f))
			}
		}
		if bad {
			return exit(exitFindings)
		}
		return nil
	}
	return cmd
}

func checkLine(f outdir.Finding) string {
	if f.State == outdir.Same {
		return fmt.Sprintf("note: %s is %s", f.Path, f.Detail)
	}
	advice := map[outdir.State]string{
		outdir.Missing:   "run grantgen generate",
		outdir.Different: "out of date or edited; run grantgen generate",
		outdir.Stale:     "no longer generated; run grantgen generate",
		outdir.Foreign:   "not grantgen's; move it elsewhere",
	}[f.State]
	if f.Detail != "" {
		advice = f.Detail + "; " + advice
	}
	return fmt.Sprintf("%s: %s (%s)", f.State, f.Path, advice)
}
