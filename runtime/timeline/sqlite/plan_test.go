package sqlite_test

import (
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/sqlite"
)

// A read walks the index of what it admits: it neither scans the log nor sorts.
func TestPlan(t *testing.T) {
	log := open(t, ":memory:")
	defer log.Close()
	decl := func(name string, kind timeline.Kind) timeline.AttributeDecl {
		return timeline.AttributeDecl{Name: name, Kind: kind}
	}
	types := []timeline.Type{{Key: timeline.Key{Namespace: "talk", Type: "A"}, Version: 1, Attributes: []timeline.AttributeDecl{
		decl("party", timeline.KindText), decl("n", timeline.KindInt), decl("x", timeline.KindFloat), decl("open", timeline.KindBool),
	}}}
	if err := log.EnsureIndexes(ctx, types); err != nil {
		t.Fatal(err)
	}
	of := func(typ string, where ...timeline.Constraint) timeline.Clause {
		return timeline.Clause{Key: timeline.Key{Namespace: "talk", Type: typ}, Where: where}
	}
	uk := timeline.Text("uk")
	for name, c := range map[string]struct {
		clauses []timeline.Clause
		index   string
	}{
		"one type":        {[]timeline.Clause{of("A")}, "events_type (namespace=? AND type=? AND seq"},
		"two clauses":     {[]timeline.Clause{of("A", timeline.In("party", uk)), of("A", timeline.Has("audience", uk))}, "events_type"},
		"a member":        {[]timeline.Clause{of("A", timeline.Has("audience", uk))}, ""},
		"two members":     {[]timeline.Clause{of("A", timeline.Has("audience", uk)), of("B", timeline.Has("audience", uk), timeline.In("party", uk))}, ""},
		"three types":     {[]timeline.Clause{of("A"), of("B", timeline.Lacks("audience", uk)), of("C")}, "events_type"},
		"a text":          {[]timeline.Clause{of("A", timeline.In("party", uk))}, "events_json_party (namespace=? AND type=? AND <expr>=? AND seq"},
		"a text, and not": {[]timeline.Clause{of("A", timeline.In("party", uk), timeline.Lacks("audience", uk))}, "events_json_party (namespace=? AND type=? AND <expr>=? AND seq"},
		"two texts":       {[]timeline.Clause{of("A", timeline.In("party", uk, timeline.Text("eu")))}, "events_json_party (namespace=? AND type=? AND <expr>=? AND seq"},
		"an int":          {[]timeline.Clause{of("A", timeline.In("n", timeline.Int(3)))}, "events_int_n (namespace=? AND type=? AND <expr>=? AND seq"},
		"a bool":          {[]timeline.Clause{of("A", timeline.In("open", timeline.Bool(true)))}, "events_json_open (namespace=? AND type=? AND <expr>=? AND seq"},
		"ints":            {[]timeline.Clause{of("A", timeline.Between("n", timeline.AtLeast(timeline.Int(1)), timeline.Below(timeline.Int(9))))}, "events_type (namespace=? AND type=? AND seq"},
		"floats":          {[]timeline.Clause{of("A", timeline.Between("x", timeline.AtLeast(timeline.Float(1)), nil))}, "events_type (namespace=? AND type=? AND seq"},
		"a float":         {[]timeline.Clause{of("A", timeline.In("x", timeline.Float(1)))}, "events_type (namespace=? AND type=? AND seq"},
		"a prefix":        {[]timeline.Clause{of("A", timeline.Prefix("party", uk))}, "events_type (namespace=? AND type=? AND seq"},
	} {
		for _, newest := range []bool{false, true} {
			query, args := sqlite.Compile(timeline.Query{After: 3, UpTo: 900, Clauses: c.clauses, Newest: newest}, 10)
			plan, err := log.Plan(ctx, query, args)
			if err != nil {
				t.Fatal(err)
			}
			uses := "USING INDEX " + c.index
			if c.index == "" {
				uses = "USING PRIMARY KEY (namespace=? AND type=? AND attribute=? AND member=? AND seq"
			}
			if strings.Contains(plan, "SCAN events") || strings.Contains(plan, "TEMP B-TREE") || !strings.Contains(plan, uses) {
				t.Errorf("%s, newest %t:\n%s", name, newest, plan)
			}
		}
	}
}
