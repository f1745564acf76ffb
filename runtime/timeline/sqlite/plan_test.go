package sqlite_test

import (
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// A read walks the index of what it admits, in order: it neither scans the log nor sorts.
func TestPlan(t *testing.T) {
	log := open(t, ":memory:")
	defer log.Close()
	of := func(typ string, where ...timeline.Constraint) timeline.Clause {
		return timeline.Clause{Key: timeline.Key{Namespace: "talk", Type: typ}, Where: where}
	}
	for name, clauses := range map[string][]timeline.Clause{
		"one type":    {of("A")},
		"constrained": {of("A", timeline.In("party", timeline.Text("uk"))), of("A", timeline.Has("audience", timeline.Text("uk")))},
		"three types": {of("A"), of("B", timeline.Lacks("audience", timeline.Text("uk"))), of("C")},
	} {
		for _, newest := range []bool{false, true} {
			query, args := sqlite.Compile(timeline.Query{After: 3, UpTo: 900, Clauses: clauses, Newest: newest}, 10)
			plan, err := log.Plan(ctx, query, args)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(plan, "SCAN events") || strings.Contains(plan, "TEMP B-TREE") || !strings.Contains(plan, "USING INDEX events_type") {
				t.Errorf("%s, newest %t:\n%s", name, newest, plan)
			}
		}
	}
}
