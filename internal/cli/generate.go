package cli

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/diag"
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
		all, err := compareAll(dirs(args))
		defer all.close()
		if err != nil {
			return err
		}
		// Every schema is read and every folder compared before the first byte is written.
		bad := all.diags().HasErrors() || all.inTheWay()
		var gone diag.List
		if !bad {
			if gone, err = all.removed(); err != nil {
				return err
			}
		}
		if !bad && !dryRun {
			for _, l := range all {
				if err := l.place.Apply(l.found); err != nil {
					return err
				}
			}
		}
		if err := e.reportChanges(all, gone, bad, dryRun, asJSON); err != nil {
			return err
		}
		if bad {
			return exit(exitFindings)
		}
		return nil
	}
	return cmd
}

// The actions of a change.
const (
	write  = "write"
	remove = "remove"
	leave  = "leave"  // foreign, in a generated package: check speaks of it
	refuse = "refuse" // foreign, where a file of ours should be
)

type change struct {
	Path   string `json:"path"`
	Action string `json:"action"`
	Detail string `json:"detail,omitempty"`
}

func (s schemas) changes() []change {
	changes := []change{}
	for _, l := range s {
		for _, f := range l.found {
			c := change{Path: join(l.dir, f.Path)}
			switch {
			case f.InTheWay():
				c.Action, c.Detail = refuse, f.Detail
			case f.State == outdir.Foreign:
				c.Action, c.Detail = leave, f.Detail
			case f.State == outdir.Stale || f.State == outdir.Left:
				c.Action = remove
			case f.State == outdir.Missing || f.State == outdir.Different:
				c.Action = write
			default:
				continue
			}
			changes = append(changes, c)
		}
	}
	return changes
}

func (e *env) reportChanges(all schemas, gone diag.List, bad, dryRun, asJSON bool) error {
	if asJSON {
		return writeJSON(e.out, map[string]any{"ok": !bad, "dry_run": dryRun, "diagnostics": append(append(all.diags(), all.notes()...), gone...), "changes": all.changes()})
	}
	if err := diag.Write(e.err, all.diags()); err != nil {
		return err
	}
	for _, n := range all.notes() {
		fmt.Fprintf(e.err, "note: %s: %s\n", n.Pos, n.Message)
	}
	verb := "removed"
	if dryRun {
		verb = "would remove"
	}
	for _, g := range gone {
		fmt.Fprintf(e.err, "%s %s: %s\n", verb, g.File, g.Message)
	}
	for _, c := range all.changes() {
		switch {
		case c.Action == refuse:
			fmt.Fprintf(e.err, "grantgen: %s is in the way: %s; grantgen overwrites only what it wrote, and nothing was written\n", c.Path, c.Detail)
		case c.Action == leave:
			fmt.Fprintf(e.err, "note: %s is not grantgen's: %s\n", c.Path, c.Detail)
		case dryRun:
			fmt.Fprintf(e.out, "%s %s\n", c.Action, c.Path)
		}
	}
	return nil
}
