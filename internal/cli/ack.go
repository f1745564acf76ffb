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
	cmd := &cobra.Command{
		Use:   "ack --by NAME --why TEXT [ROLE...]",
		Short: "Acknowledge the widenings that diff shows",
		Long: "ack writes into " + grantdiff.AckFile + ", beside the schema, that somebody has seen the widenings that grantgen diff shows (of the\n" +
			"roles named, or of all), and why they are right. Give the --against that they are shown by. An entry lapses when the grant changes again.",
	}
	a.flags(cmd, "HEAD")
	cmd.Flags().StringVar(&dir, "dir", ".", "the schema's folder")
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
		return e.ack(dir, a, roles, by, why, date)
	}
	return cmd
}

func (e *env) ack(dir string, a against, roles []string, by, why, date string) error {
	report, b, err := e.compareWith(dir, a)
	if err != nil {
		return err
	}
	var known []string
	for _, r := range report.Roles {
		known = append(known, r.Role)
	}
	for _, r := range roles {
		if !slices.Contains(known, r) {
			text := fmt.Sprintf("neither schema has a role %q", r)
			if hint := diag.DidYouMean(r, known); hint != "" {
				text += "; " + hint
			} else if found, _ := filepath.Glob(filepath.Join(r, "*.grant.yaml")); len(found) > 0 {
				text += "; --dir " + r + " is for the schema in that folder"
			}
			return errors.New(text)
		}
	}
	widened := slices.DeleteFunc(report.Widenings(), func(f grantdiff.Finding) bool { return len(roles) > 0 && !slices.Contains(roles, f.Role) })
	if len(widened) == 0 {
		fmt.Fprintf(e.out, "nothing to acknowledge against %s\n", b.label)
		return nil
	}
	acks, err := readAcks(dir)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, grantdiff.AckFile)
	if err := replace(file, grantdiff.WriteAcks(grantdiff.Add(acks, widened, by, why, date))); err != nil {
		return fmt.Errorf("write the acknowledgements: %w", err)
	}
	for _, f := range widened {
		fmt.Fprintf(e.out, "acknowledged: %s %s %s\n", whose(f), f.Verdict, f.What)
	}
	return nil
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
