package logcli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func (e *env) pinsCommand() *cobra.Command {
	return group("pins", "Look at what models, tools and services answered", e.pinsList(), e.pinsMiss(), e.pinsDiff(), e.pinsVerify())
}

// found is a pin or a miss on the log.
type found struct {
	pin.Pin
	event timeline.Event
	err   error // it cannot be read
}

// pins reads those of some runs, with what is in them; of all where none is named.
func pins(ctx context.Context, log timeline.Log, c timeline.Clause, runs ...string) (out []found, err error) {
	err = eachPin(ctx, log, c, runs, func(f found) { out = append(out, f) })
	return out, err
}

// eachPin visits them one by one: all that they hold may be more than memory has.
func eachPin(ctx context.Context, log timeline.Log, c timeline.Clause, runs []string, visit func(found)) error {
	last, err := log.Last(ctx)
	if err != nil {
		return err
	}
	if len(runs) > 0 {
		var values []timeline.Value
		for _, run := range runs {
			values = append(values, timeline.Text(run))
		}
		c.Where = []timeline.Constraint{timeline.In("run", values...)}
	}
	return each(ctx, log, timeline.Query{UpTo: last, Clauses: []timeline.Clause{c}}, func(ev timeline.Event) error {
		p, err := pin.Decode(ev)
		visit(found{p, ev, err})
		return nil
	})
}

// row is a line of `pins ls`.
type row struct {
	Run   string            `json:"run"`
	Kind  string            `json:"kind"`
	Name  string            `json:"name"`
	Pins  int               `json:"pins"`
	First timeline.Position `json:"first"`
	Last  timeline.Position `json:"last"`
}

func (e *env) pinsList() *cobra.Command {
	var run string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "ls LOG",
		Short: "List runs, what was called in them, and how often",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				promoted, _ := pin.Events()
				by := grouped{}
				if err := eachPin(cmd.Context(), log, promoted, only(run), by.add); err != nil {
					return err
				}
				if len(by) == 0 && !asJSON {
					fmt.Fprintln(e.out, strings.TrimSuffix("the log has no pins of the run "+printable(run), " of the run "))
					return nil
				}
				return e.list(by.rows(), asJSON)
			})
		},
	}
	cmd.Flags().StringVar(&run, "run", "", "of one run")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

func only(run string) []string {
	if run == "" {
		return nil
	}
	return []string{run}
}

// called is what the pins of a row have in common.
type called struct{ run, kind, name string }

type grouped map[called]*row

func (by grouped) add(f found) {
	name := f.Name
	if f.err != nil {
		name = "(cannot be read: pins verify says why)"
	}
	g := called{f.Run, f.Kind, name}
	if by[g] == nil {
		by[g] = &row{Run: f.Run, Kind: f.Kind, Name: name, First: f.event.Seq}
	}
	by[g].Pins++
	by[g].Last = f.event.Seq
}

func (by grouped) rows() []row {
	out := make([]row, 0, len(by))
	for _, r := range by {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return out
}

func (e *env) list(rows []row, asJSON bool) error {
	if asJSON {
		return e.writeJSON(rows)
	}
	w := tabwriter.NewWriter(e.out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "run\tkind\tname\tpins\tfirst\tlast")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\n", printable(r.Run), printable(r.Kind), printable(r.Name), r.Pins, r.First, r.Last)
	}
	return w.Flush()
}

func (e *env) pinsVerify() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify LOG",
		Short: "Check that each pin reads, and has the key of its request and the id of its call",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				promoted, _ := pin.Events()
				var faults []string
				checked := 0
				progress := e.progress("pins verify", 0)
				err := eachPin(cmd.Context(), log, promoted, nil, func(f found) {
					if f.err != nil {
						faults = append(faults, f.err.Error())
					} else if err := f.Check(f.event); err != nil {
						faults = append(faults, fmt.Sprintf("event %d: %s", f.event.Seq, err))
					}
					checked++
					progress(int64(checked))
				})
				if err != nil {
					return err
				}
				return e.report(faults, fmt.Sprintf("%d pins are as they were promoted", checked), asJSON)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "findings as JSON")
	return cmd
}
