package timeline

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func drawValue(t *rapid.T) Value {
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return Text(rapid.String().Draw(t, "text"))
	case 1:
		return Int(rapid.Int64().Draw(t, "int"))
	case 2:
		return Float(rapid.Float64().Draw(t, "float"))
	case 3:
		return Bool(rapid.Bool().Draw(t, "bool"))
	default:
		return Set(rapid.SliceOf(rapid.String()).Draw(t, "set")...)
	}
}

func TestCanonicalValues(t *testing.T) {
	for want, v := range map[string]Value{
		`"<b>&"`: Text("<b>&"), "\"\u2028\"": Text("\u2028"), `"\"\\\n\u0001"`: Text("\"\\\n\x01"), `""`: Text(""),
		`9007199254740993`: Int(9007199254740993), `-9223372036854775808`: Int(math.MinInt64),
		`1.0`: Float(1), `0.0`: Float(math.Copysign(0, -1)), `1e+21`: Float(1e21), `0.1`: Float(0.1), `100000.0`: Float(1e5), `5e-324`: Float(5e-324),
		`true`: Bool(true), `false`: Bool(false), `["a","b"]`: Set("b", "a", "b"), `[]`: Set(), `null`: {}, `1700000000000001`: Time(time.UnixMicro(1700000000000001)),
	} {
		if got := string(v.JSON()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Kind and value survive, and equal values have equal bytes.
func TestAttributesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []Attribute
		for _, name := range rapid.SliceOfNDistinct(rapid.StringMatching(`[A-Za-z][A-Za-z0-9_-]{0,3}`), 0, 20, rapid.ID[string]).Draw(t, "names") {
			list = append(list, Attribute{name, drawValue(t)})
		}
		a := NewAttributes(list...)
		b := a.JSON()
		if !json.Valid(b) || CheckJSON(b) != nil {
			t.Fatalf("%q is not JSON", b)
		}
		parsed, err := ParseAttributes(b)
		if err != nil || !bytes.Equal(parsed.JSON(), b) || len(parsed) != len(a) {
			t.Fatalf("%s became %s, %v", b, parsed.JSON(), err)
		}
		for _, attribute := range list {
			if !parsed.Get(attribute.Name).Equal(attribute.Value) {
				t.Fatalf("%s: %v became %v", attribute.Name, attribute.Value, parsed.Get(attribute.Name))
			}
			again := Value{}
			if err := json.Unmarshal(attribute.Value.JSON(), &again); err != nil || !again.Equal(attribute.Value) {
				t.Fatalf("%v became %v, %v", attribute.Value, again, err)
			}
		}
	})
}

func TestParseAttributes(t *testing.T) {
	a, err := ParseAttributes([]byte(" { \"z\" : [ \"b\" , \"a\" ] ,\n\"a\" : 9007199254740993, \"f\":1e2 } "))
	if err != nil || string(a.JSON()) != `{"a":9007199254740993,"f":100.0,"z":["a","b"]}` {
		t.Errorf("%s, %v", a.JSON(), err)
	}
	if a, err := ParseAttributes([]byte(`{}`)); err != nil || len(a) != 0 {
		t.Errorf("%v, %v", a, err)
	}
	for _, bad := range []string{``, `[]`, `{"a":1,"a":2}`, `{"a":null}`, `{"a":{}}`, `{"a":[1]}`, `{"a":1} x`, `{"a":9223372036854775808}`, `{"a":1e999}`, `{"a":"\ud800"}`, `{"a":1,}`} {
		if a, err := ParseAttributes([]byte(bad)); err == nil {
			t.Errorf("%s became %s", bad, a.JSON())
		}
	}
}

// A Value is a value: no slice that went in or came out gives a hold on it.
func TestValuesDoNotChange(t *testing.T) {
	in := []string{"b", "a"}
	v := Set(in...)
	in[0], in[1] = "x", "y"
	out, ok := v.AsSet()
	out[0] = "z"
	if got := string(v.JSON()); !ok || got != `["a","b"]` {
		t.Errorf("the set became %s", got)
	}
}

func TestAccessors(t *testing.T) {
	text, isText := Text("x").AsText()
	number, isInt := Int(7).AsInt()
	float, isFloat := Float(1.5).AsFloat()
	truth, isBool := Bool(true).AsBool()
	if !isText || !isInt || !isFloat || !isBool || text != "x" || number != 7 || float != 1.5 || !truth {
		t.Error("a value does not come back")
	}
	_, isText = Int(1).AsText()
	_, isInt = Bool(true).AsInt()
	_, isFloat = Int(1).AsFloat()
	_, isBool = Int(1).AsBool()
	_, isSet := Text("x").AsSet()
	if isText || isInt || isFloat || isBool || isSet {
		t.Error("a value came back as another kind")
	}
	if v := (Attributes{{"b", Int(1)}, {"a", Int(2)}}).Get("c"); v.Kind() != KindNone {
		t.Errorf("an absent attribute is %v", v)
	}
	for _, v := range []Value{{}, Self("party"), Float(math.NaN())} {
		if b, err := v.MarshalJSON(); err == nil {
			t.Errorf("%v has JSON: %s", v, b)
		}
	}
}
