package timeline

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMatch(t *testing.T) {
	e := Event{Pending: Pending{Key: Key{"talk", "Said"}, Attributes: NewAttributes(
		Attribute{"party", Text("uk")}, Attribute{"n", Int(5)}, Attribute{"f", Float(2.5)}, Attribute{"ok", Bool(true)}, Attribute{"to", Set("uk", "eu")},
	)}}
	for name, c := range map[string]Constraint{
		"in": In("party", Text("eu"), Text("uk")), "in int": In("n", Int(5)), "in bool": In("ok", Bool(true)),
		"from": Between("n", AtLeast(Int(5)), nil), "to": Between("n", nil, AtMost(Int(5))), "inside": Between("n", Above(Int(4)), Below(Int(6))), "float": Between("f", Above(Float(2.4)), AtMost(Float(2.5))),
		"prefix": Prefix("party", Text("u")), "empty prefix": Prefix("party", Text("")), "whole prefix": Prefix("party", Text("uk")),
		"has": Has("to", Text("uk")), "lacks": Lacks("to", Text("norway")), "lacks absent": Lacks("none", Text("uk")), "present": Present("n", true), "absent": Present("none", false),
	} {
		if !(Clause{Key: e.Key, Where: []Constraint{c}}).Match(e) {
			t.Errorf("%s does not match", name)
		}
	}
	for name, c := range map[string]Constraint{
		"in": In("party", Text("UK"), Text("u")), "in nothing": In("party"), "in another kind": In("n", Float(5), Text("5")), "in absent": In("none", Text("uk"), Value{}),
		"above": Between("n", Above(Int(5)), nil), "below": Between("n", nil, Below(Int(5))), "another kind": Between("n", AtLeast(Float(1)), nil), "mixed": Between("n", AtLeast(Int(1)), AtMost(Float(9))), "no bound": Between("n", nil, nil),
		"between text": Between("party", AtLeast(Text("a")), nil), "between absent": Between("none", AtLeast(Int(0)), nil), "not a number": Between("f", AtLeast(Float(math.NaN())), nil),
		"prefix": Prefix("party", Text("k")), "prefix of int": Prefix("n", Text("5")), "prefix of absent": Prefix("none", Text("")), "int prefix": Prefix("party", Int(1)),
		"has": Has("to", Text("u")), "has absent": Has("none", Text("uk")), "has text": Has("party", Text("uk")), "lacks": Lacks("to", Text("uk")), "lacks text": Lacks("party", Text("eu")),
		"present": Present("none", true), "absent": Present("n", false), "unbound": In("party", Self("party")), "unbound lacks": Lacks("to", Self("party")), "no operation": {Attribute: "n"}, "unknown operation": {Attribute: "n", Op: 99},
		"no value": {Attribute: "to", Op: OpHas}, "two values": {Attribute: "to", Op: OpHas, Values: []Value{Text("uk"), Text("eu")}},
	} {
		if (Clause{Key: e.Key, Where: []Constraint{c}}).Match(e) {
			t.Errorf("%s matches", name)
		}
	}
	for c, want := range map[*Clause]bool{
		{Key: Key{"talk", "Said"}}: true, {Key: Key{"talk", "New"}, Was: []string{"Old", "Said"}}: true,
		{Key: Key{"Talk", "Said"}}: false, {Key: Key{"talk", "said"}}: false, {Key: Key{"talk", ""}}: false, {Key: Key{"other", "New"}, Was: []string{"Said"}}: false,
		{Key: e.Key, Where: []Constraint{Present("n", true), Present("n", false)}}: false,
	} {
		if c.Match(e) != want {
			t.Errorf("%+v: want %t", *c, want)
		}
	}
}

func TestBind(t *testing.T) {
	c := Clause{Key: Key{"talk", "Said"}, Where: []Constraint{Has("to", Self("party")), In("party", Self("party"), Text("eu")), Between("n", AtLeast(Self("size")), nil)}}
	bound, err := c.Bind(map[string]string{"party": "uk", "size": "5"})
	if err != nil {
		t.Fatal(err)
	}
	if !bound.Where[0].Values[0].Equal(Text("uk")) || !bound.Where[1].Values[0].Equal(Text("uk")) || !bound.Where[1].Values[1].Equal(Text("eu")) || !bound.Where[2].Lo.Value.Equal(Text("5")) {
		t.Errorf("%+v", bound)
	}
	if c.Where[0].Values[0].Kind() != KindSelf || c.Where[2].Lo.Value.Kind() != KindSelf {
		t.Error("the clause itself was bound")
	}
	for _, self := range []map[string]string{nil, {"party": "uk"}, {"party": "", "size": "5"}} {
		if _, err := c.Bind(self); err == nil || !strings.Contains(err.Error(), "talk.Said: attribute ") {
			t.Errorf("%v: %v", self, err)
		}
	}
}

// A clause that was kept admits what it admitted.
func TestClauseJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Clause{Key: Key{"talk", rapid.String().Draw(t, "type")}, Was: rapid.SliceOf(rapid.String()).Draw(t, "was")}
		for range rapid.IntRange(0, 3).Draw(t, "constraints") {
			w := Constraint{Attribute: rapid.String().Draw(t, "attribute"), Op: Op(rapid.IntRange(1, 7).Draw(t, "op"))}
			for range rapid.IntRange(0, 3).Draw(t, "values") {
				w.Values = append(w.Values, drawValue(t))
			}
			if rapid.Bool().Draw(t, "lo") {
				w.Lo = &Bound{drawValue(t), rapid.Bool().Draw(t, "open")}
			}
			c.Where = append(c.Where, w)
		}
		b, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var back Clause
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		again, err := json.Marshal(back)
		if err != nil || string(again) != string(b) {
			t.Fatalf("%s became %s, %v", b, again, err)
		}
	})
	for _, bad := range []string{`{"namespace":"a","type":"b","where":[{"attribute":"x","op":"like"}]}`, `{"namespace":"a","type":"b","not":1}`, `{"namespace":"a","type":"b","where":[{"attribute":"x","op":"in","values":[null]}]}`} {
		if err := json.Unmarshal([]byte(bad), &Clause{}); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
	for _, bad := range []Constraint{In("x", Self("party")), {Attribute: "x"}, {Attribute: "x", Op: 99}} {
		if b, err := json.Marshal(Clause{Where: []Constraint{bad}}); err == nil {
			t.Errorf("%+v became %s", bad, b)
		}
	}
}
