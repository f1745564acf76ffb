package cli

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/outdir"
	"github.com/spf13/cobra"
)

func (e *env) generateCommand() *cobra.Command {
	var dryRun, asJSON bool
	cmd := &cobra.Command{
		Use:   "generate [DIR...]",
		Short: "Write the packages, grants.lock.yaml and GRANTS.md of each schema",
		Long: "generate reads the *.grant.yaml of each DIR (default: here) and writes its packages, grants.lock.yaml and GRANTS.md.\n" +
			"It writes only what changed and removes only stale files of its own. A schema that is wrong changes nothing.",
		Args: cobra.ArbitraryArgs,
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "list what would be written and removed, and change nothing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "findings and changes as JSON")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		var all []*loaded
		failed := false
		// Every schema is read before the first byte is written.
		for _, dir := range dirs(args) {
			l, err := generate(dir)
			if err != nil {
				return err
			}
			if err := e.report(l.diags, asJSON); err != nil {
				failed = true
				continue
			}
			all = append(all, l)
		}
		if failed {
			return exit(exitFindings)
		}
		for _, l := range all {
			if err := e.generateOne(l, dryRun, asJSON); err != nil {
				return err
			}
		}
		return nil
	}
	return cmd
}

type change struct {
	Path   string `json:"path"`
	Action string `json:"action"`
}

func (e *env) generateOne(l *loaded, dryRun, asJSON bool) error {
	defer l.place.Close()
	found, err := l.place.Compare(l.model.Out, l.files)
	if err != nil {
		return err
	}
	if !dryRun {
		if err := l.place.Apply(found); err != nil {
			return err
		}
	}
	changes := []change{}
	for _, f := range found {
		switch f.State {
		case outdir.Missing, outdir.Different:
			changes = append(changes, change{join(l.dir, f.Path), "write"})
		case outdir.Stale:
			changes = append(changes, change{join(l.dir, f.Path), "remove"})
		case outdir.Foreign:
			changes = append(changes, change{join(l.dir, f.Path), "leave (foreign)"})
		}
	}
	if asJSON {
		return writeJSON(e.out, map[string]any{"changes": changes, "dry_run": dryRun})
	}
	if dryRun {
		for _, c := range changes {
			fmt.Fprintf(e.out, "%s %s\n", c.Action, c.Path)
		}
	}
	return nil
}
