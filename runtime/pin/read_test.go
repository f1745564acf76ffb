package pin_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/pin"
	"github.com/grantgen/grantgen/runtime/timeline"
)

func TestDecodeAndCheck(t *testing.T) {
	s := open(t)
	ledger := pin.Open(s, "r")
	complete(t, ledger.Record("norway", stub(new(int), "6%")), "ask")
	if _, err := ledger.RecordTool("quota", func(context.Context, json.RawMessage) (pin.Result, error) {
		return pin.JSONResult(json.RawMessage(`{"t":6}`)), nil
	}).Call(ctx, json.RawMessage(`{"year":2026}`)); err != nil {
		t.Fatal(err)
	}
	if err := ledger.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	page, err := s.Log().Read(ctx, timeline.Query{})
	if err != nil || len(page.Events) != 2 {
		t.Fatal(err)
	}
	for i, want := range []string{"model norway: ask = 6%", "tool quota: year: 2026\n = {\"t\":6}"} {
		e := page.Events[i]
		p, err := pin.Decode(e)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Kind + " " + p.Name + ": " + p.Lines() + " = " + p.AnswerText(); got != want || p.Run != "r" || p.Occurrence != 1 {
			t.Errorf("%q, want %q", got, want)
		}
		if err := p.Check(e); err != nil {
			t.Error(err)
		}
		e.Payload = []byte(strings.Replace(string(e.Payload), `:"`, `:"x`, 1))
		e.Payload = []byte(strings.Replace(string(e.Payload), "2026", "2027", 1))
		e.Payload = []byte(strings.Replace(string(e.Payload), `"ask"`, `"asks"`, 1))
		if p, err = pin.Decode(e); err == nil {
			err = p.Check(e)
		}
		if err == nil {
			t.Errorf("a changed request was taken: %s", e.Payload)
		}
		e.Version++
		if _, err := pin.Decode(e); err == nil {
			t.Error("a newer version was taken")
		}
	}
}
