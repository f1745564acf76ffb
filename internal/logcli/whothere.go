package logcli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// held refuses a belief that nothing on the log is about, in any scope or in the one that was asked for, and says what there is.
func held(ctx context.Context, log timeline.Log, last timeline.Position, id, scope string) error {
	scopes, all := map[string]bool{}, map[string]bool{}
	for _, typ := range []string{belief.Revised, belief.Contracted} {
		q := timeline.Query{UpTo: last, Clauses: []timeline.Clause{{Key: timeline.Key{Namespace: timeline.ReservedNamespace, Type: typ}}}}
		if err := each(ctx, log, q, func(e timeline.Event) error {
			name, _ := e.Attributes.Get("belief").AsText()
			if all[name] = true; name == id {
				of, _ := e.Attributes.Get("scope").AsText()
				scopes[of] = true
			}
			return nil
		}); err != nil {
			return err
		}
	}
	switch {
	case len(all) == 0:
		return fmt.Errorf("there is no belief %s: the log has no beliefs", printable(id))
	case len(scopes) == 0:
		hint := diag.DidYouMean(id, sorted(all))
		if hint == "" {
			hint = "there are " + few(sorted(all))
		}
		return fmt.Errorf("there is no belief %s; %s", printable(id), hint)
	case scope != "" && !scopes[scope]:
		return fmt.Errorf("there is no belief %s in %s; it is in %s", printable(id), printable(scope), few(sorted(scopes)))
	}
	return nil
}

func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for name := range set {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// few are the first of a list, for a message.
func few(names []string) string {
	const most = 5
	rest := ""
	if len(names) > most {
		rest = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	return printable(strings.Join(names, ", ") + rest)
}
