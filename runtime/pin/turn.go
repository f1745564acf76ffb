package pin

import (
	"context"
	"fmt"
)

// turn is one call: with its number, and with the pin that answers it, if there is one. A turn that fails gives its number back, so
// that a retry answers to the number that the call would have had.
type turn struct {
	ledger *Ledger
	mode   mode
	call   call
	at     slot
	found  *pinned
}

// begin numbers a call and looks for its pin. In a replay a call without one is a [Miss]; in a recording one that has a pin is a [Stands].
func (l *Ledger) begin(ctx context.Context, m mode, c call) (*turn, error) {
	t := &turn{ledger: l, mode: m, call: c, at: slot{kind: c.kind, key: c.key}}
	if err := t.find(ctx); err != nil {
		return nil, err
	}
	switch {
	case t.found != nil && m == recording:
		t.giveBack()
		return nil, &Stands{Run: l.run, Kind: c.kind, Name: c.name, Key: c.key, Occurrence: t.at.occurrence}
	case t.found != nil && t.found.err != nil:
		t.giveBack()
		return nil, fmt.Errorf("pinned %s %q: %w", c.kind, c.name, t.found.err)
	case t.found == nil && m == replaying:
		t.giveBack()
		return nil, l.miss(c, t.at)
	}
	return t, nil
}

func (t *turn) find(ctx context.Context) error {
	l := t.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.refresh(ctx); err != nil {
		return err
	}
	t.at.occurrence = l.numbers(t.mode, t.at).take()
	t.found = l.pins[t.at]
	return nil
}

func (t *turn) giveBack() {
	t.ledger.mu.Lock()
	defer t.ledger.mu.Unlock()
	t.ledger.numbers(t.mode, t.at).giveBack(t.at.occurrence)
}

func (l *Ledger) numbers(m mode, at slot) *numbers {
	by := counted{m, at.kind, at.key}
	if l.counts[by] == nil {
		l.counts[by] = &numbers{}
	}
	return l.counts[by]
}

// keep makes the pin of a call that was answered. If somebody promoted another answer to it meanwhile, Commit says so.
func (t *turn) keep(answer []byte, maker *Model) {
	p := &pinned{
		slot: t.at, name: t.call.name, request: t.call.canonical, answer: answer,
		payload: encode(t.call.canonical, answer), maker: maker,
	}
	l := t.ledger
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
