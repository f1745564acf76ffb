package logcli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/timeline"
)

func (e *env) exportCommand() *cobra.Command {
	var after int64
	var output string
	cmd := &cobra.Command{
		Use:   "export LOG",
		Short: "Write the events as JSONL, with ids, times and payloads byte for byte",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			if after < 0 {
				return fmt.Errorf("--after %d: seqs begin with 1", after)
			}
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				if output == "" {
					return e.export(cmd.Context(), log, after, e.out)
				}
				return toFile(output, func(w io.Writer) error { return e.export(cmd.Context(), log, after, w) })
			})
		},
	}
	cmd.Flags().Int64Var(&after, "after", 0, "only events after this seq")
	cmd.Flags().StringVarP(&output, "output", "o", "", "a new file (mode 0600) instead of the standard output")
	return cmd
}

func (e *env) export(ctx context.Context, log timeline.Log, after timeline.Position, w io.Writer) error {
	last, err := log.Last(ctx)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	progress := e.progress("export", last)
	next := after + 1
	err = each(ctx, log, timeline.Query{After: after, UpTo: last}, func(ev timeline.Event) error {
		if ev.Seq != next || ev.Hash != timeline.HashOf(ev.Attributes, ev.Payload) {
			return &damage{next}
		}
		next++
		b, err := newLine(ev, true).write()
		if err != nil {
			return fmt.Errorf("write event %d: %w", ev.Seq, err)
		}
		progress(ev.Seq)
		_, err = out.Write(b)
		return err
	})
	if err == nil && next <= last {
		err = &damage{next}
	}
	return errors.Join(err, out.Flush())
}

// damage is where an export ends before the log does: no import would take more.
type damage struct{ at timeline.Position }

func (e *damage) Error() string {
	return fmt.Sprintf("event %d is damaged or not there, so the export ends before it; verify lists all that is wrong", e.at)
}

// toFile writes a new file; the name appears when all of it is on the disk.
func toFile(path string, write func(io.Writer) error) (err error) {
	if err := fresh(path); err != nil {
		return err
	}
	part := path + ".part"
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return os.Rename(part, path)
}
