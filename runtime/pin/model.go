package pin

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grantgen/grantgen/runtime/prompt"
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
	if err := m.check(p); err != nil {
		return "", fmt.Errorf("pinned model %q: %w", m.name, err)
	}
	req := request{Kind: ModelKind, Name: m.name, Prompt: p.String()}
	canonical, err := req.canonical()
	if err != nil {
		return "", fmt.Errorf("pinned model %q: %w", m.name, err)
	}
	key := keyOf(canonical)

	at, found, err := m.ledger.find(ctx, m.mode, key)
	if err != nil {
		return "", err
	}
	answered := false
	defer func() { // also when the call panics
		if !answered {
			m.ledger.giveBack(m.mode, at)
		}
	}()
	switch {
	case found != nil && m.mode == recording:
		return "", &Stands{Run: m.ledger.run, Name: m.name, Key: key, Occurrence: at.occurrence}
	case found != nil && found.err != nil:
		return "", fmt.Errorf("pinned model %q: %w", m.name, found.err)
	case found != nil:
		answered = true
		return found.answer, nil
	case m.mode == replaying:
		return "", m.ledger.miss(req, at)
	}

	answer, err := m.call(ctx, p)
	if err != nil {
		return "", fmt.Errorf("pinned model %q: %w", m.name, err)
	}
	if !utf8.ValidString(answer) {
		return "", fmt.Errorf("pinned model %q: its answer is not UTF-8, so it cannot be pinned", m.name)
	}
	answered = true
	m.ledger.keep(&pinned{slot: at, request: req, answer: answer, payload: encode(canonical, answer), maker: m})
	return answer, nil
}

func (m *Model) check(p prompt.Prompt) error {
	switch {
	case m.name == "" || !utf8.ValidString(m.name) || strings.ContainsFunc(m.name, unicode.IsControl):
		return errors.New("this cannot name a model")
	case m.mode != replaying && m.call == nil:
		return errors.New("there is no function to call")
	case p.IsZero():
		return errors.New("the prompt was made by no renderer")
	default:
		return nil
	}
}

// find numbers a call and looks for its pin.
func (l *Ledger) find(ctx context.Context, m mode, key string) (slot, *pinned, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.refresh(ctx); err != nil {
		return slot{}, nil, err
	}
	at := slot{kind: ModelKind, key: key}
	at.occurrence = l.numbers(m, at).take()
	return at, l.pins[at], nil
}

func (l *Ledger) giveBack(m mode, at slot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.numbers(m, at).giveBack(at.occurrence)
}

func (l *Ledger) numbers(m mode, at slot) *numbers {
	by := counted{m, at.kind, at.key}
	if l.counts[by] == nil {
		l.counts[by] = &numbers{}
	}
	return l.counts[by]
}

// keep takes a new pin. If somebody promoted another answer to the call meanwhile, Commit says so.
func (l *Ledger) keep(p *pinned) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if other := l.pins[p.slot]; other != nil {
		p.committed = string(other.payload) == string(p.payload)
		p.beaten = !p.committed
	}
	l.made++
	p.made = l.made
	l.pins[p.slot] = p
}
