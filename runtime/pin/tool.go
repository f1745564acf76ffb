package pin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grantgen/grantgen/runtime/pin/internal/canon"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// ToolCall is an application's tool. The arguments are as they were given.
type ToolCall func(ctx context.Context, arguments json.RawMessage) (Result, error)

// Tool is a tool whose results are pinned. It is safe for concurrent use.
type Tool struct {
	ledger *Ledger
	name   string
	mode   mode
	call   ToolCall
}

// RecordTool calls the tool each time, and pins its results. A call that the run holds already is refused with a [Stands]. A call that
// fails is not pinned.
func (l *Ledger) RecordTool(name string, call ToolCall) *Tool {
	return &Tool{ledger: l, name: name, mode: recording, call: call}
}

// ReplayTool answers from the run's pins. A call that it does not hold is a [Miss]; nothing is called.
func (l *Ledger) ReplayTool(name string) *Tool {
	return &Tool{ledger: l, name: name, mode: replaying}
}

// RecordMissingTool answers from the run's pins, and calls the tool for what they lack.
func (l *Ledger) RecordMissingTool(name string, call ToolCall) *Tool {
	return &Tool{ledger: l, name: name, mode: recordingMissing, call: call}
}

// Name is the tool's name in the run.
func (t *Tool) Name() string { return t.name }

// Call calls the tool with arguments, one JSON value. Two ways to write one value (order of keys, white space, 1 and 1.0) are one call;
// a duplicate key is refused.
func (t *Tool) Call(ctx context.Context, arguments json.RawMessage) (Result, error) {
	c, err := t.request(arguments)
	if err != nil {
		return Result{}, fmt.Errorf("pinned tool %q: %w", t.name, err)
	}
	turn, err := t.ledger.begin(ctx, t.mode, c)
	if err != nil {
		return Result{}, err
	}
	answered := false
	defer func() { // also when the call panics
		if !answered {
			turn.giveBack()
		}
	}()
	if turn.found != nil {
		answered = true
		return decodeResult(turn.found.answer)
	}

	result, err := t.call(ctx, bytes.Clone(arguments))
	if err != nil {
		return Result{}, fmt.Errorf("pinned tool %q: %w", t.name, err)
	}
	answer, err := result.encode()
	if err != nil {
		return Result{}, fmt.Errorf("pinned tool %q: %w, so it cannot be pinned", t.name, err)
	}
	answered = true
	turn.keep(answer, nil)
	return result, nil
}

// request is the call in canonical form.
func (t *Tool) request(arguments json.RawMessage) (call, error) {
	if err := checkName("tool", t.name); err != nil {
		return call{}, err
	}
	switch {
	case t.mode != replaying && t.call == nil:
		return call{}, errors.New("there is no function to call")
	case len(bytes.TrimSpace(arguments)) == 0:
		return call{}, errors.New("the arguments are empty: a call without any has {}")
	}
	values, err := canon.JSON(arguments)
	if err != nil {
		return call{}, fmt.Errorf("its arguments: %w", err)
	}
	canonical := append([]byte(`{"arguments":`), values...)
	canonical = append(canonical, `,"kind":"tool","name":`...)
	canonical = append(canonical, timeline.Text(t.name).JSON()...)
	return newCall(ToolKind, t.name, append(canonical, '}')), nil
}

func argumentsOf(request []byte) string {
	var r struct {
		Arguments json.RawMessage `json:"arguments"`
	}
	_ = json.Unmarshal(request, &r) // it was read before
	return lines(r.Arguments)
}
