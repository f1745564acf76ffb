package worlds

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/grantgen/grantgen/runtime/timeline"
)

var small = &Vocabulary{
	Namespace: "small",
	Rosters:   []Roster{{Name: "party", Values: []string{"norway", "uk"}}, {Name: "user"}},
	Records: []Record{
		{Name: "Terms", Fields: []Field{{Name: "title", Type: "string"}, {Name: "weight", Type: "float?"}}},
		{Name: "Money", Go: reflect.TypeFor[money]()},
	},
	Events: []Event{{Name: "Said", Version: 2, Was: []string{"Told"}, Attributes: []Field{{Name: "party", Type: "party"}}, Payload: []Field{{Name: "text", Type: "string"}}}},
	Roles:  []Role{{Name: "r", Package: "r", Self: []string{"party"}, Given: []Field{{Name: "ask", Type: "string"}}}},
}

type money struct {
	Units    int64
	Currency string
	When     time.Time
	Next     *money
	Tags     map[string]any
	secret   string
}

func TestTypesAreReadAsTheSchemaWritesThem(t *testing.T) {
	for text, want := range map[string]string{
		"string": "string", "int?": "int", "list Terms": "list", "set party": "set", "party": "roster", "Terms?": "record", "list string?": "list",
	} {
		got := small.typeOf(text)
		if got.kind != want || got.optional != (text[len(text)-1] == '?') {
			t.Errorf("%s: %+v", text, got)
		}
	}
	if e := small.typeOf("list Terms").elem; e == nil || e.kind != "record" || e.name != "Terms" {
		t.Errorf("%+v", e)
	}
}

func drawn(t *rapid.T) *draw {
	return newDraw(small, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 99).Draw(t, "trial"))
}

// Every value that is drawn is JSON of its type.
func TestValuesAreOfTheirTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		for text, into := range map[string]any{
			"string": new(string), "int": new(int64), "float": new(float64), "bool": new(bool), "time": new(time.Time), "duration": new(time.Duration),
			"id": new(timeline.ID), "json": new(any), "party": new(string), "set user": new([]string), "list int": new([]int64), "Terms": new(map[string]any), "Money": new(money),
		} {
			raw, ok := d.value(small.typeOf(text))
			if !ok || timeline.CheckJSON(raw) != nil || json.Unmarshal(raw, into) != nil {
				t.Fatalf("%s: %s", text, raw)
			}
			if m, ok := into.(*money); ok && m.secret != "" {
				t.Fatal("what cannot be set was set")
			}
		}
	})
}

func constraint(t *rapid.T) (timeline.Constraint, fieldType) {
	text := rapid.SampledFrom([]string{"", "a", "room 1", "ø", "room"}).Draw(t, "text")
	n := rapid.Int64Range(-9, 9).Draw(t, "n")
	lo := &timeline.Bound{Value: timeline.Int(n), Open: rapid.Bool().Draw(t, "open")}
	hi := &timeline.Bound{Value: timeline.Int(n + rapid.Int64Range(2, 9).Draw(t, "width")), Open: rapid.Bool().Draw(t, "open")}
	real := &timeline.Bound{Value: timeline.Float(float64(n) / 4), Open: lo.Open}
	switch rapid.IntRange(0, 9).Draw(t, "which") {
	case 0:
		return timeline.In("x", timeline.Text(text), timeline.Text("b")), small.typeOf("string")
	case 1:
		return timeline.In("x", timeline.Int(n)), small.typeOf("int?")
	case 2:
		return timeline.In("x", timeline.Bool(n > 0)), small.typeOf("bool")
	case 3:
		return timeline.In("x", timeline.Text("uk")), small.typeOf("party")
	case 4:
		return timeline.Between("x", lo, hi), small.typeOf("int")
	case 5:
		return timeline.Between("x", real, nil), small.typeOf("float")
	case 6:
		return timeline.Prefix("x", timeline.Text(text+"p")), small.typeOf("string")
	case 7:
		return timeline.Has("x", timeline.Text("uk")), small.typeOf("set party")
	case 8:
		return timeline.Lacks("x", timeline.Text("uk")), small.typeOf("set party")
	}
	return timeline.Present("x", n > 0), small.typeOf("int?")
}

// What is to meet a constraint meets it, and what is to miss it does not: by the runtime's own matcher.
func TestNearMisses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		c, typ := constraint(t)
		for range 10 {
			if v := d.meet(c, typ); !c.Match(v) {
				t.Fatalf("%+v is not met by %s", c, v)
			}
			if v := d.miss(c, typ); c.Match(v) {
				t.Fatalf("%+v is not missed by %s", c, v)
			}
		}
	})
}

// A text of another trial is found in a prompt, and one of its own is none.
func TestForeignMarks(t *testing.T) {
	d, e := newDraw(small, 1, 3), newDraw(small, 1, 13)
	if mark, found := foreignMark("of "+d.text()+"\n"+d.mark(), 3); found {
		t.Error(mark)
	}
	want := e.mark()
	if mark, found := foreignMark(d.text()+want, 3); !found || mark != want {
		t.Errorf("%s, %v", mark, found)
	}
}

// Equal seeds draw equal trials, and others draw others.
func TestSeeds(t *testing.T) {
	say := func(seed uint64, trial int) string {
		d := newDraw(small, seed, trial)
		in, ok := d.input(small.Roles[0])
		if !ok {
			t.Fatal("nothing was drawn")
		}
		return string(in.json()) + d.id().String() + d.text()
	}
	first, again := say(1, 2), say(1, 2)
	if first != again || first == say(2, 2) || first == say(1, 3) {
		t.Error("seeds and trials do not say what is drawn")
	}
}
