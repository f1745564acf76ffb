package logcli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// miss is a line of `pins miss`.
type miss struct {
	Seq        timeline.Position `json:"seq"`
	Run        string            `json:"run"`
	Kind       string            `json:"kind"`
	Name       string            `json:"name"`
	Key        string            `json:"key"`
	Occurrence int64             `json:"occurrence"`
	Near       timeline.Position `json:"near,omitempty"` // the seq of the nearest pin
	Diff       string            `json:"diff,omitempty"`
}

func (e *env) pinsMiss() *cobra.Command {
	var run string
	var asJSON, bodies bool
	cmd := &cobra.Command{
		Use:   "miss LOG",
		Short: "List the misses that were committed (Ledger.CommitMisses), with the nearest pin of each",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				promoted, missed := pin.Events()
				misses, err := pins(cmd.Context(), log, missed, only(run)...)
				if err != nil {
					return err
				}
				recorded, err := pins(cmd.Context(), log, promoted, only(run)...)
				if err != nil {
					return err
				}
				out := []miss{}
				for _, m := range misses {
					if m.err != nil {
						return m.err
					}
					out = append(out, newMiss(m, recorded, bodies))
				}
				return e.misses(out, asJSON)
			})
		},
	}
	cmd.Flags().StringVar(&run, "run", "", "of one run")
	cmd.Flags().BoolVar(&bodies, "pinned", false, "show where the requests differ")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

func newMiss(m found, recorded []found, bodies bool) miss {
	out := miss{Seq: m.event.Seq, Run: m.Run, Kind: m.Kind, Name: m.Name, Key: m.Key, Occurrence: m.Occurrence}
	if near := nearest(m, recorded); near != nil {
		out.Near = near.event.Seq
		if bodies {
			out.Diff = pin.Diff(near.Lines(), m.Lines())
		}
	}
	return out
}

// nearest is the pin of the same run and name whose request is most like f's.
func nearest(f found, among []found) *found {
	var best *found
	score := -1.0
	for i, p := range among {
		if p.err != nil || p.Run != f.Run && f.event.Type == pin.Missed || p.Kind != f.Kind || p.Name != f.Name {
			continue
		}
		s := 2.0
		if p.Key != f.Key {
			s = pin.Similarity(p.Lines(), f.Lines())
		}
		if s > score {
			best, score = &among[i], s
		}
	}
	return best
}

func (e *env) misses(all []miss, asJSON bool) error {
	if asJSON {
		return e.writeJSON(all)
	}
	for _, m := range all {
		fmt.Fprintf(e.out, "%d  run %s  call %d of %s %s  key %s", m.Seq, printable(m.Run), m.Occurrence, printable(m.Kind), printable(m.Name), printable(m.Key))
		if m.Near > 0 {
			fmt.Fprintf(e.out, "  nearest: event %d", m.Near)
		}
		fmt.Fprintln(e.out)
		if m.Diff != "" {
			fmt.Fprintln(e.out, m.Diff)
		}
	}
	return nil
}
