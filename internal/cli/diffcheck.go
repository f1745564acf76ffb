package cli

import (
	"fmt"

	"github.com/grantgen/grantgen/internal/grantdiff"
)

// widened is the widenings of one schema that nobody acknowledged.
type widened struct {
	dir      string
	findings []grantdiff.Finding
}

// widenings is what widened in each schema, where something did. Without --against there is nothing to compare with, and a schema that is
// wrong is reported as that.
func (e *env) widenings(all schemas, a against) ([]widened, error) {
	var out []widened
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
		if found := report.Widenings(); len(found) > 0 {
			out = append(out, widened{l.dir, found})
		}
	}
	return out, nil
}

// findingsOf is all of them in one list: an empty one, not null, where there is nothing.
func findingsOf(all []widened) []grantdiff.Finding {
	out := []grantdiff.Finding{}
	for _, w := range all {
		out = append(out, w.findings...)
	}
	return out
}

// print writes a line for each, and then the commands that say more and that acknowledge them.
func (w widened) print(e *env, a against) {
	for _, f := range w.findings {
		fmt.Fprintln(e.out, wideningLine(f))
	}
	more := "grantgen diff" + a.flagsOf()
	if d := join(w.dir, ""); d != "." {
		more += " " + quoted(d)
	}
	fmt.Fprintf(e.out, "%s says more; to acknowledge: %s\n", more, a.ackCommandLine(w.dir))
}

func wideningLine(f grantdiff.Finding) string {
	text := fmt.Sprintf("widened: %s %s %s", whose(f), f.Verdict, f.What)
	if f.At.Line > 0 {
		text += " at " + f.At.String()
	}
	if w := witnessText(f.Gained); w != "" {
		text += ": " + w
	} else if f.Role == "" { // its name alone does not say what became of it
		text += ": " + f.Detail
	}
	return text
}
