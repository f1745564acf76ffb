package postgres_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/grantgen/grantgen/internal/pgtest"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/timeline/postgres"
)

// A read walks the index of what it admits: it neither scans the log nor, where the order of the index is the log's, sorts.
func TestPlan(t *testing.T) {
	dsn := pgtest.Database(t)
	log := open(t, dsn, "a")
	defer log.Close()
	decl := func(name string, kind timeline.Kind) timeline.AttributeDecl {
		return timeline.AttributeDecl{Name: name, Kind: kind}
	}
	types := []timeline.Type{{Key: timeline.Key{Namespace: "talk", Type: "A"}, Version: 1, Attributes: []timeline.AttributeDecl{
		decl("party", timeline.KindText), decl("n", timeline.KindInt), decl("x", timeline.KindFloat), decl("open", timeline.KindBool), decl("audience", timeline.KindSet),
	}}}
	if err := log.EnsureIndexes(ctx, types); err != nil {
		t.Fatal(err)
	}
	run(t, dsn, `INSERT INTO grantgen.events SELECT 1, n, gen_random_uuid(), 'talk', chr(65 + n % 3), 1, 1,
		json_build_object('party', 'p' || n % 100, 'n', n, 'x', n + 0.5, 'open', n % 100 = 0, 'audience', json_build_array('m' || n % 100)), 'x', decode(repeat('00', 32), 'hex')
		FROM generate_series(1, 30000) AS n`,
		"INSERT INTO grantgen.members SELECT 1, n, 'talk', chr(65 + n % 3), 'audience', 'm' || n % 100 FROM generate_series(1, 30000) AS n",
		"UPDATE grantgen.logs SET last = 30000", "ANALYZE grantgen.events", "ANALYZE grantgen.members")
	of := func(typ string, where ...timeline.Constraint) timeline.Clause {
		return timeline.Clause{Key: timeline.Key{Namespace: "talk", Type: typ}, Where: where}
	}
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for name, c := range map[string]struct {
		clauses []timeline.Clause
		index   string
		sorts   bool
	}{
		"everything":   {nil, "events_pkey", false},
		"one type":     {[]timeline.Clause{of("A")}, "events_type", false},
		"two types":    {[]timeline.Clause{of("A"), of("B")}, "events_type", false},
		"a text":       {[]timeline.Clause{of("A", timeline.In("party", timeline.Text("p3")))}, "events_text_party", false},
		"two texts":    {[]timeline.Clause{of("A", timeline.In("party", timeline.Text("p3"), timeline.Text("p6")))}, "events_text_party", false},
		"an int":       {[]timeline.Clause{of("A", timeline.In("n", timeline.Int(3)))}, "events_int_n", false},
		"ints":         {[]timeline.Clause{of("A", timeline.Between("n", timeline.AtLeast(timeline.Int(7)), timeline.Below(timeline.Int(60))))}, "events_int_n", true},
		"floats":       {[]timeline.Clause{of("A", timeline.Between("x", timeline.AtLeast(timeline.Float(7)), timeline.Below(timeline.Float(60))))}, "events_float_x", true},
		"a bool":       {[]timeline.Clause{of("A", timeline.In("open", timeline.Bool(true)))}, "events_bool_open", false},
		"a prefix":     {[]timeline.Clause{of("A", timeline.Prefix("party", timeline.Text("p99")))}, "events_text_party", true},
		"a set's name": {[]timeline.Clause{of("A", timeline.Has("audience", timeline.Text("m3")))}, "members_pkey", false},
	} {
		for _, newest := range []bool{false, true} {
			query, args := postgres.Compile(1, timeline.Query{After: 3, UpTo: 29000, Clauses: c.clauses, Newest: newest}, 100)
			rows, err := conn.Query(ctx, "EXPLAIN "+query, args...)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				t.Fatal(err)
			}
			plan := strings.Join(lines, "\n")
			if strings.Contains(plan, "Seq Scan") || !c.sorts && strings.Contains(plan, "Sort  ") || !strings.Contains(plan, c.index) {
				t.Errorf("%s, newest %t:\n%s", name, newest, plan)
			}
		}
	}
}
