package cli

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/grantdiff"
)

// widenings is the widenings of each schema that nobody acknowledged. Without --against there is nothing to compare with, and a schema
// that is wrong is reported as that.
func (e *env) widenings(all schemas, a against) ([]grantdiff.Finding, error) {
	out := []grantdiff.Finding{}
	if a.what == "" {
		if a.mergeBase {
			return nil, fmt.Errorf("--merge-base goes with --against")
		}
		return out, nil
	}
	for _, l := range all {
		if l.diags.HasErrors() {
			continue
		}
		report, _, err := e.compareWith(l.dir, a)
		if err != nil {
			return nil, err
		}
		out = append(out, report.Widenings()...)
	}
	return out, nil
}

func wideningLine(f grantdiff.Finding) string {
	text := fmt.Sprintf("widened: %s %s %s", whose(f), f.Verdict, f.What)
	if f.At.Line > 0 {
		text += " at " + f.At.String()
	}
	if w := witnessText(f.Gained); w != "" {
		text += ": " + w
	}
	return text + " (grantgen diff says more; grantgen ack acknowledges it)"
}
