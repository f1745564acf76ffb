package pin_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/grantgen/grantgen/runtime/pin"
)

func TestToolRecordThenReplay(t *testing.T) {
	s := open(t)
	ledger := pin.Open(s)
	calls := 0
	results := []pin.Result{pin.JSONResult(json.RawMessage(`{"b": 9007199254740993, "a":"<&"}`)), pin.TextResult("plain\ntext")}
	tool := ledger.RecordTool("quota", func(_ context.Context, arguments json.RawMessage) (pin.Result, error) {
		calls++
		if string(arguments) != ` {"stock":"mackerel","year":2026.0} ` {
			t.Errorf("the tool got %s", arguments)
		}
		return results[calls-1], nil
	})
	for range results {
		if _, err := tool.Call(ctx, json.RawMessage(` {"stock":"mackerel","year":2026.0} `)); err != nil {
			t.Fatal(err)
		}
	}
	if err := ledger.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	again := pin.Open(s)
	replay := again.ReplayTool("quota")
	for _, want := range results { // the same value, written in another way
		got, err := replay.Call(ctx, json.RawMessage(`{"year":2026,"stock":"m\u0061ckerel"}`))
		if err != nil || got.String() != want.String() {
			t.Errorf("replayed %q, %v, want %q", got, err, want)
		}
		if _, isJSON := got.JSON(); isJSON != strings.HasPrefix(want.String(), "{") {
			t.Errorf("%q changed its kind", got)
		}
	}
	_, err := replay.Call(ctx, json.RawMessage(`{"year":2027,"stock":"mackerel"}`))
	var miss *pin.Miss
	if !errors.As(err, &miss) || !strings.HasSuffix(err.Error(), "the arguments moved:\n  line 2: year: [-2026-]{+2027+}") {
		t.Errorf("%v", err)
	}
	if _, err := replay.Call(ctx, json.RawMessage(`{"year":2026,"stock":"mackerel"}`)); err == nil ||
		!strings.HasSuffix(err.Error(), ": the arguments are the same, but call 2 was the last with them") {
		t.Errorf("%v", err)
	}
	if calls != 2 || len(again.Misses()) != 2 {
		t.Errorf("%d calls, %d misses", calls, len(again.Misses()))
	}
}

func TestToolRefuses(t *testing.T) {
	s := open(t)
	fine := func(context.Context, json.RawMessage) (pin.Result, error) { return pin.TextResult("x"), nil }
	answers := func(r pin.Result) pin.ToolCall {
		return func(context.Context, json.RawMessage) (pin.Result, error) { return r, nil }
	}
	for name, c := range map[string]struct {
		tool      string
		call      pin.ToolCall
		arguments string
	}{
		"a duplicate key": {"quota", fine, `{"a":1,"\u0061":1}`},
		"no arguments":    {"quota", fine, " "},
		"no JSON":         {"quota", fine, "{a}"},
		"no name":         {"", fine, "{}"},
		"no function":     {"quota", nil, "{}"},
		"no value":        {"quota", answers(pin.JSONResult(nil)), "{}"},
		"a result twice":  {"quota", answers(pin.JSONResult(json.RawMessage(`{"a":1,"a":1}`))), "{}"},
		"no UTF-8":        {"quota", answers(pin.TextResult("\xff")), "{}"},
		"a tool that fails": {"quota", func(context.Context, json.RawMessage) (pin.Result, error) {
			return pin.Result{}, errors.New("no")
		}, "{}"},
	} {
		ledger := pin.Open(s)
		if _, err := ledger.RecordTool(c.tool, c.call).Call(ctx, json.RawMessage(c.arguments)); err == nil {
			t.Errorf("%s: no error", name)
		}
		if err := ledger.Commit(ctx); err != nil || last(t, s) != 0 {
			t.Errorf("%s: %v, the log ends at %d", name, err, last(t, s))
		}
	}
}

// A replay writes nothing; its misses are for the log when one asks for it.
func TestCommitMisses(t *testing.T) {
	s := open(t)
	ledger := pin.Open(s, "r")
	for range 2 {
		if _, err := ledger.ReplayTool("quota").Call(ctx, json.RawMessage(`{"year":2027}`)); err == nil {
			t.Fatal("no miss")
		}
	}
	if err := ledger.Commit(ctx); err != nil || last(t, s) != 0 {
		t.Fatalf("%v, the log ends at %d", err, last(t, s))
	}
	for range 2 {
		if err := ledger.CommitMisses(ctx); err != nil || last(t, s) != 1 {
			t.Fatalf("%v, the log ends at %d", err, last(t, s))
		}
	}
	if _, err := pin.Open(s, "r").ReplayTool("quota").Call(ctx, json.RawMessage(`{"year":2027}`)); !errors.As(err, new(*pin.Miss)) {
		t.Errorf("a miss answered: %v", err)
	}
}
