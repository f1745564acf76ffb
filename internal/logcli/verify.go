package logcli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/grantgen/grantgen/runtime/chronicle"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func (e *env) verifyCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify LOG",
		Short: "Check hashes, seqs, the file, and that sections still tell of what they were made from",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.with(cmd.Context(), args[0], func(log timeline.Log) error {
				last, err := log.Last(cmd.Context())
				if err != nil {
					return err
				}
				found, err := e.verify(cmd.Context(), log, last)
				if err != nil {
					return err
				}
				return e.report(found, fmt.Sprintf("%d events are as they were appended", last), asJSON)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "findings as JSON")
	return cmd
}

// file is an engine that can check the file it stands in.
type file interface {
	CheckFile(ctx context.Context) ([]string, error)
}

func (e *env) verify(ctx context.Context, log timeline.Log, last timeline.Position) ([]string, error) {
	var found []string
	if f, can := log.(file); can {
		faults, err := f.CheckFile(ctx)
		if err != nil {
			return nil, err
		}
		found = append(found, faults...)
	}
	faults, err := timeline.Verify(ctx, log, e.progress("verify", last))
	if err != nil {
		return nil, err
	}
	for _, f := range faults {
		found = append(found, f.String())
	}
	if len(found) > 0 {
		return found, nil // sections of a damaged log say nothing more
	}
	return sections(ctx, log, last)
}

// sections finds those whose range has another hash now.
func sections(ctx context.Context, log timeline.Log, last timeline.Position) (found []string, err error) {
	err = each(ctx, log, timeline.Query{UpTo: last, Clauses: chronicle.Claims()}, func(e timeline.Event) error {
		s, err := chronicle.Decode(e)
		if err != nil {
			found = append(found, err.Error())
			return nil
		}
		hash, err := chronicle.HashOf(ctx, log, s.Range(), s.Clauses)
		switch {
		case err != nil:
			return err
		case hash != s.Hash:
			found = append(found, fmt.Sprintf("event %d: section %s of %s was made from other events: write it again", e.Seq, s.ID, s.Scope))
		}
		return nil
	})
	return found, err
}

// each visits the events of a query, page by page; q.UpTo must be set.
func each(ctx context.Context, log timeline.Log, q timeline.Query, visit func(timeline.Event) error) error {
	for q.After < q.UpTo {
		page, err := log.Read(ctx, q)
		if err != nil {
			return err
		}
		for _, e := range page.Events {
			if err := visit(e); err != nil {
				return err
			}
			q.After = e.Seq
		}
		if !page.More {
			return nil
		}
	}
	return nil
}

// report prints findings and ends with 1, or says that all is fine.
func (e *env) report(found []string, fine string, asJSON bool) error {
	if asJSON {
		if found == nil {
			found = []string{}
		}
		if err := e.writeJSON(map[string]any{"ok": len(found) == 0, "findings": found}); err != nil {
			return err
		}
	} else {
		for _, f := range found {
			fmt.Fprintln(e.out, printable(f))
		}
	}
	if len(found) > 0 {
		return exit(exitFindings)
	}
	if !asJSON {
		fmt.Fprintln(e.out, fine)
	}
	return nil
}
