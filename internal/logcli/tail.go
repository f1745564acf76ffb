package logcli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/timeline"
)

func (e *env) tailCommand() *cobra.Command {
	var n int
	var follow, asJSON, payload bool
	cmd := &cobra.Command{
		Use:   "tail LOG",
		Short: "Print the envelopes of the last events",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			if n < 0 {
				return fmt.Errorf("-n %d: it is a number of events", n)
			}
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				t := tail{e, log, asJSON, payload}
				at, err := t.last(cmd.Context(), n)
				if err != nil || !follow {
					return err
				}
				return t.follow(cmd.Context(), at)
			})
		},
	}
	cmd.Flags().IntVarP(&n, "lines", "n", 10, "how many events")
	cmd.Flags().BoolVar(&follow, "follow", false, "go on with what is appended, until interrupted")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one line of JSON for each event")
	cmd.Flags().BoolVar(&payload, "payload", false, "with --json: the payloads too, but for those of pins")
	return cmd
}

type tail struct {
	*env
	log             timeline.Log
	asJSON, payload bool
}

// last prints the last n events, and returns the log's end.
func (t tail) last(ctx context.Context, n int) (timeline.Position, error) {
	end, err := t.log.Last(ctx)
	if err != nil || end == 0 || n == 0 {
		return end, err
	}
	return t.print(ctx, max(0, end-timeline.Position(n)), end)
}

// print prints the events in (after, upto], and returns the last.
func (t tail) print(ctx context.Context, after, upto timeline.Position) (timeline.Position, error) {
	for after < upto {
		page, err := t.log.Read(ctx, timeline.Query{After: after, UpTo: upto})
		if err != nil || len(page.Events) == 0 {
			return after, err
		}
		for _, ev := range page.Events {
			if !t.asJSON {
				fmt.Fprintln(t.out, envelope(ev))
			} else if err := t.writeLine(ev, t.payload && !isPin(ev)); err != nil {
				return after, err
			}
			after = ev.Seq
		}
	}
	return after, nil
}

// follow polls: no engine tells a reader in another process of an append.
func (t tail) follow(ctx context.Context, at timeline.Position) error {
	const pause = 300 * time.Millisecond
	for {
		select {
		case <-ctx.Done(): // an interrupt is how it ends
			return nil
		case <-time.After(pause):
		}
		end, err := t.log.Last(ctx)
		if err == nil && end > at {
			at, err = t.print(ctx, at, end)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// writeLine prints an event as JSON that a terminal can show.
func (e *env) writeLine(ev timeline.Event, payload bool) error {
	b, err := newLine(ev, payload).write()
	if err != nil {
		return fmt.Errorf("write event %d: %w", ev.Seq, err)
	}
	_, err = fmt.Fprint(e.out, printableJSON(b))
	return err
}

// isPin says whether an event holds what was asked of a model, a tool or a service.
func isPin(e timeline.Event) bool {
	return e.Namespace == timeline.ReservedNamespace && slices.Contains([]string{"PinPromoted", "PinMissed"}, e.Type)
}
