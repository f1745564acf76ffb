package pin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/prompt"
	"github.com/grantgen/grantgen/runtime/timeline"
)

// Call is an application's model function.
type Call func(ctx context.Context, p prompt.Prompt) (string, error)

type mode uint8

const (
	recording mode = iota
	replaying
	recordingMissing
)

// Model is a model whose answers are pinned. It is safe for concurrent use.
type Model struct {
	ledger *Ledger
	name   string
	mode   mode
	call   Call
	parent *Model // of a model set apart, until it rejoins
}

// Record calls the model each time, and pins what it answers. A call that the run holds already is refused with a [Stands]. A call that
// fails is not pinned.
func (l *Ledger) Record(name string, call Call) *Model {
	return &Model{ledger: l, name: name, mode: recording, call: call}
}

// Replay answers from the run's pins. A call that it does not hold is a [Miss]; no model is asked.
func (l *Ledger) Replay(name string) *Model { return &Model{ledger: l, name: name, mode: replaying} }

// RecordMissing answers from the run's pins, and asks the model for what they lack.
func (l *Ledger) RecordMissing(name string, call Call) *Model {
	return &Model{ledger: l, name: name, mode: recordingMissing, call: call}
}

// Name is the model's name in the run.
func (m *Model) Name() string { return m.name }

// Complete answers a prompt. A prompt that no renderer made (the zero Prompt) is refused.
func (m *Model) Complete(ctx context.Context, p prompt.Prompt) (string, error) {
	c, err := m.request(p)
	if err != nil {
		return "", fmt.Errorf("pinned model %q: %w", m.name, err)
	}
	t, err := m.ledger.begin(ctx, m.mode, c)
	if err != nil {
		return "", err
	}
	answered := false
	defer func() { // also when the call panics
		if !answered {
			t.giveBack()
		}
	}()
	if t.found != nil {
		answered = true
		var answer string
		_ = json.Unmarshal(t.found.answer, &answer) // it was read before
		return answer, nil
	}

	answer, err := m.call(ctx, p)
	if err != nil {
		return "", fmt.Errorf("pinned model %q: %w", m.name, err)
	}
	if !utf8.ValidString(answer) {
		return "", fmt.Errorf("pinned model %q: its answer is not UTF-8, so it cannot be pinned", m.name)
	}
	answered = true
	t.keep(timeline.Text(answer).JSON(), m)
	return answer, nil
}

// request is the call in canonical form.
func (m *Model) request(p prompt.Prompt) (call, error) {
	if err := checkName("model", m.name); err != nil {
		return call{}, err
	}
	switch {
	case m.mode != replaying && m.call == nil:
		return call{}, errors.New("there is no function to call")
	case p.IsZero():
		return call{}, errors.New("the prompt was made by no renderer")
	case !utf8.ValidString(p.String()):
		return call{}, errors.New("the request is not UTF-8")
	}
	// The keys are sorted, and strings are written as canonical JSON has them: there is nothing left to canonicalise.
	canonical := []byte(`{"kind":"model","name":`)
	canonical = append(canonical, timeline.Text(m.name).JSON()...)
	canonical = append(canonical, `,"prompt":`...)
	canonical = append(canonical, timeline.Text(p.String()).JSON()...)
	return newCall(ModelKind, m.name, append(canonical, '}')), nil
}
