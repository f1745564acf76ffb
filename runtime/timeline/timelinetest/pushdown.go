package timelinetest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
	"pgregory.net/rapid"
)

// Few names and many near misses: values that differ in kind, case, form or the last bit only.
var (
	names  = []string{"party", "n", "audience"}
	types  = []string{"A", "a", "B"}
	values = []timeline.Value{
		timeline.Text("uk"), timeline.Text("UK"), timeline.Text("u"), timeline.Text(""), timeline.Text("uk,eu"), timeline.Text("1"), timeline.Text("true"), timeline.Text(`["uk"]`),
		timeline.Text("cafe\u0301"), timeline.Text("caf\u00e9"), timeline.Text("\U0010ffff"), timeline.Text("\u007f"), timeline.Text(`"`), timeline.Text(`\`), timeline.Text("\n\u0001"), timeline.Text("null"),
		timeline.Text(`"uk"`), timeline.Text(","), timeline.Text("1.0"), timeline.Text("\u2028"),
		timeline.Int(0), timeline.Int(1), timeline.Int(9007199254740992), timeline.Int(9007199254740993), timeline.Int(math.MaxInt64), timeline.Int(math.MinInt64),
		timeline.Float(0), timeline.Float(1), timeline.Float(0.1), timeline.Float(math.Nextafter(0.1, 1)), timeline.Float(math.MaxFloat64), timeline.Float(5e-324), timeline.Float(1e21), timeline.Float(-2.5), timeline.Float(8.41e21),
		timeline.Bool(true), timeline.Bool(false),
		timeline.Set(), timeline.Set("uk"), timeline.Set("uk", "eu"), timeline.Set("uk,eu"), timeline.Set("UK", ""), timeline.Set(`"uk"`, ","), timeline.Set("x,", ",y"), timeline.Set("cafe\u0301", "\\"),
	}
	asked = append(slices.Clone(values), timeline.Value{}, timeline.Self("party"), timeline.Float(math.NaN()), timeline.Float(math.Inf(1)), timeline.Text("\xc3"), timeline.Text("u\x00"), timeline.Text("\xff"), timeline.Text("caf\xc3"))
)

func drawClause(t *rapid.T, among []timeline.Value) timeline.Clause {
	value := rapid.SampledFrom(among)
	c := timeline.Clause{Key: timeline.Key{Namespace: rapid.SampledFrom([]string{"talk", "talk", "Talk"}).Draw(t, "namespace"), Type: rapid.SampledFrom(types).Draw(t, "type")}}
	if rapid.IntRange(0, 3).Draw(t, "renamed") == 0 {
		c.Was = []string{rapid.SampledFrom(types).Draw(t, "was")}
	}
	for range rapid.IntRange(0, 2).Draw(t, "constraints") {
		w := timeline.Constraint{
			Attribute: rapid.SampledFrom(append([]string{"absent", "no name"}, names...)).Draw(t, "attribute"),
			Op:        timeline.Op(rapid.IntRange(0, 8).Draw(t, "op")),
			Values:    rapid.SliceOfN(value, 0, 3).Draw(t, "values"),
		}
		if rapid.Bool().Draw(t, "one value") {
			w.Values = []timeline.Value{value.Draw(t, "value")}
		}
		for _, end := range []**timeline.Bound{&w.Lo, &w.Hi} {
			if rapid.Bool().Draw(t, "bounded") {
				*end = &timeline.Bound{Value: value.Draw(t, "bound"), Open: rapid.Bool().Draw(t, "open")}
			}
		}
		c.Where = append(c.Where, w)
	}
	return c
}

func drawLog(t *rapid.T, among []timeline.Value) []timeline.Pending {
	var batch []timeline.Pending
	for i := range rapid.IntRange(1, 60).Draw(t, "events") {
		p := said(rapid.SampledFrom(types).Draw(t, "type"), fmt.Sprint(i))
		if rapid.IntRange(0, 9).Draw(t, "namespace") == 0 {
			p.Namespace = "Talk"
		}
		for _, name := range names {
			if rapid.IntRange(0, 3).Draw(t, "present") > 0 {
				p.Attributes = append(p.Attributes, attr(name, rapid.SampledFrom(among).Draw(t, name)))
			}
		}
		batch = append(batch, p)
	}
	return batch
}

// What an engine admits is what Clause.Match admits, for any log and any query.
func testPushDown(t *testing.T, e Engine) {
	log := e.open(t)
	rapid.Check(t, func(rt *rapid.T) {
		comparePushDown(t, rt, log, values, asked)
	})
}

func testHostileValues(t *testing.T, e Engine) {
	log := e.open(t)
	rapid.Check(t, func(rt *rapid.T) {
		var among []timeline.Value
		for range rapid.IntRange(1, 4).Draw(rt, "values") {
			text := rapid.StringN(0, 4, 12).Filter(func(s string) bool { return !strings.ContainsRune(s, 0) })
			among = append(among,
				timeline.Text(text.Draw(rt, "text")), timeline.Set(rapid.SliceOfN(text, 0, 3).Draw(rt, "set")...),
				timeline.Float(rapid.Float64().Draw(rt, "float")), timeline.Int(rapid.Int64().Draw(rt, "int")))
		}
		comparePushDown(t, rt, log, among, among)
	})
}

// comparePushDown goes on with one log: opening one a check would take most of the time.
func comparePushDown(t *testing.T, rt *rapid.T, log timeline.Log, stored, asked []timeline.Value) {
	r := mustAppend(t, log, drawLog(rt, stored)...)
	everything := all(t, log, timeline.Query{After: r.From - 1})
	for range 5 {
		q := timeline.Query{After: r.From - 1, Newest: rapid.Bool().Draw(rt, "newest"), Limit: rapid.SampledFrom([]int{0, 1, 7}).Draw(rt, "limit")}
		for range rapid.IntRange(0, 3).Draw(rt, "clauses") {
			q.Clauses = append(q.Clauses, drawClause(rt, asked))
		}
		var want []timeline.Position
		for _, e := range everything {
			if q.Match(e) {
				want = append(want, e.Seq)
			}
		}
		if q.Newest {
			slices.Reverse(want)
		}
		if got := seqs(all(t, log, q)); !slices.Equal(got, want) {
			rt.Fatalf("%+v\nadmits %v\n  want %v", q, got, want)
		}
	}
}
