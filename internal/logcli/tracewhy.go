package logcli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/grantdiff"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/trace"
)

func (e *env) traceWhy() *cobra.Command {
	var asJSON bool
	var lockFile string
	cmd := &cobra.Command{
		Use:   "why LOG CONTEXT PART",
		Short: "Say why a part is what it is: the events it stands on, and the lines of the lock that let them in",
		Long: "PART is the number that `trace show` prints, or the slot of a part that is alone in it. Of evidence and memory it is said whether it was the newest:\n" +
			"a newer version stood in the same prompt, it was past its fresh, or a newer version existed and was not retrieved.",
		Args: takes,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if lockFile == "" {
				if lockFile, err = findLock(); err != nil {
					return err
				}
			}
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				w := whyOf{ctx: cmd.Context(), log: log}
				if err := w.open(args[1], args[2], lockFile); err != nil {
					return err
				}
				answers, err := w.answers()
				if err != nil {
					return err
				}
				if asJSON {
					for _, a := range answers {
						if err := e.writeJSONLine(a); err != nil {
							return err
						}
					}
					return nil
				}
				e.why(w, answers)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&lockFile, "lock", "", "the lock file (default: "+lockName+" here or in the nearest folder above)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each source")
	return cmd
}

// answer is why one source of a part is there.
type answer struct {
	Source string   `json:"source"`
	Stands string   `json:"stands_on"`
	Lines  []string `json:"let_in_by"`      // file:line: fact
	Lock   string   `json:"lock,omitempty"` // that the lines are not of the grant that was recorded
	Stale  []string `json:"stale,omitempty"`
	gone   bool     // its event is not on the log
}

// open finds the part and the lock.
func (w *whyOf) open(context, part, lockFile string) (err error) {
	if w.rec, err = trace.Lookup(w.ctx, w.log, context); err != nil {
		return err
	}
	if w.d, err = w.rec.Described(); err != nil {
		return err
	}
	if w.part, err = partOf(w.d, part); err != nil {
		return err
	}
	if w.c, err = cite(w.ctx, w.log, w.rec, w.d.Read); err != nil {
		return err
	}
	w.lock, err = openLock(lockFile, w.rec)
	return err
}

// partOf finds a part by its number in the prompt, or by its slot.
func partOf(d *trace.Described, name string) (trace.Part, error) {
	prompt := d.Prompt()
	if n, err := strconv.Atoi(name); err == nil {
		if n < 1 || n > len(prompt) {
			return trace.Part{}, fmt.Errorf("there is no part %d: the context has %d, which are numbered from 1", n, len(prompt))
		}
		return prompt[n-1], nil
	}
	var found []string
	var part trace.Part
	for i, p := range prompt {
		if p.Slot == name {
			part = p
			found = append(found, strconv.Itoa(i+1))
		}
	}
	switch len(found) {
	case 0:
		return trace.Part{}, noSlot(prompt, name)
	case 1:
		return part, nil
	}
	return trace.Part{}, fmt.Errorf("there are several parts %q: say which by its number, %s", name, strings.Join(found, ", "))
}

// noSlot says which slots there are in the place of one that no part has.
func noSlot(prompt []trace.Part, name string) error {
	slots := map[string]bool{}
	for _, p := range prompt {
		slots[p.Slot] = true
	}
	if len(slots) == 0 {
		return fmt.Errorf("there is no part %q: the context has none", name)
	}
	says := fmt.Sprintf("there is no part %q: the context's parts are of %s", name, few(sorted(slots)))
	if hint := diag.DidYouMean(name, sorted(slots)); hint != "" {
		says += "; " + hint
	}
	return errors.New(says)
}

func (w *whyOf) answers() ([]answer, error) {
	out := []answer{}
	for _, s := range w.part.Sources {
		lines, err := w.lock.letIn(w.part, s, w.c)
		if err != nil {
			return nil, err
		}
		a := answer{Source: sourceName(s), Stands: w.c.says(s), Lines: []string{}, Lock: w.otherLock()}
		if _, ok := w.c.event(s); !ok {
			a.gone = w.c.id(s) != ""
		}
		for _, l := range lines {
			a.Lines = append(a.Lines, w.place(l))
		}
		if a.Stale, err = w.stale(s); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// otherLock says that the lock is not the one under which the context was recorded; empty when it is, or when nobody knows.
func (w *whyOf) otherLock() string {
	if !w.lock.other {
		return ""
	}
	return fmt.Sprintf("the lock's grant of %s is not the recorded one", w.rec.Role)
}

func (w *whyOf) place(l grantdiff.Line) string {
	return fmt.Sprintf("%s:%d: %s", printable(w.lock.name), l.Number, printable(l.Text))
}

func (e *env) why(w whyOf, answers []answer) {
	p := w.part
	fate := "stands in the prompt"
	switch {
	case !p.Kept:
		fate = strings.TrimSuffix("was shed: "+p.Reason, ": ")
	case p.Trim != nil:
		fate = "stands in the prompt, shorter than it was"
	}
	fmt.Fprintf(e.out, "part %s (%s) of %s at %d %s\n     %s\n", printable(p.Slot), p.Register, printable(w.rec.Member), w.rec.Position, fate, clip(p.Content, 110))
	if other := w.otherLock(); other != "" {
		fmt.Fprintf(e.out, "%s; %s\n", printable(other), oldLock)
	}
	if len(answers) == 0 {
		fmt.Fprintln(e.out, "it cites nothing: its slot is uncited, and its text is the assembler's")
	}
	for _, a := range answers {
		fmt.Fprintf(e.out, "%s\n", a.Source)
		if a.Stands != "" {
			fmt.Fprintf(e.out, "     %s\n", a.Stands)
		}
		for _, l := range a.Lines {
			fmt.Fprintf(e.out, "     let in by %s\n", l)
		}
		switch {
		case len(a.Lines) > 0:
		case a.gone:
			fmt.Fprintf(e.out, "     what let it in cannot be said without the event: this is not the log that was read, or not all of it\n")
		default:
			fmt.Fprintf(e.out, "     no line of %s lets it in: the schema was another when this was recorded\n", printable(w.lock.name))
		}
		for _, s := range a.Stale {
			fmt.Fprintf(e.out, "     %s\n", printable(s))
		}
	}
}
