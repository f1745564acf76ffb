package logcli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// What can be different of a call.
const (
	onlyOld = "only in the first"
	onlyNew = "only in the second"
	answers = "answered otherwise"
)

// difference is a line of `pins diff`.
type difference struct {
	What       string            `json:"what"`
	Kind       string            `json:"kind"`
	Name       string            `json:"name"`
	Key        string            `json:"key"`
	Occurrence int64             `json:"occurrence"`
	Old        timeline.Position `json:"old,omitempty"` // seqs
	New        timeline.Position `json:"new,omitempty"`
	Diff       string            `json:"diff,omitempty"`
}

func (e *env) pinsDiff() *cobra.Command {
	var asJSON, bodies bool
	cmd := &cobra.Command{
		Use:   "diff LOG RUN RUN",
		Short: "Compare two runs: which calls one of them lacks, and which were answered otherwise; exit 1 when they differ",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				var runs [2][]found
				promoted, _ := pin.Events()
				for i, run := range args[1:] {
					var err error
					if runs[i], err = pins(cmd.Context(), log, promoted, run); err != nil {
						return err
					}
					if len(runs[i]) == 0 {
						return fmt.Errorf("there is no run %q", run)
					}
					for _, f := range runs[i] {
						if f.err != nil {
							return f.err
						}
					}
				}
				return e.differences(compare(runs[0], runs[1], bodies), asJSON)
			})
		},
	}
	cmd.Flags().BoolVar(&bodies, "pinned", false, "show where answers, and requests that only one run has, differ")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

type callOf struct {
	kind, key  string
	occurrence int64
}

func (f found) call() callOf { return callOf{f.Kind, f.Key, f.Occurrence} }

func index(all []found) map[callOf]found {
	out := map[callOf]found{}
	for _, f := range all {
		out[f.call()] = f
	}
	return out
}

// compare lists the differences in the order of the logs, the first run's first.
func compare(old, now []found, bodies bool) []difference {
	was, is := index(old), index(now)
	out := []difference{}
	add := func(what string, f found, oldSeq, newSeq timeline.Position, diff string) {
		if !bodies {
			diff = ""
		}
		out = append(out, difference{what, f.Kind, f.Name, f.Key, f.Occurrence, oldSeq, newSeq, diff})
	}
	for _, f := range old {
		switch other, there := is[f.call()]; {
		case !there:
			add(onlyOld, f, f.event.Seq, 0, "")
		case string(other.Answer) != string(f.Answer):
			add(answers, f, f.event.Seq, other.event.Seq, pin.Diff(f.AnswerText(), other.AnswerText()))
		}
	}
	for _, f := range now {
		if _, there := was[f.call()]; there {
			continue
		}
		diff := ""
		if near := nearest(f, old); near != nil {
			diff = pin.Diff(near.Lines(), f.Lines())
		}
		add(onlyNew, f, 0, f.event.Seq, diff)
	}
	return out
}

func (e *env) differences(all []difference, asJSON bool) error {
	if asJSON {
		if err := e.writeJSON(all); err != nil {
			return err
		}
	}
	for _, d := range all {
		if asJSON {
			break
		}
		fmt.Fprintf(e.out, "%s: call %d of %s %s  key %.12s", d.What, d.Occurrence, printable(d.Kind), printable(d.Name), printable(d.Key))
		for _, seq := range []timeline.Position{d.Old, d.New} {
			if seq > 0 {
				fmt.Fprintf(e.out, "  event %d", seq)
			}
		}
		fmt.Fprintln(e.out)
		if d.Diff != "" {
			fmt.Fprintln(e.out, d.Diff)
		}
	}
	if len(all) > 0 {
		return exit(exitFindings)
	}
	if !asJSON {
		fmt.Fprintln(e.out, "the runs hold the same calls and answers")
	}
	return nil
}
