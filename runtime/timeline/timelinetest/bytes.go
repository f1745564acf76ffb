package timelinetest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// What goes in comes out, byte for byte.
func testBytes(t *testing.T, e Engine) {
	log := e.open(t)
	payloads := []string{
		`null`, `{}`, `9007199254740993`, `"<b>&"`, "\"\u2028\u2029\"", "\"cafe\u0301\"", `{"z":1,"a":{"y":2,"b":3}}`,
		"{ \"a\" :\t1.0 }\n", `"\u0000\u001f"`, `[1e400,-0,1E+2]`, `"` + strings.Repeat("x", timeline.MaxPayload-2) + `"`,
	}
	attributes := timeline.Attributes{
		attr("bool", timeline.Bool(true)), attr("empty", timeline.Text("")), attr("float", timeline.Float(1)), attr("html", timeline.Text("<b>&\u2028\"\\\n")),
		attr("int", timeline.Int(9007199254740993)), attr("min", timeline.Int(-1<<63)), attr("nfd", timeline.Text("cafe\u0301")),
		attr("none", timeline.Set()), attr("set", timeline.Set("uk", "eu", "a,b", "\"")), attr("tiny", timeline.Float(5e-324)),
	}
	for _, payload := range payloads {
		mustAppend(t, log, said("A", payload, attributes...))
	}
	events := all(t, log, timeline.Query{})
	if len(events) != len(payloads) {
		t.Fatalf("%d events, want %d", len(events), len(payloads))
	}
	want := timeline.NewAttributes(attributes...).JSON()
	for i, e := range events {
		if !bytes.Equal(e.Payload, []byte(payloads[i])) {
			t.Errorf("payload %.40q came back as %.40q", payloads[i], e.Payload)
		}
		if !bytes.Equal(e.Attributes.JSON(), want) {
			t.Errorf("attributes came back as %s, want %s", e.Attributes.JSON(), want)
		}
	}
	over := said("A", `"`+strings.Repeat("x", timeline.MaxPayload-1)+`"`)
	if _, err := log.Append(ctx, over); err == nil {
		t.Error("a payload over the limit was taken")
	}
}

// Sizes around the bounds where an engine changes how it keeps or sends a payload.
func testSizes(t *testing.T, e Engine) {
	log := e.open(t)
	sizes := []int{1, 2, 3, 127, 128, 1<<12 - 1, 1<<12 + 1, 1 << 16, 1<<20 + 1, timeline.MaxPayload - 1, timeline.MaxPayload}
	payload := func(size int) []byte {
		if size == 1 {
			return []byte("7")
		}
		return []byte(`"` + strings.Repeat("~", size-2) + `"`)
	}
	for _, size := range sizes {
		mustAppend(t, log, said("A", string(payload(size))))
	}
	for i, e := range all(t, log, timeline.Query{}) {
		if !bytes.Equal(e.Payload, payload(sizes[i])) || e.Hash != timeline.HashOf(e.Attributes, e.Payload) {
			t.Errorf("a payload of %d bytes came back with %d", sizes[i], len(e.Payload))
		}
	}
	if _, err := log.Append(ctx, said("A", "")); err == nil {
		t.Error("an empty payload was taken")
	}
}

// Neither what was passed in nor what was read out gives a hold on the log.
func testIsolation(t *testing.T, e Engine) {
	log := e.open(t)
	p := said("A", `"one"`, attr("b", timeline.Int(2)), attr("a", timeline.Set("x")))
	mustAppend(t, log, p)
	if p.Attributes[0].Name != "b" || !p.ID.IsZero() {
		t.Error("append changed what it was given")
	}
	scribble := func(p timeline.Pending) {
		for i := range p.Payload {
			p.Payload[i] = 'X'
		}
		for i := range p.Attributes {
			p.Attributes[i] = attr("changed", timeline.Int(0))
		}
	}
	scribble(p)
	for range 2 {
		events := all(t, log, timeline.Query{})
		if got := string(events[0].Payload) + string(events[0].Attributes.JSON()); got != `"one"{"a":["x"],"b":2}` {
			t.Errorf("the event became %s", got)
		}
		scribble(events[0].Pending)
	}
}

func testReopen(t *testing.T, e Engine) {
	if e.Reopen == nil {
		t.Skip("this engine keeps nothing")
	}
	log := e.Open(t)
	p := said("A", `{"n":9007199254740993}`, attr("party", timeline.Text("uk")))
	p.ID = timeline.NewID()
	mustAppend(t, log, said("B", "1"), p)
	before := all(t, log, timeline.Query{})
	log = e.Reopen(t, log)
	defer log.Close()
	after := all(t, log, timeline.Query{})
	for i := range before {
		if len(after) != len(before) || after[i].Hash != before[i].Hash || after[i].ID != before[i].ID || after[i].At != before[i].At {
			t.Fatalf("after reopening: %v, want %v", after, before)
		}
	}
	if r := mustAppend(t, log, p); r != (timeline.Range{From: 2, To: 2}) {
		t.Errorf("an event that is there: %v", r)
	}
	if r := mustAppend(t, log, said("B", "2")); r.From != 3 {
		t.Errorf("the next event is %v", r)
	}
}

func testClosed(t *testing.T, e Engine) {
	log := e.Open(t)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
	_, appendErr := log.Append(ctx, said("A", "1"))
	_, readErr := log.Read(ctx, timeline.Query{})
	_, lastErr := log.Last(ctx)
	for _, err := range []error{appendErr, readErr, lastErr} {
		if err == nil || !strings.Contains(err.Error(), timeline.ErrClosed.Error()) {
			t.Errorf("after Close: %v", err)
		}
	}
}
