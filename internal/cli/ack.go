package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/internal/grantdiff"
	"github.com/spf13/cobra"
)

func (e *env) ackCommand() *cobra.Command {
	var a against
	var dir, by, why, date string
	var what []string
	cmd := &cobra.Command{
		Use:   "ack --by NAME --why TEXT [ROLE...]",
		Short: "Acknowledge the widenings that diff shows",
		Long: "ack writes into " + grantdiff.AckFile + ", beside the schema, that somebody has seen the widenings that grantgen diff shows (of the\n" +
			"roles named, or of all; with --what only those), and why they are right. Give the --against that they are shown by. An entry lapses when the grant changes again.",
	}
	a.flags(cmd, "HEAD")
	cmd.Flags().StringVar(&dir, "dir", ".", "the schema's folder")
	cmd.Flags().StringArrayVar(&what, "what", nil, "only the widenings called so, as diff and check call them (OfferMade, \"offers window\"); may be given again")
	cmd.Flags().StringVar(&by, "by", "", "who acknowledges")
	cmd.Flags().StringVar(&why, "why", "", "why it is right")
	cmd.Flags().StringVar(&date, "date", "", "when, as 2026-01-31; left out unless it is given")
	cmd.RunE = func(_ *cobra.Command, roles []string) error {
		if strings.TrimSpace(by) == "" || strings.TrimSpace(why) == "" {
			return errors.New("an acknowledgement needs --by and --why: who has seen it, and why it is right")
		}
		if _, err := time.Parse(time.DateOnly, date); date != "" && err != nil {
			return fmt.Errorf("--date is a day such as 2026-01-31, not %q", date)
		}
		a.byDefault = !cmd.Flags().Changed("against")
		return e.ack(dir, a, roles, what, grantdiff.Ack{By: by, Why: why, Date: date})
	}
	return cmd
}

// ack acknowledges the widenings of some roles that have some names; of all, where none are given.
func (e *env) ack(dir string, a against, roles, what []string, by grantdiff.Ack) error {
	report, b, err := e.compareWith(dir, a)
	if err != nil {
		return err
	}
	if err := knownRoles(report, roles); err != nil {
		return err
	}
	open, all := chosen(report, roles)
	for _, w := range what {
		if !slices.Contains(all, w) {
			return fmt.Errorf("nothing called %q widened against %s%s%s", w, b.label, hintOf(w, all), listOf("what widened", all))
		}
	}
	open = slices.DeleteFunc(open, func(f grantdiff.Finding) bool { return len(what) > 0 && !slices.Contains(what, f.What) })
	if len(open) == 0 {
		advice := ""
		if a.byDefault {
			advice = " (give ack the --against that the check had)"
		}
		fmt.Fprintf(e.out, "nothing to acknowledge against %s%s\n", b.label, advice)
		return nil
	}
	acks, err := readAcks(dir)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, grantdiff.AckFile)
	if err := replace(file, grantdiff.WriteAcks(grantdiff.Add(acks, open, by.By, by.Why, by.Date))); err != nil {
		return fmt.Errorf("write the acknowledgements: %w", err)
	}
	for _, f := range open {
		fmt.Fprintf(e.out, "acknowledged: %s %s %s\n", whose(f), f.Verdict, f.What)
	}
	return nil
}

// knownRoles refuses a role that neither side has.
func knownRoles(report *grantdiff.Report, roles []string) error {
	var known []string
	for _, r := range report.Roles {
		known = append(known, r.Role)
	}
	for _, r := range roles {
		if slices.Contains(known, r) {
			continue
		}
		text := fmt.Sprintf("neither schema has a role %q", r)
		if hint := hintOf(r, known); hint != "" {
			text += hint
		} else if found, _ := filepath.Glob(filepath.Join(r, "*.grant.yaml")); len(found) > 0 {
			text += "; --dir " + r + " is for the schema in that folder"
		}
		return errors.New(text)
	}
	return nil
}

// chosen is the open widenings of some roles, and what all their widenings are called, acknowledged or not.
func chosen(report *grantdiff.Report, roles []string) (open []grantdiff.Finding, names []string) {
	for _, f := range report.Findings {
		if !f.Widens || len(roles) > 0 && !slices.Contains(roles, f.Role) {
			continue
		}
		if names = append(names, f.What); f.Ack == nil {
			open = append(open, f)
		}
	}
	slices.Sort(names)
	return open, slices.Compact(names)
}

func hintOf(word string, names []string) string {
	if hint := diag.DidYouMean(word, names); hint != "" {
		return "; " + hint
	}
	return ""
}

// listOf is a line of names below an error; none where there are no names.
func listOf(what string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "\n  " + what + ": " + strings.Join(names, ", ")
}

// replace writes a file whole or not at all.
func replace(file string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
