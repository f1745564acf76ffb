package cli

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/grantgen/grantgen/internal/grantdiff"
	"github.com/spf13/cobra"
)

func (e *env) diffCommand() *cobra.Command {
	var a against
	var asJSON bool
	var format string
	cmd := &cobra.Command{
		Use:   "diff [DIR]",
		Short: "Say what each role gained and lost in meaning, each with a witness",
		Long: "diff compares the schema in DIR (default: here) with what it was: in a commit (default: HEAD), in another folder, or in a\n" +
			"lock file. Clauses that were only re-cut, reordered or written twice are UNCHANGED. It exits with 0 when nothing widened or all of\n" +
			"that is acknowledged (see grantgen ack), with 1 when something widened, and with 2 when it could not compare.",
		Args: takes(0, 1, "one DIR at most", "grantgen diff talks"),
	}
	a.flags(cmd, "HEAD")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().StringVar(&format, "format", "text", "text, json, or github (annotations of a workflow, and a table in Markdown)")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		a.byDefault = !cmd.Flags().Changed("against")
		if asJSON {
			format = "json"
		}
		write, ok := map[string]func(*grantdiff.Report, *base) error{"text": e.diffText, "json": e.diffJSON, "github": e.diffGitHub}[format]
		if !ok {
			return fmt.Errorf("--format is text, json or github, not %q", format)
		}
		report, b, err := e.compareWith(dirs(args)[0], a)
		if err != nil {
			return err
		}
		if b.note != "" {
			fmt.Fprintf(e.err, "note: %s\n", b.note)
		}
		b.ack = a.ackCommandLine(dirs(args)[0])
		if err := write(report, b); err != nil {
			return err
		}
		if len(report.Widenings()) > 0 {
			return exit(exitFindings)
		}
		return nil
	}
	return cmd
}

func (e *env) diffJSON(r *grantdiff.Report, b *base) error {
	roles, findings := r.Roles, r.Findings
	if roles == nil {
		roles = []grantdiff.RoleVerdict{}
	}
	if findings == nil {
		findings = []grantdiff.Finding{}
	}
	return writeJSON(e.out, map[string]any{"ok": len(r.Widenings()) == 0, "against": b.label, "roles": roles, "findings": findings})
}

// diffText is a paragraph for each role.
func (e *env) diffText(r *grantdiff.Report, b *base) error {
	for _, v := range append([]grantdiff.RoleVerdict{{}}, r.Roles...) {
		if v.Role != "" {
			fmt.Fprintf(e.out, "%s %s\n", v.Role, v.Verdict)
		}
		first := true
		for _, f := range r.Findings {
			if f.Role != v.Role {
				continue
			}
			if v.Role == "" && first {
				fmt.Fprintln(e.out, "the schema")
			}
			first = false
			for _, line := range findingLines(f, b) {
				fmt.Fprintln(e.out, "  "+line)
			}
		}
	}
	widened, acknowledged := 0, 0
	for _, f := range r.Findings {
		if f.Ack != nil {
			acknowledged++
		} else if f.Widens {
			widened++
		}
	}
	switch {
	case widened > 0:
		fmt.Fprintf(e.out, "%d widened against %s, %d acknowledged\n", widened, b.label, acknowledged)
		fmt.Fprintf(e.out, "to acknowledge: %s\n", b.ack)
	case acknowledged > 0:
		fmt.Fprintf(e.out, "nothing widened against %s that is not acknowledged (%d)\n", b.label, acknowledged)
	default:
		fmt.Fprintf(e.out, "nothing widened against %s\n", b.label)
	}
	return nil
}

func findingLines(f grantdiff.Finding, b *base) []string {
	lines := []string{fmt.Sprintf("%s %s: %s", f.Verdict, f.What, f.Detail)}
	add := func(name, text string) {
		text = shown(text) // a text of several lines stays on one
		if text != "" {
			lines = append(lines, fmt.Sprintf("  %-7s %s", name, text))
		}
	}
	if len(f.Lines) == 0 {
		add("now", f.Now)
		add("was", f.Was)
	}
	for _, line := range f.Lines {
		lines = append(lines, "  "+shown(line))
	}
	add("gained", witnessText(f.Gained))
	add("lost", witnessText(f.Lost))
	add("owner", f.Owner)
	if f.At.Line > 0 {
		add("at", f.At.String())
	}
	if f.WasAt.Line > 0 {
		add("was at", f.WasAt.String()+" in "+b.label)
	}
	if f.Ack != nil {
		text := "by " + f.Ack.By + ": " + f.Ack.Why
		if f.Ack.Date != "" {
			text = f.Ack.Date + " " + text
		}
		add("acked", text)
	}
	return lines
}

// shown is a text that a terminal shows as it is: quoted, where it holds what would act on one.
func shown(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

// witnessText is a witness on one line.
func witnessText(w *grantdiff.Witness) string {
	if w == nil {
		return ""
	}
	text := w.Event
	if w.Member != "" {
		text = w.Member + " " + text
	}
	if len(w.Without) > 0 {
		text += ", without a value of " + strings.Join(w.Without, ", ")
	}
	if w.Shows != "" {
		text += ", and shows " + w.Shows
	}
	if w.Beside != "" {
		text += ", when " + w.Beside
	}
	return text
}
