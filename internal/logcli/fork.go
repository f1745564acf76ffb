package logcli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

func (e *env) forkCommand() *cobra.Command {
	var at int64
	var name string
	cmd := &cobra.Command{
		Use:   "fork LOG NEW --at SEQ",
		Short: "Make a new log of the events up to a seq",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				last, err := log.Last(cmd.Context())
				switch {
				case err != nil:
					return err
				case at < 1:
					return errors.New("say with --at after which seq to fork")
				case at > last:
					return &timeline.PastEnd{At: at, Last: last}
				}
				if err := e.copy(cmd.Context(), "fork", upTo{log, at}, args[1], name); err != nil {
					return err
				}
				fmt.Fprintf(e.err, "%d events copied\n", at)
				return nil
			})
		},
	}
	cmd.Flags().Int64Var(&at, "at", 0, "the last seq of the fork")
	cmd.Flags().StringVar(&name, "new-log", "", "the new log's name in a PostgreSQL database")
	return cmd
}

func (e *env) backupCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "backup LOG FILE",
		Short: "Write a sound copy of the log as of now into a new SQLite file",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				if file, is := log.(*sqlite.Log); is {
					return file.Backup(cmd.Context(), args[1])
				}
				last, err := log.Last(cmd.Context())
				if err != nil {
					return err
				}
				return e.copy(cmd.Context(), "backup", upTo{log, last}, args[1], "")
			})
		},
	}
}

// copy makes a new log of another's events. A file appears under its name when the copy is whole.
func (e *env) copy(ctx context.Context, what string, from upTo, place, name string) error {
	if isDSN(place) {
		return e.copyTo(ctx, what, from, place, name)
	}
	part := place + ".part"
	for _, path := range []string{place, part} {
		if err := fresh(path); err != nil {
			return err
		}
	}
	if err := e.copyTo(ctx, what, from, part, name); err != nil {
		if removed := os.Remove(part); !errors.Is(removed, os.ErrNotExist) {
			err = errors.Join(err, removed)
		}
		return err
	}
	return os.Rename(part, place)
}

func (e *env) copyTo(ctx context.Context, what string, from upTo, place, name string) error {
	to, err := e.create(ctx, place, name)
	if err != nil {
		return err
	}
	last, err := to.Last(ctx)
	if err == nil && last > 0 {
		err = fmt.Errorf("the new log has %d events already", last)
	}
	if err == nil {
		_, err = timeline.Copy(ctx, from, watched{to, e.progress(what, from.at)})
	}
	return errors.Join(err, to.Close())
}

// upTo is a log as it was at a position.
type upTo struct {
	timeline.Log
	at timeline.Position
}

func (u upTo) Last(context.Context) (timeline.Position, error) { return u.at, nil }

// watched tells how far a copy is.
type watched struct {
	timeline.Log
	progress func(int64)
}

func (w watched) AppendAt(ctx context.Context, expect timeline.Position, batch ...timeline.Pending) (timeline.Range, error) {
	r, err := w.Log.AppendAt(ctx, expect, batch...)
	w.progress(r.To)
	return r, err
}
