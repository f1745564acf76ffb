package arms

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// An event is in one arm if a clause admits it, and in none if none does.
func TestArmsPartition(t *testing.T) {
	values := rapid.SampledFrom([]timeline.Value{timeline.Text("a"), timeline.Text("b"), timeline.Int(1), timeline.Float(1), timeline.Set("a"), timeline.Set("a", "b"), {}})
	types := rapid.SampledFrom([]string{"A", "B", "C"})
	rapid.Check(t, func(t *rapid.T) {
		var clauses []timeline.Clause
		for range rapid.IntRange(1, 4).Draw(t, "clauses") {
			c := timeline.Clause{Key: timeline.Key{Namespace: "n", Type: types.Draw(t, "type")}, Was: rapid.SliceOfN(types, 0, 2).Draw(t, "was")}
			for range rapid.IntRange(0, 2).Draw(t, "constraints") {
				c.Where = append(c.Where, timeline.Constraint{
					Attribute: rapid.SampledFrom([]string{"x", "y"}).Draw(t, "attribute"), Op: rapid.SampledFrom([]timeline.Op{timeline.OpIn, timeline.OpHas, timeline.OpLacks}).Draw(t, "op"),
					Values: rapid.SliceOfN(values, 0, 4).Draw(t, "values"),
				})
			}
			clauses = append(clauses, c)
		}
		e := timeline.Event{Pending: timeline.Pending{
			Key:        timeline.Key{Namespace: "n", Type: types.Draw(t, "stored type")},
			Attributes: timeline.NewAttributes(timeline.Attribute{Name: "x", Value: values.Draw(t, "x")}, timeline.Attribute{Name: "y", Value: values.Draw(t, "y")}),
		}}
		in := 0
		for _, a := range Of(clauses) {
			admitted := false
			for _, c := range a.Clauses {
				c.Key, c.Was = a.Key, nil
				admitted = admitted || c.Match(e)
			}
			if !admitted {
				continue
			}
			in++
			if attribute, member, asked := a.Member(); asked && !timeline.Has(attribute, timeline.Text(member)).Match(e.Attributes.Get(attribute)) {
				t.Fatalf("the arm is said to ask for %s in %s", member, attribute)
			}
		}
		want := 0
		if (timeline.Query{Clauses: clauses}).Match(e) {
			want = 1
		}
		if in != want {
			t.Fatalf("%d arms have the event, want %d", in, want)
		}
	})
}

// However many values are asked for, the arms stay few.
func TestArmsAreBounded(t *testing.T) {
	var values []timeline.Value
	for i := range 40 {
		values = append(values, timeline.Int(int64(i)))
	}
	var clauses []timeline.Clause
	for i := range 10 {
		clauses = append(clauses, timeline.Clause{
			Key: timeline.Key{Namespace: "n", Type: fmt.Sprint("T", i)}, Where: []timeline.Constraint{timeline.In("x", values...)},
		})
	}
	if n := len(Of(clauses)); n > Most || n < 10 {
		t.Errorf("%d arms", n)
	}
}
