package logcli

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

func (e *env) traceCommand() *cobra.Command {
	return group("trace", "Look at recorded contexts: what models were shown, and why",
		e.traceList(), e.traceShow(), e.traceDiff(), e.traceBudget(), e.traceWhy(), e.traceWho(), e.traceHTML())
}

// selection is the flags that say which contexts are meant.
type selection struct {
	filter       trace.Filter
	since, until string
}

func (s *selection) flags(cmd *cobra.Command, last int) {
	cmd.Flags().StringVar(&s.filter.Role, "role", "", "of one role or member")
	cmd.Flags().Int64Var(&s.filter.From, "from", 0, "that read at this position or later")
	cmd.Flags().Int64Var(&s.filter.To, "to", 0, "that read at this position or earlier")
	cmd.Flags().StringVar(&s.since, "since", "", "recorded at this time or later (RFC 3339)")
	cmd.Flags().StringVar(&s.until, "until", "", "recorded before this time (RFC 3339)")
	cmd.Flags().IntVar(&s.filter.Last, "last", last, "the newest so many; 0: all")
}

func (s *selection) read() (trace.Filter, error) {
	if s.filter.Last < 0 {
		return trace.Filter{}, fmt.Errorf("--last %d: it is a number of contexts", s.filter.Last)
	}
	return s.filter, s.filter.Times(s.since, s.until)
}

// contextRow is a context in a list.
type contextRow struct {
	Seq       timeline.Position `json:"seq"`
	ID        string            `json:"id"`
	At        string            `json:"at"`
	Role      string            `json:"role"`
	Position  timeline.Position `json:"position"`
	Assembler string            `json:"assembler"`
	Layout    string            `json:"layout,omitempty"`
	Counter   string            `json:"counter,omitempty"`
	Total     int               `json:"total,omitempty"`
	Used      int               `json:"used,omitempty"`
	Parts     int               `json:"parts"`
	Shed      int               `json:"shed"`
	Trimmed   int               `json:"trimmed"`
	Pin       string            `json:"pin,omitempty"`
}

func rowOf(r *trace.Recorded) (contextRow, error) {
	d, err := r.Described()
	if err != nil {
		return contextRow{}, err
	}
	row := contextRow{Seq: r.Seq, ID: r.ID.String(), At: stamp(r.At), Role: r.Member, Position: r.Position, Assembler: r.Assembler, Layout: r.Layout, Used: r.Used, Pin: r.Pin}
	if r.Budget != nil {
		row.Counter, row.Total = r.Budget.Counter, r.Budget.Total
	}
	for _, p := range d.Parts {
		switch {
		case !p.Kept:
			row.Shed++
			continue
		case p.Trim != nil:
			row.Trimmed++
		}
		row.Parts++
	}
	return row, nil
}

// size is what a context came to, for people.
func (r contextRow) size() string {
	if r.Counter == "" {
		return "no budget"
	}
	return fmt.Sprintf("%d of %d %s", r.Used, r.Total, r.Counter)
}

func (e *env) traceList() *cobra.Command {
	var s selection
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list LOG",
		Aliases: []string{"ls"},
		Short:   "List recorded contexts",
		Args:    takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := s.read()
			if err != nil {
				return err
			}
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				if err := f.Known(cmd.Context(), log); err != nil {
					return err
				}
				recs, failed := trace.Select(cmd.Context(), log, f)
				var rows []contextRow
				for _, r := range recs {
					row, err := rowOf(r)
					if err != nil {
						failed = errors.Join(failed, err)
						continue
					}
					rows = append(rows, row)
				}
				if failed != nil && len(rows) == 0 {
					return failed
				}
				return errors.Join(e.contexts(rows, asJSON), failed) // one that cannot be read hides no other
			})
		},
	}
	s.flags(cmd, 0)
	cmd.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each")
	return cmd
}

// contexts prints a list of contexts.
func (e *env) contexts(rows []contextRow, asJSON bool) error {
	if asJSON {
		for _, r := range rows {
			if err := e.writeJSONLine(r); err != nil {
				return err
			}
		}
		return nil
	}
	if len(rows) == 0 {
		fmt.Fprintln(e.out, "no such context is recorded")
		return nil
	}
	w := tabwriter.NewWriter(e.out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "seq\trecorded\trole\tat\tparts\tshed\ttrimmed\tused\tid")
	for _, r := range rows {
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\n", r.Seq, r.At, printable(r.Role), r.Position, r.Parts, r.Shed, r.Trimmed, printable(r.size()), r.ID)
	}
	return w.Flush()
}

// sourceName is a source for people.
func sourceName(r trace.ReadRef) string {
	kind, name := r.What()
	out := kind + " " + name
	if r.Scope != "" {
		out += " in " + r.Scope
	}
	if r.Version != "" {
		out += ", version " + r.Version
	}
	return printable(out)
}

// clip is the beginning of a text, on one line.
func clip(text string, runes int) string {
	n := 0
	for i := range text {
		if n++; n > runes {
			return printable(strings.TrimRight(text[:i], " \n")) + "…"
		}
	}
	return printable(text)
}
