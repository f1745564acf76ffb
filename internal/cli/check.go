package cli

import (
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/spf13/cobra"
)

func (e *env) checkCommand() *cobra.Command {
	var asJSON bool
	var a against
	cmd := &cobra.Command{
		Use:   "check [DIR...]",
		Short: "Say whether the generated files are what the schema says",
		Long: "check writes nothing. It exits with 1 and a list when generated files are missing, different (out of date or edited),\n" +
			"stale or foreign, when an assembler or a Go type that the schema names is not there, or when the schema or its never: and checks:\n" +
			"fail; with --against also when a role's grant widened and nobody acknowledged it.",
		Args: cobra.ArbitraryArgs,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "findings as JSON")
	a.flags(cmd, "")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		all, err := compareAll(dirs(args))
		defer all.close()
		if err != nil {
			return err
		}
		widened, err := e.widenings(all, a)
		if err != nil {
			return err
		}
		files, bad := all.worthSaying()
		bad = bad || all.diags().HasErrors() || len(widened) > 0 || slices.ContainsFunc(all.notes(), isFinding)
		if asJSON {
			said := map[string]any{"ok": !bad, "diagnostics": append(all.diags(), all.notes()...), "files": files}
			if a.what != "" {
				said["widened"] = findingsOf(widened)
			}
			err = writeJSON(e.out, said)
		} else if err = diag.Write(e.err, all.diags()); err == nil {
			for _, f := range files {
				fmt.Fprintln(e.out, checkLine(f))
			}
			for _, n := range all.notes() {
				mark := "note: "
				if isFinding(n) {
					mark = ""
				}
				fmt.Fprintf(e.out, "%s%s: %s\n", mark, n.Pos, n.Message)
			}
			for _, w := range widened {
				w.print(e, a)
			}
		}
		if err == nil && bad {
			return exit(exitFindings)
		}
		return err
	}
	return cmd
}

// worthSaying is the findings that are not plainly the same, and whether one of them fails the check.
func (s schemas) worthSaying() (files []outdir.Finding, bad bool) {
	files = []outdir.Finding{}
	for _, l := range s {
		for _, f := range l.found {
			if f.State == outdir.Same && f.Detail == "" {
				continue
			}
			f.Path = join(l.dir, f.Path)
			files = append(files, f)
			bad = bad || f.State != outdir.Same && f.State != outdir.Left
		}
	}
	return files, bad
}

// isFinding says whether a note of generate fails the check: not where it says what was not looked at.
func isFinding(note diag.Diagnostic) bool { return note.Code != embeds }

func checkLine(f outdir.Finding) string {
	if f.State == outdir.Same {
		return fmt.Sprintf("note: %s is %s", f.Path, f.Detail)
	}
	if f.State == outdir.Left {
		return fmt.Sprintf("note: %s was left by a run that was killed; grantgen generate removes it", f.Path)
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
