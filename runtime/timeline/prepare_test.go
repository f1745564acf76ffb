package timeline

import (
	"math"
	"strings"
	"testing"
)

func TestPrepareRefuses(t *testing.T) {
	good := Pending{Key: Key{"talk", "Said"}, Version: 1, Payload: []byte(`{}`)}
	with := func(change func(*Pending)) Pending {
		p := good
		change(&p)
		return p
	}
	attribute := func(name string, v Value) Pending {
		return with(func(p *Pending) { p.Attributes = Attributes{{name, v}} })
	}
	const secret = "s3cret"
	for name, p := range map[string]Pending{
		"namespace": with(func(p *Pending) { p.Namespace = "" }), "type": with(func(p *Pending) { p.Type = "a b" }), "long type": with(func(p *Pending) { p.Type = strings.Repeat("x", 41) }),
		"quote": with(func(p *Pending) { p.Type = `a"` }), "digit": with(func(p *Pending) { p.Type = "1a" }),
		"version": with(func(p *Pending) { p.Version = 0 }), "version that no column holds": with(func(p *Pending) { p.Version = 1 << 31 }), "no payload": with(func(p *Pending) { p.Payload = nil }), "payload": with(func(p *Pending) { p.Payload = []byte(secret) }),
		"duplicate key": with(func(p *Pending) { p.Payload = []byte(`{"s3cret":[{"s3cret":1,"s3cret":2}]}`) }),
		"oversize":      with(func(p *Pending) { p.Payload = []byte(`"` + strings.Repeat("x", MaxPayload) + `"`) }),
		"attribute":     attribute("a b", Int(1)), "empty attribute": attribute("", Int(1)), "NaN": attribute("f", Float(math.NaN())), "Inf": attribute("f", Float(math.Inf(-1))),
		"self": attribute("s", Self("party")), "not UTF-8": attribute("s", Text(secret+"\xff")), "not UTF-8 in a set": attribute("s", Set("a", "\xff")), "NUL": attribute("s", Text(secret+"\x00")),
		"attributes": attribute("s", Text(strings.Repeat("x", MaxAttributes))),
		"twice":      with(func(p *Pending) { p.Attributes = Attributes{{"a", Int(1)}, {"b", Int(1)}, {"a", Int(1)}} }),
	} {
		_, err := Prepare([]Pending{good, p}, 1)
		if err == nil || !strings.HasPrefix(err.Error(), "event 2 of 2 (") || strings.Contains(err.Error(), secret) || len(err.Error()) > 300 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPrepare(t *testing.T) {
	id := NewID()
	in := []Pending{
		{Key: Key{"talk", "Said"}, Version: 1, Payload: []byte(` {} `), Attributes: Attributes{{"b", Int(1)}, {"none", Value{}}, {"a", Int(2)}}},
		{ID: id, At: 5, Key: Key{"grantgen", "Said-2_x"}, Version: 3, Payload: []byte(`null`)},
	}
	out, err := Prepare(in, 77)
	if err != nil {
		t.Fatal(err)
	}
	if out[0].ID.IsZero() || out[0].At != 77 || string(out[0].Attributes.JSON()) != `{"a":2,"b":1}` || string(out[0].Payload) != ` {} ` {
		t.Errorf("%+v", out[0])
	}
	if out[1].ID != id || out[1].At != 5 || out[1].Version != 3 || out[1].Hash != HashOf(nil, []byte(`null`)) {
		t.Errorf("%+v", out[1])
	}
	if !in[0].ID.IsZero() || in[0].At != 0 || in[0].Attributes[0].Name != "b" {
		t.Error("the batch given was changed")
	}
	in[0].Payload[1] = 'X'
	if string(out[0].Payload) != ` {} ` {
		t.Error("the payload is shared")
	}
}

func TestHashKeepsPartsApart(t *testing.T) {
	a := HashOf(Attributes{{"a", Int(1)}}, []byte(`2`))
	b := HashOf(Attributes{{"a", Int(12)}}, []byte(``))
	if a == b || a == HashOf(nil, []byte(`2`)) {
		t.Error("two contents have one hash")
	}
}
