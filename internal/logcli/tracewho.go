package logcli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

func (e *env) traceWho() *cobra.Command {
	var asJSON, cited bool
	var scope string
	cmd := &cobra.Command{
		Use:   "who LOG SOURCE",
		Short: "List every context, of any role, that read an event, a belief or a section",
		Long: "SOURCE is the id or the seq of an event, the id of a belief (v1:…), or of a section of a chronicle (1-3). An event was read by whoever read\n" +
			"it, or a belief, section, memory or piece of evidence that stands on it. A section that was written over the event is named, and is a question of its own.",
		Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				sources, told, err := find(cmd.Context(), log, args[1], scope)
				if err != nil {
					return err
				}
				readers, unread := trace.Readers(cmd.Context(), log, sources...)
				if len(readers) == 0 && unread != nil {
					return unread
				}
				if err := e.readers(readers, cited, asJSON); err != nil {
					return errors.Join(unread, err)
				}
				if !asJSON {
					for _, line := range told {
						fmt.Fprintln(e.out, line)
					}
				}
				return unread
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each")
	cmd.Flags().BoolVar(&cited, "cited", false, "the parts in the prompt that cite it too, which takes longer")
	cmd.Flags().StringVar(&scope, "scope", "", "of the belief or the section")
	return cmd
}

var sectionRE = regexp.MustCompile(`^[0-9]+-[0-9]+$`)

// find is the sources that a text names, and what else should be told of them.
func find(ctx context.Context, log timeline.Log, text, scope string) ([]trace.Source, []string, error) {
	last, err := log.Last(ctx)
	if err != nil {
		return nil, nil, err
	}
	if strings.HasPrefix(text, "v1:") {
		return []trace.Source{{State: text, Scope: scope}}, nil, held(ctx, log, last, text, scope)
	}
	if sectionRE.MatchString(text) {
		return sectionsOver(ctx, log, last, text, scope)
	}
	if scope != "" {
		return nil, nil, fmt.Errorf("--scope is of a belief or a section, and %q is neither", text)
	}
	var ev timeline.Event
	if id, err := timeline.ParseID(text); err == nil {
		err := each(ctx, log, timeline.Query{UpTo: last}, func(e timeline.Event) error {
			if e.ID == id {
				ev = e
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	} else {
		seq, err := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 64)
		if err != nil || seq < 1 {
			return nil, nil, fmt.Errorf("%q is neither the id or the seq of an event, nor a belief's id (v1:…), nor a section's (1-3)", text)
		}
		page, err := log.Read(ctx, timeline.Query{After: seq - 1, UpTo: seq})
		if err != nil {
			return nil, nil, err
		}
		if len(page.Events) > 0 {
			ev = page.Events[0]
		}
	}
	if ev.Seq == 0 {
		return nil, nil, fmt.Errorf("there is no event %s: the log ends at event %d", printable(text), last)
	}
	told, err := toldBy(ctx, log, last, ev)
	return []trace.Source{{Event: ev.ID}}, told, err
}

// written is the clause that admits sections.
func written(where ...timeline.Constraint) timeline.Clause {
	return timeline.Clause{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: chronicle.Written}, Where: where}
}

// sectionsOver are the events that wrote a section: of one scope, or of each that has one over the range.
func sectionsOver(ctx context.Context, log timeline.Log, last timeline.Position, text, scope string) (out []trace.Source, _ []string, _ error) {
	from, to, _ := strings.Cut(text, "-")
	clause := written()
	for _, end := range [][2]string{{"from", from}, {"to", to}} {
		n, err := strconv.ParseInt(end[1], 10, 64)
		if err != nil {
			return nil, nil, fmt.Errorf("%q is no section: %w", text, err)
		}
		clause.Where = append(clause.Where, timeline.In(end[0], timeline.Int(n)))
	}
	if scope != "" {
		clause.Where = append(clause.Where, timeline.In("scope", timeline.Text(scope)))
	}
	if err := each(ctx, log, timeline.Query{UpTo: last, Clauses: []timeline.Clause{clause}}, func(e timeline.Event) error {
		out = append(out, trace.Source{Event: e.ID})
		return nil
	}); err != nil {
		return nil, nil, err
	}
	if len(out) == 0 {
		there, err := sectionsThere(ctx, log, last)
		if err != nil {
			return nil, nil, err
		}
		return nil, nil, fmt.Errorf("no section %s is written; %s", printable(strings.TrimSuffix(text+" of "+scope, " of ")), there)
	}
	return out, nil, nil
}

// sectionsThere says which sections are written.
func sectionsThere(ctx context.Context, log timeline.Log, last timeline.Position) (string, error) {
	var names []string
	if err := each(ctx, log, timeline.Query{UpTo: last, Clauses: []timeline.Clause{written()}}, func(e timeline.Event) error {
		from, _ := e.Attributes.Get("from").AsInt()
		to, _ := e.Attributes.Get("to").AsInt()
		scope, _ := e.Attributes.Get("scope").AsText()
		names = append(names, fmt.Sprintf("%d-%d of %s", from, to, scope))
		return nil
	}); err != nil {
		return "", err
	}
	if len(names) == 0 {
		return "the log has no sections", nil
	}
	return "there are " + few(names), nil
}

// toldBy names the sections that tell of an event: who reads one of them reads what a model made of it.
func toldBy(ctx context.Context, log timeline.Log, last timeline.Position, ev timeline.Event) (out []string, err error) {
	err = each(ctx, log, timeline.Query{After: ev.Seq, UpTo: last, Clauses: []timeline.Clause{written()}}, func(e timeline.Event) error {
		s, err := chronicle.Decode(e)
		if err != nil {
			return err
		}
		if s.Covers(ev) {
			out = append(out, printable(fmt.Sprintf("section %s of %s, which %s wrote, tells of it: trace who LOG %s --scope %s", s.ID, s.Scope, s.Writer, s.ID, s.Scope)))
		}
		return nil
	})
	return out, err
}

// readerRow is a line of `trace who`.
type readerRow struct {
	Seq      timeline.Position `json:"seq"`
	ID       string            `json:"id"`
	At       string            `json:"at"`
	Role     string            `json:"role"`
	Position timeline.Position `json:"position"`
	Read     []string          `json:"read"`
	Cited    *[]string         `json:"cited,omitempty"` // slots; nil: it was not asked
}

func (e *env) readers(readers []trace.Reader, cited, asJSON bool) error {
	if len(readers) == 0 && !asJSON {
		fmt.Fprintln(e.out, "no recorded context read it")
		return nil
	}
	w := tabwriter.NewWriter(e.out, 0, 8, 2, ' ', 0)
	if !asJSON {
		fmt.Fprintln(w, strings.TrimSuffix("seq\trecorded\trole\tat\tid\tread\tin the prompt as", map[bool]string{false: "\tin the prompt as"}[cited]))
	}
	for _, r := range readers {
		row := readerRow{Seq: r.Seq, ID: r.ID.String(), At: stamp(r.At), Role: r.Member, Position: r.Position}
		for _, ref := range r.Read {
			row.Read = append(row.Read, sourceName(ref))
		}
		if cited {
			slots, err := r.Cited()
			if err != nil {
				return err
			}
			slots = append([]string{}, slots...)
			row.Cited = &slots
		}
		if err := e.reader(w, row, asJSON); err != nil {
			return err
		}
	}
	return w.Flush()
}

func (e *env) reader(w io.Writer, r readerRow, asJSON bool) error {
	if asJSON {
		return e.writeJSONLine(r)
	}
	line := fmt.Sprintf("%d\t%s\t%s\t%d\t%s\t%s", r.Seq, r.At, printable(r.Role), r.Position, r.ID, strings.Join(r.Read, ", "))
	if r.Cited != nil {
		as := strings.Join(*r.Cited, ", ")
		if as == "" {
			as = "nothing: no part there cites it"
		}
		line += "\t" + printable(as)
	}
	fmt.Fprintln(w, line)
	return nil
}
