package logcli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/foldstore"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func (e *env) foldCommand() *cobra.Command {
	return group("fold", "Look at folds that are kept in a file, or make them again", e.foldStatus(), e.foldRebuild())
}

func (e *env) foldStatus() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status LOG FOLDS",
		Short: "Say where the folds stand",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.withFolds(cmd.Context(), args, func(log timeline.Log, folds *foldstore.Store) error {
				last, err := log.Last(cmd.Context())
				if err != nil {
					return err
				}
				status, err := folds.Status(cmd.Context())
				if err != nil {
					return err
				}
				if asJSON {
					return e.writeJSON(map[string]any{"last": last, "folds": status})
				}
				w := tabwriter.NewWriter(e.out, 0, 8, 2, ' ', 0)
				fmt.Fprintln(w, "fold\tposition\tlog's end\tstates")
				for _, s := range status {
					fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", printable(s.Fold), s.Position, last, s.States)
				}
				return w.Flush()
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

func (e *env) foldRebuild() *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "rebuild LOG FOLDS",
		Short: "Drop the folds and make them again from the log",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.withFolds(cmd.Context(), args, func(_ timeline.Log, folds *foldstore.Store) error {
				if !check {
					return folds.Rebuild(cmd.Context())
				}
				err := folds.Check(cmd.Context())
				if errors.Is(err, foldstore.ErrDiffers) {
					return e.report([]string{err.Error()}, "", false)
				}
				if err == nil {
					fmt.Fprintln(e.out, "the folds are what the log makes of them")
				}
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "make them beside, compare, and change nothing")
	return cmd
}

// withFolds opens a log and folds that are there.
func (e *env) withFolds(ctx context.Context, args []string, do func(timeline.Log, *foldstore.Store) error) error {
	return e.with(ctx, args[0], func(log timeline.Log) error {
		if _, err := os.Stat(args[1]); err != nil {
			return err
		}
		last, err := log.Last(ctx)
		if err != nil {
			return err
		}
		folds, err := foldstore.Open(ctx, args[1], readThrough{log, e.progress("fold", last)})
		if err != nil {
			return err
		}
		return errors.Join(do(log, folds), folds.Close())
	})
}

// readThrough tells how far a log was read.
type readThrough struct {
	timeline.Log
	progress func(int64)
}

func (r readThrough) Read(ctx context.Context, q timeline.Query) (timeline.Page, error) {
	page, err := r.Log.Read(ctx, q)
	if n := len(page.Events); n > 0 {
		r.progress(page.Events[n-1].Seq)
	}
	return page, err
}
