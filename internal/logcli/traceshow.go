package logcli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

func (e *env) traceShow() *cobra.Command {
	var asJSON, text bool
	cmd := &cobra.Command{
		Use:   "show LOG CONTEXT",
		Short: "Print a context: its parts as in the prompt, with their sources and what those cite",
		Long:  "CONTEXT is an id, the beginning of one that no other context has, or #seq (which a shell wants quoted).",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				rec, err := trace.Lookup(cmd.Context(), log, args[1])
				if err != nil {
					return err
				}
				d, err := rec.Described()
				if err != nil {
					return err
				}
				c, err := cite(cmd.Context(), log, rec, d.Read)
				if err != nil {
					return err
				}
				if asJSON {
					return e.writeJSONLine(shownOf(rec, d, c))
				}
				return e.showContext(rec, d, c, text)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as a line of JSON")
	cmd.Flags().BoolVar(&text, "text", false, "the whole text of each part, not its beginning")
	return cmd
}

func (e *env) showContext(rec *trace.Recorded, d *trace.Described, c *cited, whole bool) error {
	row, err := rowOf(rec)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%s at %d\n", printable(row.Role), row.Position)
	for _, f := range [][2]string{{"recorded", fmt.Sprintf("event %d, %s, %s", row.Seq, row.ID, row.At)}, {"assembler", row.Assembler}, {"grant", rec.Grant},
		{"layout", row.Layout}, {"used", row.size()}, {"prompt", rec.Rendered + " " + rec.Renderer}, {"prefix", d.PrefixHash}, {"pin", rec.Pin}} {
		if f[1] != "" {
			fmt.Fprintf(e.out, "%-10s %s\n", f[0], printable(f[1]))
		}
	}
	fmt.Fprintf(e.out, "%-10s %s\n", "given", clip(string(rec.Input), 200))
	bars(e.out, rec, d)
	for i, p := range d.Prompt() {
		e.showPart(i+1, p, c, whole)
	}
	for _, n := range d.Notes {
		fmt.Fprintf(e.out, "note       %s\n", printable(strings.TrimSpace(n.Kind+" "+n.Slot)+": "+n.Text))
	}
	return nil
}

func (e *env) showPart(n int, p trace.Part, c *cited, whole bool) {
	fate := ""
	switch {
	case !p.Kept:
		fate = strings.TrimSuffix("shed: "+p.Reason, ": ")
	case p.Trim != nil && p.Trim.Fallback:
		fate = fmt.Sprintf("its fallback stands in its place: %d instead of %d", p.Trim.Kept, p.Trim.Whole)
	case p.Trim != nil:
		fate = fmt.Sprintf("cut: %d of %d, %d omitted", p.Trim.Kept, p.Trim.Whole, p.Trim.Omitted)
	}
	head := fmt.Sprintf("%d  %s  %s", n, p.Slot, p.Register)
	if p.Rank != 0 {
		head += fmt.Sprintf("  rank %d", p.Rank)
	}
	if p.Section != "" {
		head += "  in " + p.Section
	}
	if p.Count > 0 {
		head += fmt.Sprintf("  %d", p.Count)
	}
	if fate != "" {
		head += "  " + fate
	}
	fmt.Fprintln(e.out, printable(head))
	if whole {
		for line := range strings.Lines(p.Content + "\n") {
			fmt.Fprintln(e.out, "     "+printableLines(strings.TrimSuffix(line, "\n")))
		}
	} else {
		fmt.Fprintln(e.out, "     "+clip(p.Content, 110))
	}
	for _, s := range p.Sources {
		fmt.Fprintf(e.out, "     · %s\n", sourceLine(s, c))
	}
}

// sourceLine is a source and what it cites; an event is named once.
func sourceLine(s trace.ReadRef, c *cited) string {
	kind, _ := s.What()
	says := c.says(s)
	if kind == "event" && says != "" {
		return says
	}
	return strings.TrimSuffix(sourceName(s)+": "+says, ": ")
}

// bars are the sections with their caps; without a layout, the whole with its total.
func bars(out io.Writer, rec *trace.Recorded, d *trace.Described) {
	const width = 24
	bar := func(used, of int) string {
		n := width
		if of > 0 && used < of {
			n = used * width / of
		}
		return strings.Repeat("█", n) + strings.Repeat("░", width-n)
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, s := range d.Sections {
		gone := ""
		for _, g := range []struct {
			n    int
			what string
		}{{s.Shed, "shed"}, {s.Trimmed, "trimmed"}, {s.Omitted, "tokens omitted"}} {
			if g.n > 0 {
				gone += fmt.Sprintf(", %d %s", g.n, g.what)
			}
		}
		if s.Notice {
			gone += ", a notice in the place of memory"
		}
		fmt.Fprintf(w, "%s\t%s\t%d of %d%s\n", printable(s.Name), bar(s.Used, s.Budget), s.Used, s.Budget, gone)
	}
	if len(d.Sections) == 0 && rec.Budget != nil {
		fmt.Fprintf(w, "all\t%s\t%d of %d\n", bar(rec.Used, rec.Budget.Total), rec.Used, rec.Budget.Total)
	}
	_ = w.Flush() // the command's own output keeps its error
}
